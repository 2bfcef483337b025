import assert from "node:assert/strict";
import { splitGlobs } from "../../../src/fileSearch/globs.ts";
import { queryFor, SearchedServer } from "./searchHere.ts";

const FILES = [
  "a.php",
  "a.js",
  "src/b.php",
  "src/cache/c.php",
  "cache/d.js",
  "lib/src/e.php",
  "中文/f.php",
  "x.y/g[1].php",
  "node_modules/m/n.js",
];

describe("files that a glob chooses", () => {
  let server: SearchedServer;

  before(() => {
    server = new SearchedServer();
    for (const file of FILES) server.put(Buffer.from(file).toString("latin1"), "needle\n");
  });

  after(() => server.remove());

  const chosen = async (include: string, exclude = "", usuallyExclude: readonly string[] = []) => {
    const { files, end } = await server.search(queryFor("needle", { include, exclude, usuallyExclude }));
    assert.ok(end.kind === "whole" && end.leftOut.unreadableDirectories === 0);
    return files.map(({ path }) => path.slice(server.root.length + 1)).toSorted();
  };
  const these = (test: (file: string) => boolean) => FILES.filter(test).toSorted();

  const INCLUDED: Readonly<Record<string, (file: string) => boolean>> = {
    "*.php": (file) => file.endsWith(".php"),
    "*.{php,js}": () => true,
    "**/*.js": (file) => file.endsWith(".js"),
    src: (file) => /(^|\/)src\//.test(file),
    "./src": (file) => file.startsWith("src/"),
    "src/*.php": (file) => /(^|\/)src\/[^/]*\.php$/.test(file),
    "**/cache/**": (file) => file.includes("cache/"),
    "cache, a.js": (file) => file.includes("cache/") || file === "a.js",
    "?.php": (file) => /(^|\/).\.php$/.test(file),
    "./?": () => false,
    "??": (file) => file.startsWith("中文"),
    "[ab].php": (file) => /(^|\/)[ab]\.php$/.test(file),
    "[!a].php": (file) => /(^|\/)[^a]\.php$/.test(file),
    "x.y": (file) => file.startsWith("x.y"),
    "g[[]1].php": (file) => file.includes("g[1]"),
    SRC: () => false,
    "src/**/c.php": (file) => file.endsWith("src/cache/c.php"),
    "中文/": (file) => file.startsWith("中文"),
  };
  for (const [glob, test] of Object.entries(INCLUDED))
    it(`is “${glob}”`, async () => {
      assert.deepEqual(await chosen(glob), these(test));
      assert.deepEqual(
        await chosen("", glob),
        these((file) => !test(file)),
      );
    });

  it("are all but those that the settings exclude", async () => {
    const usual = ["**/node_modules", "**/*.js", "**/.git"];
    assert.deepEqual(
      await chosen("", "", usual),
      these((file) => !file.endsWith(".js")),
    );
  });
});

describe("globs with commas between", () => {
  it("are split, but for those in braces", () => {
    assert.deepEqual(splitGlobs(" *.php , {a,b{c,d}}/x,, ./y,"), ["*.php", "{a,b{c,d}}/x", "./y"]);
    assert.deepEqual(splitGlobs(""), []);
  });
});
