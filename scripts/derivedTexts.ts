import type { RowVerb } from "../src/manifest/commandShape.ts";
import { rowVerbs } from "../src/manifest/rowCommands.ts";
import { taskKinds, taskVerbs, taskVerbsOf } from "../src/manifest/taskActions.ts";
import { safeguardFor } from "../src/panels/guardLevel.ts";
import { actionsOf, resourceKinds, resourceOf, type ResourceKind } from "../src/resources/resources.ts";
import { plainVerbTitles, verbWords, type Verb } from "../src/resources/verbs.ts";
import { operations } from "../src/wire/operations/operations.ts";
import { titleKey } from "./contributions.ts";
import { capitalized, translator, type DocumentWords } from "./documentWords.ts";

/** The texts of package.nls.json, in the language of the words, that follow from verbs and kinds: titles of commands, and what tasks do. */
export function derivedTexts(words: DocumentWords): Readonly<Record<string, string>> {
  const translated = translator(words);
  const all = (kind: ResourceKind) => translated(resourceOf(kind).words.all());
  const titles = rowVerbs.map((verb) => [
    titleKey(`serverPanel.${verb}`),
    words.titles[verb] ?? translated(titleOf(verb)) + (isAsked(verb) ? "…" : ""),
  ]);
  const verbs = taskVerbs.map((verb) => {
    const kinds = taskKinds.filter((kind) => taskVerbsOf(kind).includes(verb));
    return [`task.${verb}`, `${translated(verbWords[verb].button())}${words.colon}${kinds.map(all).join(words.comma)}`];
  });
  const kinds = taskKinds.map((kind) => [
    `task.${kind}`,
    words.ofTasks[kind] ?? capitalized(translated(resourceOf(kind).words.one())),
  ]);
  return Object.fromEntries([...titles, ...verbs, ...kinds]) as Record<string, string>;
}

function titleOf(verb: RowVerb): string {
  if (verb in plainVerbTitles) return plainVerbTitles[verb as keyof typeof plainVerbTitles]();
  return verbWords[verb as Verb].button();
}

/** Whether a question follows by default on the rows of some kind. */
function isAsked(verb: RowVerb): boolean {
  const actions = resourceKinds.flatMap((kind) => actionsOf(kind).filter(([name]) => name === verb));
  return actions.some(
    ([, { operation, safeguard }]) =>
      safeguard !== undefined || safeguardFor("ask", operations[operation].effect) !== "none",
  );
}
