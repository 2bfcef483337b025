import assert from "node:assert/strict";
import type { DeployContext } from "../../../src/deployments/deploy.ts";
import { rollBack } from "../../../src/deployments/rollBack.ts";
import { ServerRun } from "../../../src/deployments/serverRun.ts";
import type { PastDeployment } from "../../../src/deployments/siteState.ts";
import { panelFailureOf } from "../../../src/wire/answers/failure.ts";
import { failing } from "../../fakes/fakeCall.ts";
import { ScriptedServer, type ScriptedEnd } from "./scriptedServer.ts";

const place = { site: "/ours/a", root: "/www/site", directory: "" };

const past = (id: string, at: number): PastDeployment => ({
  id,
  installation: "aa",
  computer: "here",
  at,
  deployment: `site ${id}`,
  website: "example.com",
  directory: "",
  counts: { added: 1, changed: 0, unchanged: 0, removed: 0 },
  backupBytes: 0,
  placed: [],
});

describe("a roll back of several deployments", () => {
  const undone = [past("c", 3), past("b", 2), past("a", 1)];
  const named = (...ids: readonly string[]) =>
    undone.filter(({ id }) => ids.includes(id)).map(({ deployment, at }) => ({ deployment, at }));

  /** Rolls all back on a server that has this history. */
  const rollAllBack = async (
    server: ScriptedServer,
    history: string,
    deployments: readonly PastDeployment[] = undone,
  ) => {
    server.files.set(`${place.site}/history-root`, `${history}\n`);
    for (const id of history.split(" ")) server.files.set(`${place.site}/${id}/record.json`, "{}");
    const context: DeployContext = {
      ...server.context(),
      by: { computer: "here", at: 4 },
      lookAgain: async () => undefined,
      onPhase: () => undefined,
      onStep: () => undefined,
      onOutput: () => undefined,
      failureIn: panelFailureOf,
    };
    const prepared = { place, undone: deployments, files: [], run: new ServerRun(place), lists: [[], [], []] };
    return rollBack(prepared, new Set(), context);
  };

  /** @param isRefused the panel takes no task after the first */
  const endWith = async (ends: Readonly<Record<string, ScriptedEnd>>, isRefused = false) => {
    const server = new ScriptedServer((_verb, id) => {
      const { calls } = server;
      const refusing = { "scheduledTask.add": failing({ kind: "rejected", message: "no" }) };
      if (isRefused) calls.handlers = { ...calls.handlers, ...refusing };
      return ends[id];
    });
    const { end, failure } = await rollAllBack(server, "c b a");
    return { state: end.state, problem: end.problem?.kind, each: end.each, failure: failure?.kind };
  };

  const over = { end: "old" };
  const nothingElse = { problem: undefined, failure: undefined };

  it("says which have gone back and which are still there, where it is somebody else's turn meanwhile", async () => {
    assert.deepEqual(await endWith({ c: over, b: { end: "busy", detail: "bb other exchange 1700000000" } }), {
      state: "partly",
      problem: "busy",
      each: { rolledBack: named("c"), staying: named("b", "a") },
      failure: undefined,
    });
  });

  it("says that steps of one that has gone back are not undone, and nothing of steps where none had any", async () => {
    const withSteps = (index: number) =>
      undone.map((one, at): PastDeployment => {
        if (at !== index) return one;
        return { ...one, steps: [{ name: "Database", when: "after", seconds: 60 }] };
      });
    const hadSteps = async (deployments: readonly PastDeployment[]) => {
      const ends: Readonly<Record<string, ScriptedEnd>> = { c: over, b: over, a: { end: "mixed" } };
      const { end } = await rollAllBack(new ScriptedServer((_verb, id) => ends[id]), "c b a", deployments);
      return end.hadSteps;
    };
    assert.equal(await hadSteps(undone), undefined);
    assert.equal(await hadSteps(withSteps(1)), true);
    // the last one did not go back
    assert.equal(await hadSteps(withSteps(2)), undefined);
  });

  it("says so, too, where the panel refuses the next one", async () => {
    assert.deepEqual(await endWith({ c: over }, true), {
      state: "partly",
      problem: undefined,
      each: { rolledBack: named("c"), staying: named("b", "a") },
      failure: "rejected",
    });
  });

  it("names none of them for the one in between, whose state is that of the whole", async () => {
    assert.deepEqual(await endWith({ c: over, b: { end: "mixed" } }), {
      ...nothingElse,
      state: "mixed",
      each: { rolledBack: named("c"), staying: named("a") },
    });
  });

  it("has nothing to add where all have gone back, or none", async () => {
    assert.deepEqual(await endWith({ c: over, b: over, a: over }), {
      ...nothingElse,
      state: "wanted",
      each: undefined,
    });
    assert.equal((await endWith({ c: { end: "busy" } })).each, undefined);
  });

  it("does not begin where somebody has deployed since", async () => {
    const server = new ScriptedServer(() => over);
    await assert.rejects(rollAllBack(server, "d c b"), { problem: { kind: "changed" } });
    assert.equal(server.calls.count("scheduledTask.add"), 0);
  });
});
