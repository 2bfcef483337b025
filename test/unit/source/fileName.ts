/** Files that are named after what they hold together instead of after one export, and why. */
const COLLECTIONS: readonly (readonly [pattern: RegExp, reason: string])[] = [
  [/\/extension\.ts$/, "VS Code's word for the file with activate()"],
  [/\/manifest\.ts$/, "the counterpart of package.json, which VS Code calls so"],
  [/\/fields\.ts$/, "readers of single fields, all alike"],
  [/\/useWindowLanguage\.ts$/, "imported for what it does"],
  [/\/ports\.ts$/, "the ports that platform implements"],
  [/\/texts\/(?:\w+\/)?\w+Texts\.ts$/, "texts, all alike"],
  [/\/commands\/(?:\w+\/)?\w+Commands\.ts$/, "handlers of one group of commands"],
  [
    /\/(fileLock|panelSecrets|javaServers|containerChanges|siteRecords)\.ts$/,
    "the few things that can be done to what the file is called after",
  ],
  [/\/demoRecords\.ts$/, "the records of the demo panel's state"],
  [/\/itemParts\.ts$/, "what rows of the tree are made of"],
];

/** Patterns of the paths that may be named after what they hold together. */
export const collections: readonly RegExp[] = COLLECTIONS.map(([pattern]) => pattern);

/**
 * Whether a file is named after one of its exports: by its name, by whole words of it, or by the plural of either, as
 * `clock.ts` is after `systemClock`, `failure.ts` after `PanelFailure` and `treeNodes.ts` after `TreeNode`.
 */
export function isNamedAfter(path: string, exported: readonly string[]): boolean {
  const name = (path.split("/").at(-1) ?? "").replace(/\.\w+$/, "");
  if (!/^[a-z][A-Za-z\d]*$/.test(name)) return false;
  const accepted = [wordsOf(name), wordsOf(name).replace(/s$/, "")];
  return exported.some((candidate) => accepted.some((words) => ` ${wordsOf(candidate)} `.includes(` ${words} `)));
}

/** "createTreeItems" as "create tree items". */
function wordsOf(name: string): string {
  return name.replaceAll(/(?<=[a-z\d])(?=[A-Z])/g, " ").toLowerCase();
}
