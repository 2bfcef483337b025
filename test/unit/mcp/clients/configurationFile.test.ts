import assert from "node:assert/strict";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readConfiguration, writeConfiguration } from "../../../../src/mcp/clients/configurationFile.ts";
import { systemClock } from "../../../../src/platform/clock.ts";
import { createFileSystem } from "../../../../src/storage/fileSystem.ts";

const storing = { files: createFileSystem(systemClock), clock: systemClock };

describe("The file of a client", () => {
  let directory: string;
  let path: string;
  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), "server-panel-client-"));
    path = join(directory, "mcp.json");
  });
  afterEach(() => rmSync(directory, { recursive: true, force: true }));

  const read = async () => readConfiguration(path, storing);
  const write = async (text: string, before?: Awaited<ReturnType<typeof read>>) =>
    writeConfiguration(path, before ?? (await read()), text, storing);

  it("is replaced as a whole, with its mode, and nothing is left beside it", async () => {
    for (const mode of [0o644, 0o600, 0o640]) {
      writeFileSync(path, "{}");
      chmodSync(path, mode);
      assert.deepEqual(await read(), { kind: "text", text: "{}", mode });
      assert.equal(await write('{"a": "王"}'), "written");
      assert.equal(readFileSync(path, "utf8"), '{"a": "王"}');
      assert.equal(statSync(path).mode & 0o777, mode);
    }
    assert.deepEqual(readdirSync(directory), ["mcp.json"]);
  });

  it("is made where there is none, for this user alone", async () => {
    assert.deepEqual(await read(), { kind: "absent" });
    assert.equal(await write("new"), "written");
    assert.equal(readFileSync(path, "utf8"), "new");
    assert.equal(statSync(path).mode & 0o777, 0o600);
  });

  it("is not touched where it could be somebody else's or be lost", async () => {
    const target = join(directory, "dotfiles.json");
    writeFileSync(target, "{}");
    const states: readonly (readonly [string, unknown, () => void])[] = [
      ["a link", "link", () => symlinkSync(target, path)],
      ["a link to nothing", "link", () => symlinkSync(join(directory, "gone"), path)],
      ["a directory", "special", () => mkdirSync(path)],
      ["a large file", "tooLarge", () => writeFileSync(path, " ".repeat(2 ** 20 + 1))],
      ["another encoding", "notUtf8", () => writeFileSync(path, Buffer.from([0x7b, 0xd6, 0xd0, 0x7d]))],
      ["a read-only file", "readOnly", () => writeFileSync(path, "{}", { mode: 0o444 })],
      ["no client", "noClient", () => rmSync(directory, { recursive: true })],
    ];
    for (const [name, why, make] of states) {
      make();
      const before = await read();
      assert.deepEqual(before, { kind: "unusable", why }, name);
      assert.equal(await write("new", before), "changed", name);
      rmSync(path, { recursive: true, force: true });
    }
    assert.ok(!existsSync(target) || readFileSync(target, "utf8") === "{}");
  });

  it("is not touched if it is no longer what was shown", async () => {
    writeFileSync(path, "{}");
    const shown = await read();
    for (const change of [
      () => writeFileSync(path, "{ }"),
      () => rmSync(path),
      () => symlinkSync(join(directory, "other"), path),
    ]) {
      change();
      assert.equal(await write("new", shown), "changed");
    }
    rmSync(path);
    const absent = await read();
    writeFileSync(path, "theirs");
    assert.equal(await write("new", absent), "changed");
    assert.equal(readFileSync(path, "utf8"), "theirs");
    const onFullDisk = writeConfiguration(path, await read(), "new", { ...storing, files: failing("ENOSPC") });
    assert.deepEqual(await onFullDisk, { code: "ENOSPC" });
    assert.equal(readFileSync(path, "utf8"), "theirs");
  });
});

function failing(code: string) {
  return { ...storing.files, create: async () => Promise.reject(Object.assign(new Error(code), { code })) };
}
