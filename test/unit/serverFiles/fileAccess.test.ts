import assert from "node:assert/strict";
import { readAccess, readOwners, setAccess, typedMode } from "../../../src/serverFiles/fileAccess.ts";
import { FileError } from "../../../src/serverFiles/fileError.ts";
import { modeText } from "../../../src/texts/fileTexts.ts";
import { DIRECTORY, FilesFixture } from "./filesFixture.ts";

describe("modes", () => {
  it("are typed as three octal digits", () => {
    for (const text of ["644", "0644", " 644 "]) assert.equal(typedMode(text), "644");
    for (const text of ["", "64", "648", "4755", "00644", "rw-r--r--", "-644", "6 44"])
      assert.equal(typedMode(text), undefined, text);
  });

  it("are shown in both ways", () => {
    assert.equal(modeText("644"), "0644 (rw-r--r--)");
    assert.equal(modeText("750"), "0750 (rwxr-x---)");
    assert.equal(modeText("000"), "0000 (---------)");
  });
});

describe("the permissions of a file", () => {
  let server: FilesFixture;
  const path = `${DIRECTORY}/a.txt`;
  const www = { user: "www", group: "www" };
  beforeEach(async () => {
    server = await FilesFixture.start("baota");
    server.put(path, "one");
  });
  afterEach(async () => server.stop());

  const problemOf = async (task: Promise<unknown>) =>
    task.then(
      () => undefined,
      (error: unknown) => (error instanceof FileError ? error.problem : assert.fail(String(error))),
    );

  it("are set with the group of the owner's name, and read again", async () => {
    await setAccess(server.files, path, await readAccess(server.files, path), { mode: "600", ...www });
    const { mode, uid, gid } = server.all.get(path) ?? assert.fail("it is gone");
    assert.deepEqual([mode, uid, gid], [0o600, 1001, 1001]);
  });

  it("stay where they are not those that were shown", async () => {
    const shown = await readAccess(server.files, path);
    server.put(path, "one", { mode: 0o640 });
    const problem = await problemOf(setAccess(server.files, path, shown, { mode: "600", ...www }));
    assert.deepEqual(problem, { kind: "accessChanged", path });
    assert.equal(server.all.get(path)?.mode, 0o640);
  });

  it("are told as they are where the panel's success was none", async () => {
    const shown = await readAccess(server.files, path);
    const to = { mode: "600", user: "nobody1", group: "nobody1" };
    const problem = await problemOf(setAccess(server.files, path, shown, to));
    const { user, group } = shown.attributes;
    assert.deepEqual(problem, { kind: "accessUnset", path, now: { mode: "600", user, group } });
  });

  it("are not changed where that would take away special bits, or is not possible", async () => {
    server.put(path, "one", { mode: 0o4755 });
    assert.equal((await problemOf(readAccess(server.files, path)))?.kind, "specialMode");
    server.put(path, "one", { isLocked: true });
    assert.equal((await problemOf(readAccess(server.files, path)))?.kind, "locked");
  });

  it("can go to users with a group of the same name alone", async () => {
    server.put(
      "/etc/passwd",
      "root:x:0:0::/root:/bin/sh\nwww:x:1001:1001::/:/bin/sh\nsync:x:4:65534::/bin:\n\nodd name:x:5:5\n",
    );
    server.put("/etc/group", "root:x:0:\nwww:x:1001:\nodd name:x:5:\nnogroup:x:65534:\n");
    assert.deepEqual(await readOwners(server.files), ["root", "www"]);
  });
});
