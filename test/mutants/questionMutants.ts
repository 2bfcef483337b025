/** A defect for each step between a question and what is then done, each as `[defect, file, find, replace]`. */
export const questionMutants: readonly (readonly [defect: string, file: string, find: string, replace: string])[] = [
  [
    "an agent does without a question what a person would not be asked",
    "src/agents/window/controlResource.ts",
    `, alwaysAsk: true }`,
    ` }`,
  ],
  [
    "a question does not say which of two it is",
    "src/agents/window/controlResource.ts",
    `if (hasNamesake)`,
    `if (false)`,
  ],
  [
    "a name means the panel that has it, not the one that was shown with it",
    "src/agents/named.ts",
    `called.includes(panel) || isShownAs(name, panel.name, redactor)`,
    `called.includes(panel)`,
  ],
  [
    "an older panel keeps a name that is shown as another",
    "src/panels/panelRecord.ts",
    `panelName(record.name) ||`,
    `record.name ||`,
  ],
  [
    "a name with the quotes of a question is taken",
    "src/deployments/deploymentFields.ts",
    `typed.search(QUOTES) < 0`,
    `true`,
  ],
  [
    "an agent's question stands at once",
    "src/platform/unaskedDialogs.ts",
    `let isPersonHere = false;`,
    `let isPersonHere = true;`,
  ],
  [
    "Enter acts in an agent's question",
    "src/platform/unaskedDialogs.ts",
    `dialogs.decide(message, detail, button)`,
    `dialogs.ask(message, detail, button)`,
  ],
  [
    "a person counts as there after a long build",
    "src/platform/unaskedDialogs.ts",
    `    async progress(...shown) {
      isPersonHere = false;`,
    `    async progress(...shown) {`,
  ],
  [
    "a late answer is taken",
    "src/platform/unaskedDialogs.ts",
    `        if (over.aborted) void asked.then(tellTooLate);
        throwIfOver();`,
    ``,
  ],
  [
    "Enter deploys what an agent asks for",
    "src/deployments/window/previewList.ts",
    `    ...askerRows(to),
`,
    ``,
  ],
  [
    "a task's question takes the keyboard",
    "src/tasks/runTask.ts",
    `{ confirm: run.confirm, showProgress`,
    `{ showProgress`,
  ],
];
