import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { join, sep } from "node:path";
import { citationsOf, crossReferencesOf, numbersOf, wrongNumbersIn } from "./citations.ts";
import { headingsOf, linksIn, namedFilesIn } from "./namedFiles.ts";
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
  /** Of all files and directories of the project. */
  let paths: ReadonlySet<string>;
  let documents: ReadonlyMap<string, readonly string[]>;

  before(() => {
    code = [...readSourceFiles("src", "test", "scripts"), ...read("*.mjs")];
    pages = read("*.md", "docs/**/*.md", "test/**/*.md", "src/**/*.md");
    const found = ["*", "{src,test,scripts,docs,l10n,media,.github,.ci}/**"].flatMap((pattern) =>
      globSync(pattern, { cwd: root, exclude: (name) => name === "node_modules" }),
    );
    paths = new Set(found.map((path) => path.split(sep).join("/")));
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

  it("link to files that the project has, and to their headings", () => {
    const links = pages.flatMap(({ path, text }) => linksIn(path, text));
    assert.ok(links.length > 20, "far fewer than there are");
    const headings = new Map(pages.map(({ path, text }) => [path, headingsOf(text)]));
    const isThere = (file: string, heading: string | undefined) =>
      paths.has(file) && (heading === undefined || headings.get(file)?.includes(heading) === true);
    assert.deepEqual(
      links.filter(({ file, heading }) => !isThere(file, heading)),
      [],
    );
  });

  it("name files that the project has", () => {
    const named = pages.flatMap(({ path, text }) => namedFilesIn(path, text));
    assert.ok(named.length > 100, "far fewer than there are");
    const isThere = (name: string) => paths.has(name) || [...paths].some((path) => path.endsWith(`/${name}`));
    assert.deepEqual(
      named.filter(({ name }) => !isThere(name.replace(/\/$/, ""))),
      [],
    );
  });

  it("name scripts that package.json has", () => {
    const { scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { readonly scripts: object };
    const named = pages.flatMap(({ text }) => [...text.matchAll(/\bnpm run (?:--silent )?([\w:]+)/g)]);
    const names = named.map(([, name = ""]) => name);
    assert.ok(names.length > 20, "far fewer than there are");
    assert.deepEqual(
      names.filter((name) => !Object.hasOwn(scripts, name)),
      [],
    );
  });
});
