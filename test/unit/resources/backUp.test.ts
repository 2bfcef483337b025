import assert from "node:assert/strict";
import {
  archiveFact,
  newBackup,
  onBackupTimeout,
  readBackups,
  type WithBackups,
} from "../../../src/resources/backUp.ts";
import { FakeCalls } from "../../fakes/fakeCall.ts";
import { fileEntry, listOf } from "../../fakes/rows.ts";
import { RunnerFixture } from "../../fakes/runnerFixture.ts";

const FILE = "a_1.tar.gz";
const PATH = `/www/backup/site/a/${FILE}`;
const seen = (ids: readonly number[], bytes?: number): WithBackups => ({
  backups: { ids, path: PATH, bytes, isThere: bytes !== undefined },
});
const isShown = (before: WithBackups, now: WithBackups) => newBackup.isShown(now, before, {});

describe("a backup", () => {
  it("is done when there is a new archive with something in it", () => {
    assert.equal(isShown(seen([1]), seen([1], 9)), false);
    assert.equal(isShown(seen([1]), seen([2, 1], 0)), false);
    assert.equal(isShown(seen([1]), seen([2, 1])), false);
    assert.equal(isShown(seen([1]), seen([2, 1], 9)), true);
    assert.equal(isShown(seen([]), seen([1], 9)), true);
    assert.equal(isShown({}, seen([1], 9)), false);
  });

  it("is not an older one that moves into the list because others were deleted", () => {
    const listed = [104, 103, 102];
    assert.equal(isShown(seen(listed), seen([104, 102, 101], 9)), false);
    assert.equal(isShown(seen(listed), seen([103, 102, 101], 9)), false);
    assert.equal(isShown(seen(listed), seen([105, 104, 102], 9)), true);
    assert.equal(isShown(seen(listed), seen([], 9)), false);
  });

  it("is not one of several where none was listed before: the panel could not read its list", () => {
    assert.equal(isShown(seen([]), seen([2, 1], 9)), false);
    assert.equal(onBackupTimeout(seen([]), seen([2, 1])), "pending");
  });

  it("is not the one of before, which an empty list has left out", async () => {
    const row = { id: 7, name: "shop", site: undefined, user: undefined, server: undefined };
    for (const emptyFor of [1, 2]) {
      let lists = 0;
      const fixture = new RunnerFixture({
        "site.databases": () => listOf([row]),
        "backup.list": () => listOf((lists += 1) <= emptyFor ? [] : [{ id: 1, path: PATH }]),
        "file.stat": ({ paths }) => listOf(paths.map((path) => fileEntry(path, true, 965))),
        "database.backUp": () => ({ msg: undefined }),
      });
      const target = { key: "7", label: "shop" };
      const outcome = await fixture.run({ kind: "database", verb: "backUp", target, row });
      assert.equal(outcome.kind, emptyFor === 1 ? "sent" : "done", "empty twice is empty");
    }
  });

  it("is only listed where its archive is missing or empty, and then names no file", () => {
    const before = seen([1], 9);
    const at = (now: WithBackups) => [onBackupTimeout(before, now), archiveFact(now, before, "site.archive")];
    assert.deepEqual(at(seen([2, 1])), ["partly", undefined]);
    assert.deepEqual(at(seen([2, 1], 0)), ["partly", undefined]);
    assert.deepEqual(at(seen([1], 9)), ["pending", undefined]);
    assert.equal(onBackupTimeout(undefined, seen([2, 1])), "pending");
    const untold = { backups: { ids: [2, 1], path: PATH, bytes: undefined, isThere: undefined } };
    assert.deepEqual(at(untold), ["pending", undefined]);
  });

  it("is the newest by its number, and its size that of the file", async () => {
    const rows = [
      { id: 4, path: "/www/backup/old.zip" },
      { id: 5, path: PATH },
      { id: undefined, path: "/x" },
    ];
    const calls = new FakeCalls({
      "backup.list": () => ({ ...listOf(rows), rows, unreadable: [] }),
      "file.stat": ({ paths }) => ({ rows: paths.map((path) => fileEntry(path, true, 965)), unreadable: [], total: 1 }),
    });
    const found = await readBackups(calls.callFor(), "site", 7);
    assert.deepEqual(found, { backups: { ids: [5, 4], path: PATH, bytes: 965, isThere: true } });
    assert.deepEqual(calls.made[0], ["backup.list", { of: "site", id: 7 }]);
    assert.deepEqual(archiveFact(found, seen([4], 9), "site.archive"), {
      name: "site.archive",
      value: `${FILE} (965 B), in /www/backup/site/a`,
      path: PATH,
    });
    assert.match(archiveFact(seen([1], 5_242_880), seen([]), "site.archive")?.value ?? "", /^[^/]+ \(5\.2 MB\), in \//);
  });
});
