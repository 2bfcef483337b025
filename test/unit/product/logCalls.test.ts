import assert from "node:assert/strict";
import { logCalls } from "../../../src/product/logCalls.ts";
import { operations } from "../../../src/wire/operations/operations.ts";
import type { CallRecord } from "../../../src/wire/client.ts";
import { newPanelRecord } from "../../../src/panels/panelRecord.ts";

const PANEL = newPanelRecord({ id: "a", name: "a", address: "https://192.0.2.1:8888" });

describe("The log of calls", () => {
  let messages: string[];
  let onCall: ReturnType<typeof logCalls>;

  beforeEach(() => {
    messages = [];
    const at = (level: string) => (message: string) => void messages.push(`${level} ${message}`);
    onCall = logCalls({ debug: at("debug"), info: at("info"), warn: at("warn") });
  });

  const call = (outcome: CallRecord["outcome"], id = "a", operation: CallRecord["operation"] = "java.log") =>
    onCall(
      { ...PANEL, id, name: id },
      { operation, effect: operations[operation].effect, route: "project", outcome, milliseconds: 7 },
    );
  const levels = () => messages.splice(0).map((line) => line.split(" ")[0]);

  it("has no polls, however long they go on", () => {
    for (let reading = 0; reading < 720; reading++) call("ok");
    assert.deepEqual(new Set(levels()), new Set(["debug"]));
  });

  it("has changes, and each failure once until the call succeeds again", () => {
    call("ok", "a", "java.restart");
    assert.deepEqual(messages.splice(0), ["info a: java.restart (project) ok, 7 ms"]);
    call("timeout");
    call("timeout");
    call("network");
    call("network", "b");
    call("network", "a", "java.list");
    call("cancelled");
    call("ok");
    call("ok");
    assert.deepEqual(levels(), ["warn", "debug", "warn", "warn", "warn", "debug", "info", "debug"]);
    call("timeout");
    assert.deepEqual(levels(), ["warn"]);
  });
});
