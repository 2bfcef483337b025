import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { join, sep } from "node:path";
import { citationsOf, crossReferencesOf, numbersOf, wrongNumbersIn } from "./citations.ts";
import { readSourceFiles } from "./sourceFile.ts";

const root = join(import.meta.dirname, "../../..");

interface Text {
  readonly path: string;
  readonly text: string;
}

function read(...patterns: readonly string[]): readonly Text[] {
  return globSync(patterns, { cwd: root })
    .map((path) => path.split(sep).join("/"))
    .map((path) => ({ path, text: readFileSync(join(root, path), "utf8") }));
}

describe("citations of documents", () => {
  let code: readonly Text[];
  let pages: readonly Text[];
  let documents: ReadonlyMap<string, readonly string[]>;

  before(() => {
    code = [...readSourceFiles("src", "test", "scripts"), ...read("*.mjs")];
    pages = read("*.md", "docs/*.md");
    documents = new Map(
      pages.filter(({ path }) => path.startsWith("docs/")).map(({ path, text }) => [path, numbersOf(text)]),
    );
  });

  it("name numbers that the document has", () => {
    const cited = [...code, ...pages].flatMap(({ path, text }) => citationsOf(path, text));
    assert.ok(cited.length > 50, "far fewer than there are");
    assert.deepEqual(wrongNumbersIn(cited, documents), []);
  });

  it("name numbers of their own document", () => {
    const cited = pages
      .filter(({ path }) => documents.has(path))
      .flatMap(({ path, text }) => crossReferencesOf(path, text));
    assert.ok(cited.length > 15, "far fewer than there are");
    assert.deepEqual(wrongNumbersIn(cited, documents), []);
  });

  it("can rely on numbers that are given once", () => {
    assert.ok((documents.get("docs/protocol.md")?.length ?? 0) > 150, "far fewer than there are");
    for (const [name, numbers] of documents) assert.equal(new Set(numbers).size, numbers.length, name);
  });
});
