import { defectsIn } from "./defectsIn.ts";

/** Defects of the search in a server's files, which would leave something out and not say so, or show what is not there. */
export const searchMutants = defectsIn([
  [
    "src/fileSearch/search.sh",
    [
      "a file that could not be read was searched",
      String.raw`printf 'unread\n%s\0000:0:\nfiles 0 0 0 1\n' "$1"`,
      String.raw`printf 'files 1 0 0 0\n'`,
    ],
    [
      "a directory that cannot be entered counts as searched",
      `    printf 'listed 0 1\\n'`,
      `    printf 'listed 0 0\\n'`,
    ],
  ],
  [
    "src/fileSearch/serverResults.ts",
    [
      "a search that does not say how it ended was whole",
      `?? { kind: "unable", message: job.errors }`,
      `?? { kind: "whole", leftOut: { unreadableDirectories: 0, unreadableFiles: 0, givenUpFiles: 0 }, unread: [] }`,
    ],
  ],
  [
    "src/fileSearch/searchOutput.ts",
    ["what is in one directory opens in another one", `this.#next.pop()`, `this.#next.at(-1)`],
    ["files that nobody has looked at were searched", ` && this.#lookedAt === this.#listed`, ``],
    ["a line break in a name ends a result", `text[from] === DOT ? text.indexOf(0, from) : from`, `from`],
  ],
  ["src/fileSearch/globs.ts", ["a question mark means a byte", `return CHARACTER;`, `return "[^/]";`]],
  [
    "src/fileSearch/findArguments.ts",
    [
      "a directory with the beginning of another one's name is left out",
      "isBelow(directory, other)",
      "directory !== other && directory.startsWith(other)",
    ],
  ],
  [
    "src/fileSearch/queryProblem.ts",
    [
      "any line of a text is searched for",
      `if (all.some((each) => /[\\r\\n]/.test(each))) return { kind: "lineBreak" };`,
      ``,
    ],
  ],
  [
    "src/fileSearch/searchText.ts",
    ["Chinese text of GB18030 is not found", `return other.equals(utf8) ? [utf8] : [utf8, other];`, `return [utf8];`],
  ],
  [
    "src/fileSearch/decodedLine.ts",
    ["halves of Chinese characters are found", `(isChinese ? [] : [asLatin1(line)])`, `[asLatin1(line)]`],
  ],
  ["src/fileSearch/window/searchRun.ts", ["a panel that is read only is searched", `.filter(maySearch).map(`, `.map(`]],
]);
