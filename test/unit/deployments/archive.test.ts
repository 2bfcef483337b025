import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { mkdir, mkdtemp, readFile, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { unpackTar } from "modern-tar";
import { writeArchive } from "../../../src/deployments/archive.ts";

describe("a deployment's archive", () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "archive-"));
    await mkdir(join(folder, "a"));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  const long = `a/${"ü".repeat(120)}.js`;
  const files = ["a/中文 b.txt", long, "empty"].map((path) => ({
    path,
    realPath: "",
    size: 0,
    sha1: "",
    mtime: 1_700_000_000,
    mode: 0o644,
  }));

  async function write(name: string, signal = new AbortController().signal) {
    await writeFile(join(folder, "a/中文 b.txt"), "hello");
    await writeFile(join(folder, long), "x".repeat(100_000));
    await writeFile(join(folder, "empty"), "");
    const owner = { uid: 1001, gid: 1002 };
    return writeArchive({ folder, files, directories: ["a", "a/中 d"], owner, target: join(folder, name), signal });
  }

  it("has directories and files with owner, mode and time of the deployment, and nothing else", async () => {
    const archive = await write("x.tar.gz");
    const bytes = await readFile(archive.file);
    assert.equal(archive.size, bytes.length);
    assert.equal(archive.sha1, createHash("sha1").update(bytes).digest("hex"));
    const entries = await unpackTar(gunzipSync(bytes));
    assert.deepEqual(
      entries.map(({ header: { name, type, uid, gid, mode, mtime }, data }) => ({
        name,
        type,
        owner: [uid, gid],
        mode,
        mtime: mtime?.getTime(),
        bytes: data?.length,
      })),
      [
        ...["a/", "a/中 d/"].map((name) => ({ name, type: "directory", mode: 0o755, bytes: undefined })),
        ...files.map(({ path: name }, at) => ({ name, type: "file", mode: 0o644, bytes: [5, 100_000, 0][at] })),
      ].map((entry) => ({ ...entry, owner: [1001, 1002], mtime: 1_700_000_000_000 })),
    );
  });

  it("has the same bytes whenever it is written", async () => {
    const first = await write("x.tar.gz");
    await utimes(join(folder, "empty"), 1, 1);
    const second = await write("y.tar.gz");
    assert.equal(second.sha1, first.sha1);
  });

  it("ends as soon as it is cancelled", async () => {
    await assert.rejects(write("x.tar.gz", AbortSignal.abort(new Error("cancelled"))));
  });
});
