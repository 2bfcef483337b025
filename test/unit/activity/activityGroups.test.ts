import assert from "node:assert/strict";
import type { ActionRecord } from "../../../src/actions/actionRunner.ts";
import { entryIn, entryOf, lineOf, type ActivityEntry } from "../../../src/activity/activityEntry.ts";
import { partsOf, reachedIn, recordOfGroup } from "../../../src/activity/activityGroups.ts";
import { isGroup, rowsOf, type ActivityGroup } from "../../../src/activity/activityRows.ts";
import { activityFacts } from "../../../src/activity/window/activityTexts.ts";
import {
  groupDetails,
  groupLabel,
  groupLines,
  partDetails,
  partLabel,
} from "../../../src/activity/window/groupTexts.ts";
import { actionRecord } from "../../fakes/actionRecord.ts";

const ROLES = ["web-1", "web-2", "web-3"];

describe("what was done to several servers", () => {
  const entry = (id: string, role: string | undefined, changes: Partial<ActionRecord> = {}): ActivityEntry => {
    const group = role === undefined ? {} : { group: { id: "run", deployment: "shop", role, roles: ROLES } };
    const record = actionRecord({ id, verb: "deploy", kind: "site", ...group, ...changes });
    return entryOf(record, `panel of ${role}`, 0, (text) => text) ?? assert.fail("no entry");
  };
  const failed = { outcome: { kind: "wentWrong", evidence: undefined } } as const;
  const groupIn = (entries: readonly ActivityEntry[]): ActivityGroup =>
    rowsOf(entries).find((row) => isGroup(row)) ?? assert.fail("no group");

  it("is one row, where the newest of it is", () => {
    const rows = rowsOf([entry("5", undefined), entry("4", "web-2"), entry("3", undefined), entry("2", "web-1")]);
    assert.deepEqual(
      rows.map(({ id }) => id),
      ["5", "group:run", "3"],
    );
    const row = groupIn([entry("2", "web-2"), entry("1", "web-1")]);
    assert.equal(groupLabel(row), "Deploy “shop”");
    assert.deepEqual(
      partsOf(row).map(({ role, last }) => [role, last?.id]),
      [
        ["web-1", "1"],
        ["web-2", "2"],
        ["web-3", undefined],
      ],
    );
  });

  it("counts the servers that have it, and is shown as what went worst", () => {
    const all = groupIn(ROLES.map((role) => entry(role, role)));
    assert.deepEqual([reachedIn(all), recordOfGroup(all).tone], [3, "fine"]);
    const two = groupIn([entry("2", "web-2", failed), entry("1", "web-1")]);
    assert.deepEqual([reachedIn(two), recordOfGroup(two).tone], [1, "wrong"]);
    assert.equal(groupDetails(two, 0)[0], "1 of 3 servers");
    const back = groupIn([entry("3", "web-1", { verb: "rollBack" }), entry("2", "web-2", failed), entry("1", "web-1")]);
    assert.equal(reachedIn(back), 0);
    assert.equal(groupLabel(back), "Deploy “shop”");
    const lines = groupLines(back);
    assert.equal(lines.length, 4);
    assert.match(lines[0] ?? "", /^web-1: Deploy .* on panel of web-1: done/);
    assert.match(lines[1] ?? "", /^web-1: Roll Back .* done/);
    assert.equal(lines[3], "web-3: not begun, or no longer in the list");
  });

  it("has a short row for each server, which begins with its name, and all else in its tooltip", () => {
    const part = entry("2", "web-2", failed);
    assert.ok(part.group);
    assert.equal(partLabel(part.group), "web-2");
    assert.deepEqual(partDetails(part, part.at), ["Deploy: accepted, but failed", "panel of web-2", "just now"]);
    assert.deepEqual(activityFacts(part, part.at).slice(1, 3), ["Server: web-2", "Panel: panel of web-2"]);
  });

  it("is kept on disk, and read by what knows nothing of it as single operations", () => {
    const line = lineOf(entry("1", "web-1"));
    assert.deepEqual(entryIn(line)?.group, { id: "run", deployment: "shop", role: "web-1", roles: ROLES });
    const old = entryIn(lineOf(entry("2", undefined)));
    assert.equal(old?.group, undefined);
    // of a version that keeps something else there
    const odd = entryIn(line.replace('"roles"', '"servers"'));
    assert.deepEqual([odd?.id, odd?.group], ["1", undefined]);
    assert.ok(rowsOf([odd ?? assert.fail("not read")]).every((row) => !isGroup(row)));
  });
});
