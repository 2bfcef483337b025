import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { mkdir, mkdtemp, rm, symlink, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { readSource, SourceError } from "../../../src/deployments/sourceFiles.ts";

describe("a source folder", () => {
  let workspace: string;
  beforeEach(async () => {
    workspace = await mkdtemp(join(tmpdir(), "source-"));
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

  it("has its files in order, with size, hash and time", async () => {
    await write({ "dist/index.html": "<p>", "dist/a/ü 中文.js": "x", "dist/empty": "" });
    for (const path of ["a/ü 中文.js", "empty", "index.html"]) await utimes(join(workspace, "dist", path), 5, 5);
    const { files, leftOut } = await read();
    assert.deepEqual(files, [
      { path: "a/ü 中文.js", size: 1, sha1: createHash("sha1").update("x").digest("hex"), mtime: 5 },
      { path: "empty", size: 0, sha1: "da39a3ee5e6b4b0d3255bfef95601890afd80709", mtime: 5 },
      { path: "index.html", size: 3, sha1: createHash("sha1").update("<p>").digest("hex"), mtime: 5 },
    ]);
    assert.deepEqual(leftOut, []);
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
      "dump.sql.gz": { pattern: "*.sql.*" },
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

  it("follows links to its own files alone", async () => {
    await write({ "dist/a.txt": "a", "outside/secret.txt": "s", "dist/sub/b.txt": "b" });
    await symlink(join(workspace, "dist/a.txt"), join(workspace, "dist/own"));
    await symlink(join(workspace, "outside/secret.txt"), join(workspace, "dist/out"));
    await symlink(join(workspace, "dist/sub"), join(workspace, "dist/directory"));
    await symlink("/nowhere/at/all", join(workspace, "dist/broken"));
    const { files, leftOut } = await read();
    assert.deepEqual(
      files.map(({ path, size }) => [path, size]),
      [
        ["a.txt", 1],
        ["own", 1],
        ["sub/b.txt", 1],
      ],
    );
    assert.deepEqual(leftOut.map(({ path, rule }) => `${path}: ${JSON.stringify(rule)}`).toSorted(), [
      'broken: "link"',
      'directory: "link"',
      'out: "link"',
    ]);
  });

  it("cannot be deployed if it lies outside", async () => {
    await assert.rejects(read([], undefined, ".."), (error: unknown) => {
      assert.ok(error instanceof SourceError, String(error));
      assert.deepEqual(error.problem, { kind: "outside" });
      return true;
    });
  });

  it("is not read any further once that is cancelled", async () => {
    await write({ "dist/a": "", "dist/b": "" });
    const reason = new Error("cancelled");
    await assert.rejects(read([], AbortSignal.abort(reason)), reason);
  });
});
