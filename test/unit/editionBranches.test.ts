import assert from "node:assert/strict";
import { readSourceFiles, sourceFile, type SourceFile } from "./source/sourceFile.ts";

/** Where the edition may decide, and why; what differs elsewhere belongs into the wires of a row. */
const ALLOWED: readonly (readonly [path: RegExp, reason: string])[] = [
  [/^src\/wire\/operations\//, "rows, and the choice among their wires"],
  [/^src\/wire\/edition\.ts$/, "recognition"],
  [/^src\/connection\/panelEdition\.ts$/, "recognition: asks while it is unknown"],
  [/^src\/commands\/context\/hasFeature\.ts$/, "has the panel asked where it is unknown"],
  [/^src\/texts\/editionTexts\.ts$/, "texts"],
  [/^src\/demoPanel\//, "plays one of them"],
  [/^src\/panels\/isDemo\.ts$/, "has one of each"],
];

const NAME = String.raw`["'${"`"}](?:baota|aapanel)["'${"`"}]`;
const VALUE = String.raw`\b(?:[\w#.?]*\.)?#?\w*[eE]dition(?:Of\([^()]*\)|\(\))?`;

/** A comparison with the name of one, a table by their names, and a test of what holds one. */
const BRANCHES = new RegExp(
  [
    String.raw`(?:[=!]==?|\bcase)\s*${NAME}`,
    String.raw`${NAME}\s*[=!]==?`,
    String.raw`\.(?:includes|has|get|startsWith|test)\(\s*${NAME}`,
    String.raw`\b(?:baota|aapanel)["']?\s*:(?!:)`,
    String.raw`\.(?:baota|aapanel)\b`,
    String.raw`${VALUE}\s*(?:[=!]==?|\?(?![.?:]))`,
    String.raw`[=!]==?\s*${VALUE}(?![\w(])`,
    String.raw`\b(?:switch|if|while)\s*\(\s*!?\s*${VALUE}\s*\)`,
  ].join("|"),
  "g",
);

/** Paths and lines of the branches on an edition. */
function branchesIn(files: readonly SourceFile[]): readonly string[] {
  return files.flatMap(({ path, code }) =>
    [...code.matchAll(BRANCHES)].map(({ index }) => `${path}:${code.slice(0, index).split("\n").length}`),
  );
}

describe("branches on the edition", () => {
  it("are in rows, recognition and texts alone", () => {
    const found = branchesIn(readSourceFiles("src"));
    const strangers = found.filter((place) => !ALLOWED.some(([path]) => path.test(place.replace(/:\d+$/, ""))));
    assert.deepEqual(strangers, []);
    for (const [path, reason] of ALLOWED)
      assert.ok(
        found.some((place) => path.test(place.replace(/:\d+$/, ""))),
        `none for “${reason}” any more: ${path}`,
      );
    console.log(`      ${found.length} branches on the edition, all where they belong`);
  });

  it("are found", () => {
    const branches = [
      'if (edition === "aapanel") a();',
      'const later = "baota" !== panel.edition ? a : b;',
      'switch (x) { case "aapanel": }',
      'const words = { baota: "a", aapanel: "b" }[edition];',
      "const words = table.aapanel;",
      'if (["aapanel"].includes("aapanel")) a();',
      "if (wire.edition !== undefined) a();",
      "if (this.#edition === other) a();",
      "const is = other === state.edition;",
      "const text = connection.edition ? a : b;",
      "switch (panel.edition) {}",
      "if (editionOf(panel) === b) a();",
    ];
    for (const branch of branches) assert.notDeepEqual(branchesIn([sourceFile("a.ts", branch)]), [], branch);
    const others = [
      'const row = { route: "v2", edition: "aapanel" };',
      'type KnownEdition = "baota" | "aapanel";',
      "interface Wire { readonly edition?: KnownEdition }",
      "const { edition } = connection; groupsOn(edition);",
      "const isOther = state.kind === isEditionShown(a);",
    ];
    for (const other of others) assert.deepEqual(branchesIn([sourceFile("a.ts", other)]), [], other);
  });
});
