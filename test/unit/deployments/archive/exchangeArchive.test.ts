import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import { mkdir, mkdtemp, readFile, rename, rm, stat, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { gunzipSync, gzipSync } from "node:zlib";
import { createTarDecoder, unpackTar } from "modern-tar";
import { DeploymentError } from "../../../../src/deployments/deploymentError.ts";
import {
  writeExchangeArchive,
  type ArchivedFile,
  type ArchiveMember,
} from "../../../../src/deployments/archive/exchangeArchive.ts";
import { tarHeader } from "../../../../src/onServer/tarHeader.ts";
import { PanelError } from "../../../../src/wire/answers/failure.ts";

describe("the archive of an exchange", () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "archive-"));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  const sha1Of = (bytes: Buffer) => createHash("sha1").update(bytes).digest("hex");

  async function fileWith(name: string, bytes: Buffer): Promise<ArchivedFile> {
    const realPath = join(folder, name);
    await writeFile(realPath, bytes);
    return { realPath, size: bytes.length, sha1: sha1Of(bytes), mtime: 1_700_000_000 };
  }

  const write = async (members: readonly ArchiveMember[], name = "x.tar.gz", { signal } = new AbortController()) =>
    writeExchangeArchive({ members, target: join(folder, name), signal });

  /** Text, what cannot be made smaller, and sizes round the ends of blocks and pieces. */
  const contents: readonly Buffer[] = [
    Buffer.from("<p>hello</p>"),
    randomBytes(1_000_000),
    Buffer.alloc(0),
    Buffer.from("x".repeat(600_000)),
    randomBytes(100_000),
    randomBytes(256 * 1024),
    Buffer.alloc(256 * 1024 + 1, "y"),
    randomBytes(512),
    Buffer.from("z".repeat(511)),
  ];

  async function someMembers(): Promise<readonly ArchiveMember[]> {
    const files = await Promise.all(
      contents.map(async (bytes, at) => ({ name: `new/${at}`, file: await fileWith(`source ${at} ü`, bytes) })),
    );
    return [
      { name: "about", bytes: Buffer.from("root=/www\n") },
      { name: "list", bytes: Buffer.alloc(70_000, "0 none\0") },
      ...files,
    ];
  }

  it("has its members in order, root's and nobody else's, with the times of the files", async () => {
    const members = await someMembers();
    const archive = await write(members);
    const bytes = await readFile(archive.file);
    assert.deepEqual([archive.size, archive.sha1], [bytes.length, sha1Of(bytes)]);
    assert.equal((await stat(archive.file)).mode & 0o077, 0);
    const entries = await unpackTar(gunzipSync(bytes), { strict: true });
    assert.deepEqual(
      entries.map(({ header: { name, type, uid, gid, mode, mtime } }) => [name, type, uid, gid, mode, Number(mtime)]),
      members.map((member) => [member.name, "file", 0, 0, 0o600, "file" in member ? 1_700_000_000_000 : 0]),
    );
    const expected = [Buffer.from("root=/www\n"), Buffer.alloc(70_000, "0 none\0"), ...contents];
    for (const [at, { data }] of entries.entries())
      assert.ok(expected[at]?.equals(data ?? Buffer.alloc(0)), `member ${at}`);
  });

  it("is unpacked by tar", async () => {
    const { file } = await write(await someMembers());
    await mkdir(join(folder, "out"));
    await promisify(execFile)("tar", ["-xzof", file, "-C", join(folder, "out")]);
    for (const [at, bytes] of contents.entries())
      assert.ok(bytes.equals(await readFile(join(folder, "out/new", `${at}`))), `member ${at}`);
    assert.equal((await stat(join(folder, "out/new/0"))).mtimeMs, 1_700_000_000_000);
  });

  it("has names of any length", async () => {
    const file = await fileWith("source", Buffer.from("content"));
    const names = ["x".repeat(94), "x".repeat(95), "x".repeat(255), "名".repeat(85)];
    const members = names.map((name) => ({ name: `new/1/${name}`, file }));
    const archive = await write(members);
    await mkdir(join(folder, "out"));
    await promisify(execFile)("tar", ["-xzof", archive.file, "-C", join(folder, "out")]);
    for (const { name } of members) assert.equal(await readFile(join(folder, "out", name), "utf8"), "content", name);
  });

  it("has the same bytes whenever it is written", async () => {
    const members = await someMembers();
    const first = await write(members);
    assert.equal((await write(members, "y.tar.gz")).sha1, first.sha1);
  });

  it("has what can be made smaller so, and the rest as it is, which is faster", async () => {
    const random = { name: "new/0", file: await fileWith("random", randomBytes(300_000)) };
    const text = { name: "new/1", file: await fileWith("text", Buffer.alloc(300_000, "abc")) };
    const { size, file } = await write([text, random, text, random]);
    assert.ok(size > 600_000 && size < 605_000, `${size}`);
    // the level of a part is in its head
    const HEAD = 10;
    const heads = [0, 6].map((level) => gzipSync("", { level }).subarray(0, HEAD));
    const bytes = await readFile(file);
    assert.notDeepEqual(heads[0], heads[1]);
    assert.deepEqual(
      heads.map((head) => bytes.includes(head)),
      [true, true],
    );
  });

  describe("is refused where the source is no longer as the preview showed it:", () => {
    const bytes = Buffer.from("as it was");
    const changes: Readonly<Record<string, (path: string) => Promise<void>>> = {
      "a longer file": (path) => writeFile(path, "as it was before"),
      "a shorter file": (path) => writeFile(path, "as"),
      "other bytes of the same length": (path) => writeFile(path, "as it is!"),
      "no file": (path) => rm(path),
      async "a directory"(path) {
        await rm(path);
        await mkdir(path);
      },
      async "a link to the same bytes"(path) {
        await rename(path, `${path}.moved`);
        await symlink(`${path}.moved`, path);
      },
    };
    for (const [name, change] of Object.entries(changes))
      it(name, async () => {
        const file = await fileWith("page.html", bytes);
        await change(file.realPath);
        await assert.rejects(write([{ name: "new/0", file }]), (error: unknown) => {
          assert.ok(error instanceof DeploymentError, String(error));
          assert.deepEqual(error.problem, { kind: "changed" });
          return true;
        });
      });
  });

  it("says that this computer could not store it", async () => {
    await mkdir(join(folder, "x.tar.gz"));
    await assert.rejects(write([]), (error: unknown) => {
      assert.ok(error instanceof PanelError, String(error));
      assert.deepEqual(error.failure, { kind: "storage", problem: "fileFailed", code: "EISDIR" });
      return true;
    });
  });

  it("ends with the reason as soon as it is cancelled", async () => {
    const reason = new Error("cancelled");
    const controller = new AbortController();
    const members = await someMembers();
    controller.abort(reason);
    await assert.rejects(write(members, "x.tar.gz", controller), reason);
  });

  it("can have files of more than 8 GiB", async () => {
    for (const size of [8 ** 11 - 1, 8 ** 11, 2 ** 45 + 3]) {
      const { readable, writable } = createTarDecoder();
      const writer = writable.getWriter();
      void writer.write(tarHeader("new/0", size, 8 ** 11 + 5));
      const { value } = await readable.getReader().read();
      assert.equal(value?.header.size, size);
      assert.equal(Number(value.header.mtime), (8 ** 11 + 5) * 1000);
    }
  });
});
