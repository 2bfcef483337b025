import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { join, sep } from "node:path";
import { citationsOf, crossReferencesOf, misnumberedIn, numbersOf, strangersOf, wrongNumbersIn } from "./citations.ts";
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
    const files = [...readSourceFiles("src", "test", "scripts"), ...read("*.mjs")];
    // the documents of this file are made up
    code = files.filter(({ path }) => !path.endsWith("/citations.test.ts"));
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

  it("name documents that are in the repository", () => {
    const names = new Set(pages.map(({ path }) => path));
    assert.deepEqual(
      code.flatMap(({ path, text }) => strangersOf(path, text, names)),
      [],
    );
  });

  it("can rely on numbers that are unique and ascend", () => {
    assert.ok((documents.get("docs/protocol.md")?.length ?? 0) > 150, "far fewer than there are");
    for (const [name, numbers] of documents) assert.deepEqual(misnumberedIn(numbers), [], name);
  });
});

describe("the reader of citations", () => {
  const cite = (name: string, numbers: string) => `/**\n * Some fact (docs/${name}.md${numbers}).\n */\n`;
  const documents = new Map([
    ["docs/facts.md", numbersOf("## 3 Three\n\n- **3.1** One.\n- **3.2** Two.\n\n## A More\n")],
  ]);
  const wrong = (text: string) => wrongNumbersIn(citationsOf("a.ts", text), documents);

  it("finds every number, and says where", () => {
    assert.deepEqual(citationsOf("a.ts", `\n${cite("facts", " 3.1, 3.2, A: so it is")}`), [
      { place: "a.ts:3", document: "docs/facts.md", numbers: ["3.1", "3.2", "A"] },
    ]);
    assert.deepEqual(
      citationsOf("a.ts", cite("facts", "") + cite("facts", "\n * 3.1,\n * 3.2")).map(({ numbers }) => numbers),
      [[], ["3.1", "3.2"]],
    );
  });

  it("finds the numbers after every separator", () => {
    const separators = [", ", " and ", ", and ", " or ", "; ", "–", " – ", ",\n * ", "\n * and ", " and\n * "];
    for (const separator of separators)
      assert.deepEqual(wrong(cite("facts", ` 3.1${separator}3.9`)), ["a.ts:2: docs/facts.md 3.9"], separator);
    assert.deepEqual(wrong(cite("facts", " 3.1, 3.2; 3.7 and 3.8")).length, 2);
  });

  it("finds what a document says of itself", () => {
    const found = (text: string) => crossReferencesOf("docs/facts.md", text).flatMap(({ numbers }) => numbers);
    const expected = ["3.1", "3.2", "3.9", "A.1", "3.7"];
    assert.deepEqual(found("So it is (3.1), not (3.2, 3.9, the switch) or (A.1 and\n  3.7: ten)."), expected);
    assert.deepEqual(found("It takes a while (0.3 to 0.6 s), in v1 (v22.23, 24.21) and (3) too."), []);
  });

  it("fails on a number or a document that is not there", () => {
    for (const numbers of ["", " 3", " 3.1", " 3.1, 3.2", " A"]) assert.deepEqual(wrong(cite("facts", numbers)), []);
    assert.deepEqual(wrong(cite("facts", " 3.1, 3.3")), ["a.ts:2: docs/facts.md 3.3"]);
    assert.deepEqual(wrong(cite("facts", " 4")), ["a.ts:2: docs/facts.md 4"]);
    assert.deepEqual(wrong(cite("fiction", " 3.1")), ["a.ts:2: docs/fiction.md 3.1"]);
    assert.deepEqual(wrong(cite("fiction", "")), ["a.ts:2: docs/fiction.md"]);
  });

  it("knows documents that are elsewhere", () => {
    const known = new Set(["README.md", "docs/facts.md"]);
    const named = (name: string) => strangersOf("a.ts", `// see ${name}.md 2, "Two"`, known);
    for (const name of ["README", "docs/facts"]) assert.deepEqual(named(name), []);
    for (const name of ["facts", "docs/fiction", "../facts"]) assert.deepEqual(named(name), [`a.ts:1: ${name}.md`]);
  });

  it("sees numbers that are given twice, go back or stand in another chapter", () => {
    const misnumbered = (...numbers: readonly string[]) => misnumberedIn(numbers);
    assert.deepEqual(misnumbered("1", "1.1", "1.3", "1.10", "2", "2.1", "10", "10.1", "A", "A.1"), []);
    assert.deepEqual(misnumbered("1", "1.1", "1.1"), ["1.1"]);
    assert.deepEqual(misnumbered("1", "1.2", "1.1"), ["1.1"]);
    assert.deepEqual(misnumbered("1", "1.1", "2.2"), ["2.2"]);
    assert.deepEqual(misnumbered("2", "1", "1.1"), ["1"]);
    assert.deepEqual(misnumbered("1", "1"), ["1"]);
    assert.deepEqual(misnumbered("A", "3"), ["3"]);
  });
});
