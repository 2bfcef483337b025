import assert from "node:assert/strict";
import { posix } from "node:path";
import { inspectAbandoned } from "../../../../src/deployments/abandonedDeployment.ts";
import { deploy, type DeployContext } from "../../../../src/deployments/deploy.ts";
import type { RunContext } from "../../../../src/deployments/deploymentProcedure.ts";
import type { Result } from "../../../../src/deployments/deploymentResult.ts";
import { isUpToDate } from "../../../../src/deployments/preparedDeployment.ts";
import { restartWith } from "../../../../src/deployments/restartTarget.ts";
import { endUnfinished } from "../../../../src/deployments/rollBack.ts";
import { throughStages } from "../../../../src/deployments/stages.ts";
import type { Step } from "../../../../src/deployments/steps/step.ts";
import { settled, stepsStage } from "../../../../src/deployments/steps/stepsStage.ts";
import { PanelError } from "../../../../src/wire/answers/failure.ts";
import type { DeployFixture } from "../deployFixture.ts";
import { deployWithSteps, startWithSteps, stepsOf, told, type WithSteps } from "./deployWithSteps.ts";

describe("a deployment with steps in trouble", () => {
  let used: DeployFixture;
  beforeEach(async () => (used = await startWithSteps()));
  afterEach(() => used.stop());

  const run = async (steps: readonly Step[], given?: WithSteps): Promise<Result> => deployWithSteps(used, steps, given);

  const isFree = async () => (await used.state()).unfinished === undefined;

  it("changes nothing where a cancel ends one before it, and what that has written stays for a while", async () => {
    const stopping = new AbortController();
    const result = await run(stepsOf({ run: "echo begun; sleep 600", when: "before" }), {
      changes: { signal: stopping.signal, onOutput: () => stopping.abort() },
    });
    assert.deepEqual([result.end.state, result.failure?.kind], ["before", "cancelled"]);
    assert.deepEqual(told(result), ["step 0 stopped"]);
    assert.equal(used.server["index.html"], "old");
    const [{ output = "" } = {}] = result.end.steps ?? [];
    assert.match(used.below(posix.dirname(output))["out"] ?? "", /^begun\n/);
    assert.ok(await isFree());
  });

  it("exchanges nothing where one before it has changed what was shown", async () => {
    const result = await run(stepsOf({ run: "echo other >index.html", when: "before" }));
    assert.equal(result.end.state, "before");
    assert.equal(used.server["index.html"], "other\n");
    assert.ok(await isFree());
  });

  it("goes back with all that says so, what had not begun too: it may end what one before the exchange has begun", async () => {
    const steps = stepsOf({ run: "touch maintenance", when: "before" }, "exit 3", {
      run: "rm maintenance; cat index.html >up.txt",
      alsoBack: true,
    });
    const result = await run(steps, { rollsBack: true });
    assert.deepEqual([result.end.state, result.end.rolledBack], ["before", "done"]);
    assert.deepEqual(told(result), ["step 0 exited 0", "step 1 exited 3", "step 2 notBegun", "step 2 exited 0 back"]);
    assert.deepEqual([used.server["maintenance"], used.server["up.txt"]], [undefined, "old"]);
    assert.ok(await isFree());
  });

  for (const [what, after, ended, written] of [
    ["no step to come", [], ["step 0 exited 0 back"], "oldold"],
    [
      "a step to come",
      [{ run: "echo up >>runs.txt", alsoBack: true }],
      ["step 1 notBegun", "step 0 exited 0 back", "step 1 exited 0 back"],
      "oldoldup\n",
    ],
  ] as const)
    it(`goes back with all that says so after a cancel in the exchange, with ${what}`, async () => {
      const stopping = new AbortController();
      const before = { run: "cat index.html >>runs.txt", when: "before", alsoBack: true } as const;
      const onPhase: DeployContext["onPhase"] = (phase) => {
        if (phase === "exchanging") stopping.abort();
      };
      const result = await run(stepsOf(before, ...after), { changes: { signal: stopping.signal, onPhase } });
      assert.deepEqual(
        [result.end.state, result.end.rolledBack, result.end.problem, result.failure?.kind],
        ["before", "done", undefined, "cancelled"],
      );
      assert.deepEqual(told(result), ["step 0 exited 0", ...ended]);
      assert.deepEqual([used.server["index.html"], used.server["runs.txt"]], ["old", written]);
      assert.ok(await isFree());
    });

  it("goes back without any where none had begun", async () => {
    const steps = stepsOf({ run: "touch ran.txt", user: "no-such-user", alsoBack: true });
    const result = await run(steps, { rollsBack: true });
    assert.deepEqual([result.end.state, result.end.rolledBack], ["before", "done"]);
    assert.deepEqual(told(result), ["step 0 notBegun"]);
    assert.equal(used.server["ran.txt"], undefined);
  });

  it("can still go back once it counts, with the steps that run again then", async () => {
    const steps = stepsOf({ run: "echo >>added.js; cat index.html >>runs.txt", alsoBack: true });
    const { end, undo } = await deployWithSteps(used, steps);
    assert.deepEqual([end.state, await isFree()], ["wanted", true]);
    const back = await undo?.();
    assert.deepEqual([back?.end.state, back?.end.rolledBack], ["before", "done"]);
    assert.deepEqual(back && told(back), ["step 0 exited 0", "step 0 exited 0 back"]);
    assert.deepEqual([used.server["index.html"], used.server["runs.txt"]], ["old", "oneold"]);
    assert.ok(await isFree());
  });

  it("still counts where the way back from it cannot begin", async () => {
    const { undo } = await deployWithSteps(used, stepsOf("true"));
    used.fault = () => {
      throw new PanelError({ kind: "network", code: "ECONNREFUSED" });
    };
    const back = await undo?.();
    used.fault = () => undefined;
    assert.deepEqual([back?.end.state, back?.end.rolledBack], ["wanted", "failed"]);
    assert.equal(used.server["index.html"], "one");
    assert.ok(await isFree());
  });

  it("counts also where a project has restarted after them", async () => {
    const prepared = await used.prepare({ steps: stepsOf("echo a >>ran.txt") });
    const done = async () => ({ kind: "done", evidence: undefined }) as const;
    const process = { restart: done, stop: done, isStopped: () => false, startsStopped: false, maySplit: true };
    const context: RunContext = {
      ...used.context(),
      ...process,
      waitMs: 60_000,
      onPhase: () => undefined,
      say: () => undefined,
    };
    const stages = [stepsStage(false), restartWith];
    const { end } = await settled(await throughStages(await deploy(prepared, context), stages, context), context);
    assert.deepEqual([end.state, end.running], ["wanted", "seen"]);
    assert.ok(await isFree());
  });

  describe("that is held while another computer looks at it", () => {
    const elsewhere = async (ending: "recover" | "keep") => {
      const { unfinished } = await used.state();
      return endUnfinished(
        await used.place(),
        unfinished ?? assert.fail(),
        ending,
        used.context({ installation: "bb" }),
      );
    };

    /** Minutes later, as the server tells by its files. */
    const afterMinutes = () => {
      const all = used.panel.state.files;
      for (const [path, file] of all)
        if (/\/(?:state|steps\/\d+\/(?:how|rc))$/.test(path)) all.set(path, { ...file, mtime: file.mtime - 180 });
      used.panel.shell.synchronise();
    };

    for (const rollsBack of [true, false])
      it(`says that it is as before where that has taken it back ${rollsBack ? "and it goes back itself" : ""}`, async () => {
        const context = used.context() as RunContext;
        const held = await deploy(await used.prepare({ steps: stepsOf("touch ran.txt") }), context);
        assert.equal(held.end.state, "held");
        for (const ending of ["recover", "keep"] as const)
          assert.equal((await elsewhere(ending)).end.problem?.kind, "busy");
        afterMinutes();
        assert.equal((await elsewhere("recover")).end.state, "wanted");
        assert.equal(used.server["index.html"], "old");

        const result = await settled(await throughStages(held, [stepsStage(rollsBack)], context), context);
        assert.deepEqual(
          [result.end.state, result.end.problem, told(result)],
          ["before", { kind: "changed" }, ["step 0 notBegun"]],
        );
        assert.equal(used.server["ran.txt"], undefined);
        assert.ok(await isFree());
      });
  });

  describe("whose window dies before it is settled", () => {
    const steps = stepsOf("echo a >>ran.txt", "echo b >>ran.txt");

    beforeEach(async () => {
      const result = await run(steps, {
        changes: {
          onPhase: (phase) => {
            if (phase === "settling")
              used.fault = () => {
                throw new PanelError({ kind: "network", code: "ECONNREFUSED" });
              };
          },
        },
      });
      used.fault = () => undefined;
      assert.equal(result.end.state, "held");
      assert.equal(used.server["index.html"], "one");
    });

    it("is found held, with the ends of its steps, and nothing becomes of it by itself", async () => {
      const { unfinished } = await used.state();
      const { signal } = new AbortController();
      const begun = { verb: "deploy", deployment: "site", place: await used.place(), ids: [unfinished?.id], steps };
      const { kind, deployment } = await inspectAbandoned("site", begun, used.callFor(signal), used.clock, signal);
      assert.deepEqual([kind, deployment?.state], ["uncertain", "held"]);
      assert.deepEqual(
        deployment?.steps?.map(({ end }) => end),
        [
          { kind: "exited", code: 0 },
          { kind: "exited", code: 0 },
        ],
      );
      assert.equal(await isFree(), false);
    });

    it("is kept where a person says so, and its steps are not run again", async () => {
      const { unfinished } = await used.state();
      assert.ok(unfinished !== undefined);
      const kept = await endUnfinished(await used.place(), unfinished, "keep", used.context());
      assert.equal(kept.end.state, "finished");
      assert.equal(used.server["index.html"], "one");
      assert.equal(isUpToDate(await used.plan({ steps })), true);
      assert.equal(used.server["ran.txt"], "a\nb\n");
    });

    it("goes back where a person says so", async () => {
      const { unfinished } = await used.state();
      assert.ok(unfinished !== undefined);
      const back = await endUnfinished(await used.place(), unfinished, "recover", used.context());
      assert.equal(back.end.state, "wanted");
      assert.equal(used.server["index.html"], "old");
      assert.ok(await isFree());
    });
  });
});
