import assert from "node:assert/strict";
import { archiveFact, newBackup, readBackups, type WithBackups } from "../../../src/resources/backUp.ts";
import { FakeCalls } from "../../fakes/fakeCall.ts";
import { fileEntry, listOf } from "../../fakes/rows.ts";

const PATH = "/www/backup/site/a/a_1.tar.gz";
const seen = (ids: readonly number[], bytes?: number): WithBackups => ({ backups: { ids, path: PATH, bytes } });
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
    assert.deepEqual(found, { backups: { ids: [5, 4], path: PATH, bytes: 965 } });
    assert.deepEqual(calls.made[0], ["backup.list", { of: "site", id: 7 }]);
    assert.deepEqual(archiveFact(found, undefined, "site.archive"), { name: "site.archive", value: `${PATH} (965 B)` });
    assert.equal(archiveFact(seen([1], 5_242_880), undefined, "site.archive")?.value, `${PATH} (5.2 MB)`);
  });
});
