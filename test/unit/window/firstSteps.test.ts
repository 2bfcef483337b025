import assert from "node:assert/strict";
import type { Outcome } from "../../../src/actions/outcome.ts";
import type { PanelFailure } from "../../../src/wire/answers/failure.ts";
import { ContextKeys, FirstSteps } from "../../../src/window/firstSteps.ts";

type Refusal = Extract<PanelFailure, { kind: "refused" }>["reason"];

function fixture() {
  const told: string[] = [];
  const steps = new FirstSteps({
    set(key, value) {
      assert.equal(value, true);
      told.push(key);
    },
  });
  return { told, steps };
}

describe("The first steps", () => {
  it("are proved by a panel's answer, once", () => {
    const { told, steps } = fixture();
    steps.reportCall({});
    steps.reportCall({});
    assert.deepEqual(told, ["apiOn", "addressAllowed"]);
  });

  it("are proved by a refusal as far as the panel has checked", () => {
    const provenBy = (reason: Refusal) => {
      const { told, steps } = fixture();
      steps.reportCall({ failure: { kind: "refused", reason } });
      return told;
    };
    assert.deepEqual(provenBy("key"), ["apiOn", "addressAllowed"]);
    for (const reason of ["ip", "locked", "unknown"] as const) assert.deepEqual(provenBy(reason), ["apiOn"], reason);
  });

  it("are not proved by other failures", () => {
    const { told, steps } = fixture();
    for (const failure of [
      { kind: "page", status: 404 },
      { kind: "network", code: "ECONNREFUSED" },
      { kind: "keyNeeded" },
    ] as const satisfies readonly PanelFailure[])
      steps.reportCall({ failure });
    assert.deepEqual(told, []);
  });

  it("include a restart only if it was confirmed", () => {
    const { told, steps } = fixture();
    const done = { kind: "done" } as Outcome;
    steps.acted({ verb: "restart", outcome: { kind: "sent" } as Outcome });
    steps.acted({ verb: "stop", outcome: done });
    assert.deepEqual(told, []);
    steps.acted({ verb: "restart", outcome: done });
    assert.deepEqual(told, ["restarted"]);
  });
});

describe("A context key", () => {
  function keysOf() {
    const told: string[] = [];
    const keys = new ContextKeys((id, value) => told.push(`${id.replace("serverPanel.", "")}=${value}`));
    return { told, keys };
  }

  it("becomes true again once VS Code shows the walkthrough, which ticks steps and no others", async () => {
    const { told, keys } = keysOf();
    keys.set("restarted", true);
    keys.set("storedPanels", 2);
    keys.set("followedLogs", 0);
    keys.set("panelCount", 4);
    assert.deepEqual(told.splice(0), ["restarted=true", "storedPanels=2", "followedLogs=0", "panelCount=4"]);
    await keys.tickAgain(async () => void told.push("opened"));
    assert.deepEqual(told, ["storedPanels=false", "restarted=false", "opened", "storedPanels=2", "restarted=true"]);
  });

  it("gets its newest value if the walkthrough does not open", async () => {
    const { told, keys } = keysOf();
    keys.set("storedPanels", 1);
    const failing = keys.tickAgain(async () => {
      keys.set("storedPanels", 3);
      throw new Error("closed");
    });
    await assert.rejects(failing, /closed/);
    assert.equal(told.at(-1), "storedPanels=3");
  });
});
