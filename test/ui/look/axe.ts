import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "../../../scripts/vscode/playwright.ts";

const require = createRequire(import.meta.url);
const axe = readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");

/** Findings of axe-core in VS Code itself, which no extension can change, with the element and the reason. */
const leftAlone: readonly { readonly rule: string; readonly at: string; readonly why: string }[] = [
  {
    rule: "nested-interactive",
    at: ".pane-header",
    why: "VS Code makes the header of a view a button and puts the view's toolbar into it",
  },
  {
    rule: "tabindex",
    at: ".custom-view-tree-node-item-checkbox",
    why: "VS Code gives the boxes of tree rows a tabindex of 1; the menu of the row does the same as its box",
  },
  {
    rule: "label-content-name-mismatch",
    at: ".monaco-list-row",
    why: "A row is heard with its label first, and in words what it shows in signs (“7%”, “2 stopped · 1 paused”)",
  },
  {
    rule: "aria-allowed-attr",
    at: ".quick-input-list .monaco-list-row",
    why: "VS Code gives the rows of lists the attributes of tree items",
  },
  {
    rule: "aria-prohibited-attr",
    at: ".monaco-keybinding",
    why: "VS Code names the keys of a command at an element without a role, which is left from the palette",
  },
  {
    rule: "aria-required-children",
    at: ".quick-input-list .monaco-list",
    why: "VS Code has rows with checkboxes in a listbox",
  },
  {
    rule: "nested-interactive",
    at: ".quick-input-list .monaco-list-row",
    why: "VS Code puts the checkbox and the buttons of a row into it",
  },
];

/** Runs in the page. */
const RUN = `async ({ within, leftAlone }) => {
  const { violations } = await axe.run(within, { resultTypes: ["violations"], elementRef: true });
  return violations.flatMap(({ id, nodes }) =>
    nodes
      .filter(({ element }) => !leftAlone.some(({ rule, at }) => rule === id && element.matches(at)))
      .map(({ target, failureSummary }) => id + ": " + target + " " + failureSummary));
}`;

/** Runs axe-core on a document or a part of it, without findings in VS Code itself. */
export async function findings(frame: Pick<Page, "evaluate">, within = "html"): Promise<readonly string[]> {
  await frame.evaluate(`globalThis.axe === undefined && (() => { ${axe} })(); undefined`);
  return (await frame.evaluate(`(${RUN})(${JSON.stringify({ within, leftAlone })})`)) as readonly string[];
}
