import assert from "node:assert/strict";
import { AbandonedChanges } from "../../../src/actions/abandonedChanges.ts";
import type { ActionRecord, Finished } from "../../../src/actions/actionRunner.ts";
import type { PendingChange } from "../../../src/actions/changeJournal.ts";
import type { Outcome } from "../../../src/actions/outcome.ts";
import { TargetClaims } from "../../../src/actions/targetClaims.ts";
import { entryIn } from "../../../src/activity/activityEntry.ts";
import {
  activityDetails,
  activityFacts,
  activityLabel,
  activitySentence,
} from "../../../src/activity/window/activityTexts.ts";
import { actionTitle } from "../../../src/texts/actionTitles.ts";
import { LeapingClock } from "../../fakes/leapingClock.ts";
import { memoryFiles } from "../../fakes/memoryFiles.ts";
import { RunnerFixture } from "../../fakes/runnerFixture.ts";
import { SteppedClock } from "../../fakes/steppedClock.ts";

// what follows is as version 0.1.0 has written it: computed names would be right for any version
const AT = 1_700_000_000_000;
const FILE = "/etc/nginx/shop.conf";
const CLAIM = "66223d878d6b62fe0f0e4ca1fa125637a00a187d-92f295be8f26e4daf9f28ac6a64fa4d15950b872";
const ID = "0b7c4b5e-7f0c-4a5f-9b44-0a4a1f0e2a11";

const STORED_CHANGE = {
  version: 1,
  panelId: "p1",
  address: "https://192.0.2.1:8888",
  request: {
    kind: "file",
    verb: "save",
    target: { key: FILE, label: FILE },
    input: { file: { isRisky: true } },
  },
  before: { path: FILE, wanted: { kind: "content", sha1: "a9993e364706816aba3e25717850c26c9cd0d89d" } },
  notBegun: 2,
};

const STORED_LINE = JSON.stringify({
  version: 1,
  id: ID,
  at: AT,
  panelId: "p1",
  panel: "Shop",
  verb: "remove",
  kind: "file",
  target: FILE,
  key: FILE,
  result: "done",
  milliseconds: 1_500,
});

describe("a change of a file that an earlier version has stored", () => {
  it("is inspected, told and recorded as one of a file, if its window is gone", async () => {
    const [clock, files] = [new SteppedClock(), memoryFiles()];
    await files.create(`/data/pending/${CLAIM}.${AT}.${ID}.sending.abandoned`, JSON.stringify(STORED_CHANGE));
    const { panel } = new RunnerFixture({}).request;
    const claims = new TargetClaims({ root: "/data", clock, files });
    const outcome: Outcome = { kind: "done", evidence: undefined, why: "abandoned" };
    const inspected: PendingChange[] = [];
    const told: (readonly [Finished, number])[] = [];
    const recorded: ActionRecord[] = [];
    const abandoned = new AbandonedChanges({
      clock,
      claims,
      waitMs: () => 10_000,
      panelOf: () => panel,
      inspectProcedure: async (change) => {
        inspected.push(change);
        return outcome;
      },
      onFinished: async (record) => void recorded.push(record),
      show: (finished, notBegun) => told.push([finished, notBegun]),
    });
    abandoned.look();
    await clock.pass(60_000);
    await abandoned.dispose();
    assert.deepEqual(inspected, [STORED_CHANGE]);
    const [[finished, notBegun] = assert.fail("nothing was told")] = told;
    assert.deepEqual(
      [actionTitle(finished.request), finished.outcome, notBegun],
      [`Save “${FILE}” on “web 1”`, outcome, 2],
    );
    const { milliseconds: _milliseconds, ...record } = recorded[0] ?? assert.fail("nothing was recorded");
    const { kind, verb, target } = STORED_CHANGE.request;
    assert.deepEqual(record, { id: ID, panelId: "p1", kind, verb, target, outcome });
    assert.deepEqual(await claims.journal.list(), []);
  });

  it("keeps its file from being changed as long as its window lives", async () => {
    const [clock, files] = [new LeapingClock(AT), memoryFiles()];
    await files.create(`/data/claims/${CLAIM}.${AT}.30000.4711.${ID}.save.lock`, "");
    const window = new RunnerFixture({}, 60_000, files, undefined, clock);
    const save = (path: string) =>
      window.runner.run(
        { ...window.request, kind: "file", verb: "save", target: { key: path, label: path } },
        { procedure: { perform: async () => ({ kind: "done", evidence: undefined }) } },
      );
    assert.deepEqual([(await save(FILE)).kind, (await save(`${FILE}.bak`)).kind], ["busy", "done"]);
    await clock.sleep(30_000, new AbortController().signal);
    assert.equal((await save(FILE)).kind, "done");
  });

  it("is told in the activity by its name, with its directory", () => {
    const entry = entryIn(STORED_LINE) ?? assert.fail("it cannot be read");
    assert.equal(activityLabel(entry), "Delete shop.conf");
    assert.deepEqual(activityDetails(entry, AT).slice(0, 2), ["done", "Shop"]);
    assert.equal(activityDetails(entry, AT).at(-1), "/etc/nginx");
    assert.ok(activitySentence(entry).startsWith(`Delete ${FILE} on Shop: done (`), activitySentence(entry));
    assert.ok(activityFacts(entry, AT).includes(`Target: ${FILE} (file)`), activityFacts(entry, AT).join("\n"));
  });
});
