import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdir, readdir, readFile, symlink, truncate, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import {
  codeOf,
  createFileSystem,
  isYoung,
  removeLeftovers,
  replaceFile,
  whileBusy,
} from "../../../src/storage/fileSystem.ts";
import { LeapingClock } from "../../fakes/leapingClock.ts";
import { SteppedClock } from "../../fakes/steppedClock.ts";
import { fileError, filesWith, removeTemporaryDirectories, temporaryDirectory } from "../../fakes/storageFixture.ts";

describe("the file system", () => {
  const clock = new SteppedClock({ speed: 1 });
  const files = createFileSystem(clock);
  afterEach(removeTemporaryDirectories);

  it("takes absent files and directories for empty ones", async () => {
    const root = await temporaryDirectory();
    assert.deepEqual(await files.list(join(root, "none")), []);
    assert.equal(await files.read(join(root, "none")), undefined);
    await files.remove(join(root, "none"));
  });

  it("passes on other errors", async () => {
    const root = await temporaryDirectory();
    await mkdir(join(root, "directory"));
    await assert.rejects(files.read(join(root, "directory")), (error) => codeOf(error) === "EISDIR");
  });

  it("neither reads nor writes anything but regular files, and waits for none", async function () {
    if (process.platform === "win32") this.skip();
    const root = await temporaryDirectory();
    const pipe = join(root, "pipe");
    await promisify(execFile)("mkfifo", [pipe]);
    const isNoFile = (error: unknown) => codeOf(error) === "EFTYPE";
    await assert.rejects(files.read(pipe), isNoFile);
    await assert.rejects(files.read("/dev/zero"), isNoFile);
    await assert.rejects(files.append("/dev/zero", "text"), isNoFile);
    // nobody reads it
    await assert.rejects(files.append(pipe, "text"), (error) => codeOf(error) === "ENXIO");
    assert.equal(await files.size(pipe), 0);
    await files.remove(pipe);
    assert.deepEqual(await readdir(root), []);
  });

  it("follows no link", async function () {
    if (process.platform === "win32") this.skip();
    const root = await temporaryDirectory();
    const [theirs, link] = [join(root, "theirs"), join(root, "link")];
    await writeFile(theirs, "theirs");
    await symlink(theirs, link);
    const isLink = (error: unknown) => codeOf(error) === "ELOOP";
    await assert.rejects(files.append(link, "text"), isLink);
    await assert.rejects(files.read(link), isLink);
    await assert.rejects(files.create(link, "text"), (error) => codeOf(error) === "EEXIST");
    await symlink(join(root, "none"), join(root, "broken"));
    await assert.rejects(files.append(join(root, "broken"), "text"), isLink);
    assert.equal(await readFile(theirs, "utf8"), "theirs");
    await files.create(join(root, "ours"), "ours");
    await files.rename(join(root, "ours"), link);
    assert.deepEqual([await files.read(link), await readFile(theirs, "utf8")], ["ours", "theirs"]);
  });

  it("does not read a file that is far too large to be one of ours", async () => {
    const path = join(await temporaryDirectory(), "file");
    await files.create(path, "text");
    await truncate(path, 5 * 2 ** 30);
    await assert.rejects(files.read(path), (error) => codeOf(error) === "EFBIG");
  });

  it("creates a file once, with its directory", async () => {
    const path = join(await temporaryDirectory(), "new", "file");
    await files.create(path, "text");
    await assert.rejects(files.create(path, "other"), (error) => codeOf(error) === "EEXIST");
    assert.equal(await files.read(path), "text");
  });

  it("adds to the end of a file, with its directory, and knows its size", async () => {
    const path = join(await temporaryDirectory(), "new", "file");
    assert.equal(await files.size(path), 0);
    await files.append(path, "één");
    await files.append(path, "\ntwo");
    assert.equal(await files.read(path), "één\ntwo");
    assert.equal(await files.size(path), 9);
  });

  it("replaces a file and leaves no other behind", async () => {
    const root = await temporaryDirectory();
    await replaceFile(files, clock, join(root, "file"), "old");
    await replaceFile(files, clock, join(root, "file"), "new");
    assert.deepEqual(await readdir(root), ["file"]);
    assert.equal(await readFile(join(root, "file"), "utf8"), "new");
  });

  it("leaves the old text and no other file when replacing fails", async () => {
    const root = await temporaryDirectory();
    await writeFile(join(root, "file"), "old");
    const failing = filesWith({
      rename: async () => {
        throw fileError("ENOSPC");
      },
    });
    await assert.rejects(replaceFile(failing, clock, join(root, "file"), "new"), (error) => codeOf(error) === "ENOSPC");
    assert.deepEqual(await readdir(root), ["file"]);
    assert.equal(await readFile(join(root, "file"), "utf8"), "old");
  });

  it("removes leftovers once they are old", async () => {
    const root = await temporaryDirectory();
    const later = new SteppedClock({ speed: 1 });
    await writeFile(join(root, `${later.wallTime()}.x.tmp`), "");
    await writeFile(join(root, "other.json"), "");
    await removeLeftovers(files, later, root, 60_000);
    assert.equal((await readdir(root)).length, 2);
    await later.pass(60_001);
    await removeLeftovers(files, later, root, 60_000);
    assert.deepEqual(await readdir(root), ["other.json"]);
  });

  it("does not call something young for years after the clock was set back", () => {
    assert.equal(isYoung(clock.wallTime() + 30_000, clock, 60_000), true);
    assert.equal(isYoung(clock.wallTime() + 90_000, clock, 60_000), false);
    assert.equal(isYoung(Number.NaN, clock, 60_000), false);
  });

  it("repeats an action while another process has the file open, but not for ever and no other action", async () => {
    const waitless = new LeapingClock();
    let calls = 0;
    const busyTwice = async () => {
      if (++calls < 3) throw fileError("EPERM");
      return "done";
    };
    assert.equal(await whileBusy(waitless, busyTwice), "done");
    const failing = (code: string) => async () => {
      calls++;
      throw fileError(code);
    };
    calls = 0;
    await assert.rejects(whileBusy(waitless, failing("EBUSY")), (error) => codeOf(error) === "EBUSY");
    assert.equal(calls, 10);
    calls = 0;
    await assert.rejects(whileBusy(waitless, failing("ENOSPC")), (error) => codeOf(error) === "ENOSPC");
    assert.equal(calls, 1);
  });
});
