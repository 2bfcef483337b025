import assert from "node:assert/strict";
import { OpenedFiles } from "../../../../src/serverFiles/window/openedFiles.ts";

const KEY = "serverpanel://p1/a";

describe("a file that was opened", () => {
  let files: OpenedFiles;
  beforeEach(() => {
    files = new OpenedFiles();
    files.seen(KEY, { mtime: 100, size: 3 });
    files.read(KEY, "one", 3, false);
  });

  it("may be replaced as long as it has the bytes that were read", () => {
    assert.deepEqual(files.replaceable(KEY), { sha1: "one" });
    assert.equal(files.seen(KEY, { mtime: 100, size: 3 }), 100_000);
  });

  it("is not known where an editor has its text from before a reload, until a person chooses", () => {
    const restored = "serverpanel://p1/b";
    assert.equal(files.replaceable(restored), "unread");
    files.seen(restored, { mtime: 100, size: 3 });
    files.read(restored, "theirs", 3, true);
    assert.equal(files.replaceable(restored), "unread");
    files.mayOverwrite(restored);
    assert.equal(files.replaceable(restored), "any");
    files.saved(restored, "mine", 4);
    assert.deepEqual(files.replaceable(restored), { sha1: "mine" });
  });

  it("gets a later time whenever time or size differ, also where the server's time goes back", () => {
    const times = [
      files.seen(KEY, { mtime: 100, size: 3 }),
      files.seen(KEY, { mtime: 100, size: 4 }),
      files.seen(KEY, { mtime: 50, size: 4 }),
      files.seen(KEY, { mtime: 50, size: 4 }),
      files.seen(KEY, { mtime: 200, size: 4 }),
    ];
    assert.deepEqual(times, [100_000, 100_001, 100_002, 100_002, 200_000]);
  });

  it("is not replaced where a change kept its size, which editors take for none", () => {
    files.seen(KEY, { mtime: 101, size: 3 });
    assert.deepEqual(files.replaceable(KEY), { sha1: "one" });
    // another extension has read it while an editor has changes that were made on the old content
    files.read(KEY, "two", 3, true);
    assert.deepEqual(files.replaceable(KEY), { sha1: "one" });
    files.mayOverwrite(KEY);
    assert.equal(files.replaceable(KEY), "any");
  });

  it("is replaced where its size differs: editors save only after a person has chosen to overwrite it", () => {
    files.seen(KEY, { mtime: 101, size: 4 });
    files.read(KEY, "four", 4, true);
    assert.equal(files.replaceable(KEY), "any");
  });

  it("is not replaced where somebody else has written it right after a save, which editors take for what they have saved", () => {
    files.saved(KEY, "mine", 4);
    files.seen(KEY, { mtime: 101, size: 9 });
    files.clean(KEY);
    assert.deepEqual(files.replaceable(KEY), { sha1: "mine" });
    // what editors see later they tell the person
    files.seen(KEY, { mtime: 102, size: 8 });
    assert.equal(files.replaceable(KEY), "any");
  });

  it("may be replaced with what was read last once no editor has changes", () => {
    files.seen(KEY, { mtime: 101, size: 3 });
    files.read(KEY, "two", 3, true);
    files.clean(KEY);
    assert.deepEqual(files.replaceable(KEY), { sha1: "two" });
    files.read(KEY, "three", 3, false);
    assert.deepEqual(files.replaceable(KEY), { sha1: "three" });
  });

  it("tells editors of a change that kept time and size", () => {
    assert.equal(files.read(KEY, "one", 3, false), false);
    assert.equal(files.read(KEY, "two", 3, false), true);
    assert.equal(files.seen(KEY, { mtime: 100, size: 3 }), 100_001);
    assert.equal(files.read(KEY, "two", 3, false), false);
  });

  it("is known by what a save wrote, whatever its time is", () => {
    files.saved(KEY, "saved", 3);
    assert.deepEqual(files.replaceable(KEY), { sha1: "saved" });
    assert.ok(files.seen(KEY, { mtime: 100, size: 3 }) > 100_000);
    assert.deepEqual(files.replaceable(KEY), { sha1: "saved" });
  });

  it("is forgotten with the file", () => {
    files.forget(KEY);
    assert.equal(files.replaceable(KEY), "unread");
  });

  it("is known by its new address, also where its directory was moved", () => {
    files.moved(KEY, "serverpanel://p1/dir/b");
    files.moved("serverpanel://p1/dir", "serverpanel://p1/dir/deeper");
    assert.deepEqual(files.replaceable("serverpanel://p1/dir/deeper/b"), { sha1: "one" });
    assert.equal(files.replaceable(KEY), "unread");
  });
});
