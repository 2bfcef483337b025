import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { chmod, mkdir, mkdtemp, realpath, rm, symlink, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { patternFor } from "../../../src/deployments/leftOut/leftOut.ts";
import { readSource, SourceError, type SourceProblem } from "../../../src/deployments/sourceFiles.ts";

describe("a source folder", () => {
  let workspace: string;
  beforeEach(async () => {
    workspace = await realpath(await mkdtemp(join(tmpdir(), "source-")));
  });
  afterEach(() => rm(workspace, { recursive: true, force: true }));

  async function write(files: Readonly<Record<string, string>>): Promise<void> {
    for (const [path, text] of Object.entries(files)) {
      await mkdir(dirname(join(workspace, path)), { recursive: true });
      await writeFile(join(workspace, path), text);
    }
  }

  const read = (exclude: readonly string[] = [], signal = new AbortController().signal, folder = "dist") =>
    readSource({ workspace, folder, exclude, signal });

  const pathsOf = async (exclude?: readonly string[]) => (await read(exclude)).files.map(({ path }) => path);

  async function problemOf(reading: Promise<unknown>): Promise<SourceProblem> {
    const error: unknown = await reading.then(
      () => undefined,
      (reason: unknown) => reason,
    );
    assert.ok(error instanceof SourceError, String(error));
    return error.problem;
  }

  it("has its files in order, with where they are, size, hash, time and permissions", async () => {
    await write({ "dist/index.html": "<p>", "dist/a/ü 中文.js": "x", "dist/empty": "" });
    for (const path of ["a/ü 中文.js", "empty", "index.html"]) await utimes(join(workspace, "dist", path), 5, 5);
    await utimes(join(workspace, "dist/empty"), new Date(-5_000), new Date(-5_000));
    await chmod(join(workspace, "dist/index.html"), 0o600);
    await chmod(join(workspace, "dist/empty"), 0o755);
    await chmod(join(workspace, "dist/a/ü 中文.js"), 0o4640);
    const { files, leftOut } = await read();
    const sha1 = (text: string) => createHash("sha1").update(text).digest("hex");
    const realPath = (path: string) => join(workspace, "dist", path);
    assert.deepEqual(files, [
      {
        path: "a/ü 中文.js",
        realPath: realPath("a/ü 中文.js"),
        size: 1,
        sha1: sha1("x"),
        mtime: 5,
        mode: 0o640,
      },
      { path: "empty", realPath: realPath("empty"), size: 0, sha1: sha1(""), mtime: 0, mode: 0o755 },
      { path: "index.html", realPath: realPath("index.html"), size: 3, sha1: sha1("<p>"), mtime: 5, mode: 0o600 },
    ]);
    assert.deepEqual(leftOut, []);
  });

  it("has its directories with their permissions, each after the one that it is in, also where nothing in them is deployed", async () => {
    await write({ "dist/b/c/d.html": "", "dist/b/e/f.html": "", "dist/.git/config": "", "dist/z.html": "" });
    await mkdir(join(workspace, "dist/nothing"));
    await write({ "dist/secret/.env": "" });
    await chmod(join(workspace, "dist/b/e"), 0o700);
    await chmod(join(workspace, "dist/b"), 0o750);
    for (const path of ["b/c", "nothing", "secret"]) await chmod(join(workspace, "dist", path), 0o755);
    assert.deepEqual((await read()).directories, [
      { path: "b", mode: 0o750 },
      { path: "b/c", mode: 0o755 },
      { path: "b/e", mode: 0o700 },
      { path: "nothing", mode: 0o755 },
      { path: "secret", mode: 0o755 },
    ]);
  });

  it("leaves out secrets, dumps and version control unless they are named, and says by which rule", async () => {
    await write({
      "dist/index.html": "",
      "dist/.git/config": "",
      "dist/.env.production": "",
      "dist/keys/server.pem": "",
      "dist/dump.sql.gz": "",
      "dist/.user.ini": "",
      "dist/map/a.js.map": "",
    });
    const { files, leftOut } = await read(["*.map"]);
    assert.deepEqual(
      files.map(({ path }) => path),
      ["index.html"],
    );
    assert.deepEqual(Object.fromEntries(leftOut.map(({ path, rule }) => [path, rule])), {
      ".git/": { pattern: ".git" },
      ".env.production": { pattern: ".env*" },
      "keys/server.pem": { pattern: "*.pem" },
      "dump.sql.gz": { pattern: "*.sql" },
      ".user.ini": { pattern: ".user.ini" },
      "map/a.js.map": { pattern: "*.map" },
    });
    assert.deepEqual(await pathsOf(["!.env.production", "!server.pem"]), [
      ".env.production",
      "index.html",
      "keys/server.pem",
      "map/a.js.map",
    ]);
  });

  it("follows links to its own files, and has those to its own directories as links; it says where the others lead", async () => {
    await write({ "dist/a.txt": "a", "outside/secret.txt": "s", "dist/sub/b.txt": "b" });
    await chmod(join(workspace, "dist/a.txt"), 0o600);
    await symlink(join(workspace, "dist/a.txt"), join(workspace, "dist/own"));
    await symlink("../outside/secret.txt", join(workspace, "dist/out"));
    await symlink("sub", join(workspace, "dist/directory"));
    await symlink("/nowhere/at/all", join(workspace, "dist/broken"));
    await symlink("..", join(workspace, "dist/sub/up"));
    await symlink(join(workspace, "dist/directory"), join(workspace, "dist/sub/-again"));
    const { files, leftOut } = await read();
    assert.deepEqual(
      files
        .filter(({ says }) => says === undefined)
        .map(({ path, realPath, size, mode }) => [path, realPath, size, mode === 0o600]),
      [
        ["a.txt", join(workspace, "dist/a.txt"), 1, true],
        ["own", join(workspace, "dist/a.txt"), 1, true],
        ["sub/b.txt", join(workspace, "dist/sub/b.txt"), 1, false],
      ],
    );
    assert.deepEqual(
      leftOut.toSorted((a, b) => (a.path < b.path ? -1 : 1)),
      [
        { path: "broken", rule: "broken", leadsTo: "/nowhere/at/all" },
        { path: "out", rule: "link", leadsTo: "../outside/secret.txt" },
      ],
    );
    assert.deepEqual(
      files.flatMap(({ path, says, size }) => (says === undefined ? [] : [[path, says, size]])),
      [
        ["directory", "sub", 3],
        ["sub/-again", ".", 1],
        ["sub/up", "..", 2],
      ],
    );
  });

  it("leaves out links to what it leaves out under its own name", async () => {
    await write({ "dist/.env": "s", "dist/private/a.txt": "p", "dist/.ssh/known": "k", "dist/index.html": "" });
    await symlink(".env", join(workspace, "dist/settings.txt"));
    await symlink("settings.txt", join(workspace, "dist/again.txt"));
    await symlink("private/a.txt", join(workspace, "dist/a.txt"));
    await symlink(".ssh/known", join(workspace, "dist/known.txt"));
    await symlink(".ssh", join(workspace, "dist/keys"));
    await symlink("private", join(workspace, "dist/node_modules"));
    const { files, leftOut } = await read(["/private/"]);
    assert.deepEqual(
      files.map(({ path }) => path),
      ["index.html"],
    );
    const links = leftOut.filter(({ leadsTo }) => leadsTo !== undefined);
    assert.deepEqual(
      links.toSorted((a, b) => (a.path < b.path ? -1 : 1)),
      [
        { path: "a.txt", rule: { pattern: "/private/" }, leadsTo: "private/a.txt" },
        { path: "again.txt", rule: { pattern: ".env*" }, leadsTo: ".env" },
        { path: "keys", rule: { pattern: ".ssh/" }, leadsTo: ".ssh" },
        { path: "known.txt", rule: { pattern: ".ssh/" }, leadsTo: ".ssh/known" },
        { path: "node_modules", rule: { pattern: "node_modules/" }, leadsTo: "private" },
        { path: "settings.txt", rule: { pattern: ".env*" }, leadsTo: ".env" },
      ],
    );
    assert.deepEqual(await pathsOf(["/private/", "!.env"]), [".env", "again.txt", "index.html", "settings.txt"]);
  });

  const exact = [
    "c:foreign.txt",
    "C:.user.ini",
    "c:/a.txt",
    "CON",
    "nul.js",
    "a:b",
    "--help",
    "-rf.txt",
    "~",
    "%2e",
    "ü",
    "u\u0308",
    // routes of Next.js, Nuxt, SvelteKit and TanStack Router
    ".next/server/app/docs/[...slug]/page.js",
    ".next/server/app/shop/[[...filters]]/page.js",
    ".next/server/app/feed/(..)photo/[id]/page.js",
    ".output/server/chunks/build/_...slug_-1a2b3c4d.mjs",
    "assets/$slug-ABCD1234.js",
    // what people call files
    "images/Men's shoes.jpg",
    "images/salt & pepper.jpg",
    "docs/Q&A.html",
    "css\\style.css",
    "a&ampb",
    "site->old.txt",
    "file.txt::$DATA",
    "it's/a.html",
    "a/b|c/d/e.html",
    "dot./a.html",
    "a..b",
    "...",
    " lead.html",
    "trail ",
    '"<?>*`;.txt',
    "a\tb\rc\u007f",
  ];
  for (const path of exact)
    it(`has ${JSON.stringify(path)} exactly`, async () => {
      await write({ [`dist/${path}`]: "x" });
      assert.deepEqual(await pathsOf(), [path]);
    });

  const refused: Readonly<Record<string, { readonly path: string; readonly problem: string }>> = {
    "line\nbreak.html": { path: "line\nbreak.html", problem: "lineFeed" },
    "a\nb/c/d.html": { path: "a\nb/", problem: "lineFeed" },
  };
  for (const [path, name] of Object.entries(refused))
    it(`refuses ${JSON.stringify(path)} by its name, which can be left out`, async () => {
      await write({ "dist/index.html": "", [`dist/${path}`]: "x" });
      assert.deepEqual(await problemOf(read()), { kind: "names", names: [name] });
      assert.deepEqual(await pathsOf([patternFor(name.path)]), ["index.html"]);
    });

  for (const at of ["old", "in/old"])
    it(`refuses a name of bytes that are no UTF-8, ${at === "old" ? "of a file" : "of a directory"}`, async () => {
      const bytes = Buffer.concat([Buffer.from(join(workspace, "dist/")), Buffer.from([0x67, 0xe9])]);
      await write({ "dist/index.html": "", "dist/\uFFFD.html": "" });
      await (at === "old" ? writeFile(bytes, "x") : mkdir(bytes));
      const path = at === "old" ? "g\uFFFD" : "g\uFFFD/";
      assert.deepEqual(await problemOf(read()), { kind: "names", names: [{ path, problem: "encoding" }] });
      assert.deepEqual(await pathsOf([patternFor(path)]), ["index.html", "\uFFFD.html"]);
    });

  it("names a directory at fault once, and each other name", async () => {
    await write({ "dist/a\n/1": "", "dist/a\n/b\n/2": "", "dist/x\n.html": "", "dist/A.html": "", "dist/a.html": "" });
    const problem = await problemOf(read());
    assert.ok(problem.kind === "names");
    const names = problem.names.toSorted((a, b) => (a.path < b.path ? -1 : 1));
    assert.deepEqual(names, [
      { path: "a\n/", problem: "lineFeed" },
      { path: "x\n.html", problem: "lineFeed" },
    ]);
    const excluded = names.map(({ path }) => patternFor(path));
    assert.deepEqual(await pathsOf(excluded), ["A.html", "a.html"]);
  });

  it("cannot be deployed if it lies outside", async () => {
    assert.deepEqual(await problemOf(read([], undefined, "..")), { kind: "outside" });
  });

  it("is not read any further once that is cancelled", async () => {
    await write({ "dist/a": "", "dist/b": "" });
    const reason = new Error("cancelled");
    await assert.rejects(read([], AbortSignal.abort(reason)), reason);
  });
});
