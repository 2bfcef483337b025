import assert from "node:assert/strict";
import type { Outcome } from "../../../src/actions/outcome.ts";
import type { PanelFailure } from "../../../src/wire/answers/failure.ts";
import { ContextKeys, FirstSteps } from "../../../src/product/firstSteps.ts";

type Refusal = Extract<PanelFailure, { kind: "refused" }>["reason"];

function fixture() {
  const messages: string[] = [];
  const steps = new FirstSteps({
    set(key, value) {
      assert.equal(value, true);
      messages.push(key);
    },
  });
  return { messages, steps };
}

describe("The first steps", () => {
  it("are proved by a panel's answer, once", () => {
    const { messages, steps } = fixture();
    steps.reportCall({});
    steps.reportCall({});
    assert.deepEqual(messages, ["apiOn", "addressAllowed"]);
  });

  it("are proved by a refusal as far as the panel has checked", () => {
    const provenBy = (reason: Refusal) => {
      const { messages, steps } = fixture();
      steps.reportCall({ failure: { kind: "refused", reason } });
      return messages;
    };
    assert.deepEqual(provenBy("key"), ["apiOn", "addressAllowed"]);
    for (const reason of ["ip", "locked", "unknown"] as const) assert.deepEqual(provenBy(reason), ["apiOn"], reason);
  });

  it("are not proved by other failures", () => {
    const { messages, steps } = fixture();
    for (const failure of [
      { kind: "page", status: 404 },
      { kind: "network", code: "ECONNREFUSED" },
      { kind: "keyNeeded" },
    ] as const satisfies readonly PanelFailure[])
      steps.reportCall({ failure });
    assert.deepEqual(messages, []);
  });

  it("include a restart or a deployment only if it was confirmed", () => {
    const { messages, steps } = fixture();
    const done = { kind: "done" } as Outcome;
    steps.acted({ verb: "restart", outcome: { kind: "sent" } as Outcome });
    steps.acted({ verb: "deploy", outcome: { kind: "uncertain" } as Outcome });
    steps.acted({ verb: "stop", outcome: done });
    assert.deepEqual(messages, []);
    steps.acted({ verb: "restart", outcome: done });
    steps.acted({ verb: "deploy", outcome: done });
    assert.deepEqual(messages, ["restarted", "deployed"]);
  });
});

describe("A context key", () => {
  function keysOf() {
    const messages: string[] = [];
    const keys = new ContextKeys((id, value) => messages.push(`${id.replace("serverPanel.", "")}=${value}`));
    return { messages, keys };
  }

  it("becomes true again once VS Code shows the walkthrough, which ticks steps and no others", async () => {
    const { messages, keys } = keysOf();
    keys.set("restarted", true);
    keys.set("storedPanels", 2);
    keys.set("followedLogs", 0);
    keys.set("panelCount", 4);
    assert.deepEqual(messages.splice(0), ["restarted=true", "storedPanels=2", "followedLogs=0", "panelCount=4"]);
    await keys.tickAgain(async () => void messages.push("opened"));
    assert.deepEqual(messages, ["storedPanels=false", "restarted=false", "opened", "storedPanels=2", "restarted=true"]);
  });

  it("gets its newest value if the walkthrough does not open", async () => {
    const { messages, keys } = keysOf();
    keys.set("storedPanels", 1);
    const failing = keys.tickAgain(async () => {
      keys.set("storedPanels", 3);
      throw new Error("closed");
    });
    await assert.rejects(failing, /closed/);
    assert.equal(messages.at(-1), "storedPanels=3");
  });
});
