import assert from "node:assert/strict";
import { posix } from "node:path";
import { recordsOf } from "../../../../src/deployments/exchangeRecords.ts";
import { runSteps, type StepsContext, type StepsEnd } from "../../../../src/deployments/steps/runSteps.ts";
import { ServerRun, type RunOf } from "../../../../src/deployments/serverRun.ts";
import type { Step, StepTurn } from "../../../../src/deployments/steps/step.ts";
import { PanelError } from "../../../../src/wire/answers/failure.ts";
import { knownEditions } from "../../../../src/wire/answers/operation.ts";
import { turnsOf } from "../../../fakes/turnsOf.ts";
import { DeployFixture } from "../deployFixture.ts";

const stepOf = (index: number, run: string, more: Partial<Step> = {}): Step => ({
  index,
  name: `step ${index}`,
  run,
  when: "after",
  user: "www",
  uid: 1001,
  seconds: 60,
  within: "",
  directory: "",
  alsoBack: false,
  path: [],
  ...more,
});

for (const edition of knownEditions) {
  const test = turnsOf(edition);

  describe(`the steps of a deployment to a demo ${edition}`, () => {
    let used: DeployFixture;
    let run: ServerRun;
    let of: RunOf;
    let output: string;
    beforeEach(async () => {
      used = await DeployFixture.start(edition);
      run = new ServerRun(await used.place());
      of = { id: run.id, paths: [], bytes: 0 };
      output = "";
    });
    afterEach(async () => used.stop());

    const context = (changes: Partial<StepsContext> = {}): StepsContext => ({
      ...used.context(),
      onOutput: (text) => {
        output += text;
      },
      ...changes,
    });

    function recordOf() {
      const { installation, by } = used.context();
      const counts = { added: 0, changed: 0, unchanged: 0, removed: 0 };
      return {
        ...by,
        installation,
        deployment: "site",
        website: "x",
        directory: "",
        counts,
        backupBytes: 0,
        placed: [],
      };
    }

    /** Sends an exchange without files, and makes it unless its steps come before that. */
    async function send(steps: readonly Step[], turn: StepTurn = "after"): Promise<void> {
      await run.send([], { record: recordOf(), after: undefined, steps }, context());
      if (turn === "after") assert.deepEqual(await run.change("exchange", of, context()), { kind: "held" });
    }

    const ran = async (steps: readonly Step[], turn: StepTurn = "after", changes = {}): Promise<StepsEnd> => {
      await send(steps, turn);
      return runSteps(run, of, steps, turn, context(changes));
    };

    test("run one after the other until one does not end with 0, and what they write is shown", async () => {
      const steps = [stepOf(0, "echo one\necho two"), stepOf(1, "echo three\nexit 3"), stepOf(2, "echo never")];
      const ended = await ran(steps);
      assert.deepEqual(
        ended.steps.map(({ name, end }) => [name, end]),
        [
          ["step 0", { kind: "exited", code: 0 }],
          ["step 1", { kind: "exited", code: 3 }],
          ["step 2", { kind: "notBegun" }],
        ],
      );
      assert.equal(output, "one\ntwo\nthree\n");
      assert.equal(ended.problem, undefined);
      const [{ output: file = "" } = {}] = ended.steps;
      assert.equal(used.below(posix.dirname(file))["out"], "one\ntwo\n");
      assert.equal((await run.change("back", of, context())).kind, "old");
      assert.deepEqual(used.tasks(), []);
    });

    test("are not run on the computer of whoever tries the demo", async () => {
      const ended = await ran([stepOf(0, "npm ci\ntouch here")]);
      assert.deepEqual(ended.steps[0]?.end, { kind: "exited", code: 0 });
      assert.match(output, /runs no commands/);
      assert.ok(!("here" in used.server), "it is taken for done, and not run");
    });

    test("count once they have ended, and the server knows that these have", async () => {
      assert.deepEqual((await ran([stepOf(0, "true")])).steps[0]?.end, { kind: "exited", code: 0 });
      assert.equal((await run.change("settle", of, context())).kind, "new");
      assert.deepEqual(
        (await used.past()).map(({ id }) => id),
        [of.id],
      );
      const { site } = await used.place();
      assert.ok(Object.keys(used.below(site)).includes(`${of.id}/steps/done`));
    });

    test("before the exchange put it away where one fails", async () => {
      const before = stepOf(0, "false", { when: "before" });
      const ended = await ran([before], "before");
      assert.deepEqual(ended.steps[0]?.end, { kind: "exited", code: 1 });
      assert.equal((await used.state()).unfinished, undefined);
      assert.equal((await run.change("exchange", of, context())).kind, "unfit");
    });

    test("do not begin as a user that was not agreed to", async () => {
      const ended = await ran([stepOf(0, "true", { uid: 0 })]);
      assert.deepEqual(ended, {
        steps: [{ name: "step 0", when: "after", end: { kind: "notBegun" } }],
        problem: { kind: "noUser", step: "step 0", user: "www" },
      });
    });

    test("do not begin in a directory that is not there", async () => {
      const ended = await ran([stepOf(0, "true", { directory: "api" })]);
      assert.deepEqual(ended.steps[0]?.end, { kind: "notBegun" });
      const { root } = await used.place();
      assert.deepEqual(ended.problem, { kind: "stepDirectory", step: "step 0", path: posix.join(root, "api") });
    });

    test("go on where the panel is gone meanwhile, and their end is seen when it is back", async () => {
      const refused = new PanelError({ kind: "network", code: "ECONNREFUSED" });
      let left = 6;
      const onOutput = () => {
        used.fault = () => {
          if (left-- > 0) throw refused;
        };
      };
      const ended = await ran([stepOf(0, "echo begun\nsleep 3\nexit 7")], "after", { onOutput });
      assert.ok(left <= 0, "the panel was gone");
      assert.deepEqual(ended.steps[0]?.end, { kind: "exited", code: 7 });
    });

    test("run once though the answer that they have begun or ended was lost", async () => {
      used = await restarted(used);
      run = new ServerRun(await used.place());
      of = { id: run.id, paths: [], bytes: 0 };
      const steps = [stepOf(0, "echo once >>times")];
      await send(steps);
      let lost = 0;
      used.fault = (_call, id, isMade) => {
        if (id !== "scheduledTask.run" || !isMade || lost++ > 0) return;
        throw new PanelError({ kind: "network", code: "ECONNRESET" });
      };
      const ended = await runSteps(run, of, steps, "after", context());
      assert.deepEqual(ended.steps[0]?.end, { kind: "exited", code: 0 });
      assert.equal(used.server["times"], "once\n");
    });

    test("are ended by a cancel, with all their processes, and none begins after that", async () => {
      const cancelling = new AbortController();
      const onOutput = () => cancelling.abort();
      const steps = [stepOf(0, "echo begun\nsleep 601.7"), stepOf(1, "echo never")];
      const ended = await ran(steps, "after", { signal: cancelling.signal, onOutput });
      assert.deepEqual(
        ended.steps.map(({ end, left }) => [end.kind, left]),
        [
          ["stopped", undefined],
          ["notBegun", undefined],
        ],
      );
      assert.equal((await run.change("back", of, context())).kind, "old");
      assert.deepEqual(used.tasks(), []);
    });

    test("may change a file that was deployed: that is nobody's edit for the next deployment", async () => {
      used = await restarted(used);
      await used.source({ "index.html": "new" });
      const prepared = await used.prepare();
      ({ run } = prepared);
      const { place, plan, directories } = prepared;
      const records = recordsOf(plan, directories, place);
      of = { id: run.id, paths: records.map(({ record }) => record.path), bytes: 0 };
      const placed = plan.changed.map(({ path, size, sha1, mtime }) => ({
        path,
        size,
        sha1,
        mtime,
        deployment: "site",
      }));
      assert.equal(placed.length, 1);
      const steps = [stepOf(0, "echo by the step >index.html")];
      await run.send(records, { record: { ...recordOf(), placed }, after: undefined, steps }, context());
      assert.deepEqual(await run.change("exchange", of, context()), { kind: "held" });
      const ended = await runSteps(run, of, steps, "after", context());
      assert.deepEqual(ended.steps[0]?.end, { kind: "exited", code: 0 });
      assert.equal((await run.change("settle", of, context())).kind, "new");
      assert.equal(used.server["index.html"], "by the step\n");
      const [again] = (await used.plan()).plan.changed;
      assert.deepEqual([again?.path, again?.isOurs], ["index.html", true]);
      used.put({ "index.html": "by somebody" });
      assert.equal((await used.plan()).plan.changed[0]?.isOurs, false);
    });

    /** A fixture whose panel runs steps for real. */
    async function restarted(before: DeployFixture): Promise<DeployFixture> {
      await before.stop();
      return DeployFixture.start(edition, undefined, { runsCommands: true });
    }
  });
}
