import assert from "node:assert/strict";
import { CommandAborted } from "../../../../src/commands/context/commandAborted.ts";
import { forPanel } from "../../../../src/commands/context/askPanel.ts";
import { problemText, showFailure, withErrorBoundary } from "../../../../src/commands/context/showFailure.ts";
import { StorageError } from "../../../../src/storage/storageError.ts";
import { isTransient, needsPerson, PanelError, type PanelFailure } from "../../../../src/wire/answers/failure.ts";
import { panelRecord } from "../../../fakes/rows.ts";
import { scriptOf, type Conversation, type ScriptedAnswer } from "../../../fakes/scriptedDialogs.ts";
import { TestLog } from "../../../fakes/storageFixture.ts";
import type { Fix, Telling } from "../../../../src/commands/context/telling.ts";
import { failureSamples } from "../../texts/failureSamples.ts";

const TIMEOUT: PanelFailure = { kind: "timeout", afterMs: 10_000 };

describe("the error boundary", () => {
  const panel = panelRecord({ name: "Shop" });
  let log: TestLog & { show: () => void };
  let fixes: readonly Fix[];
  let diagnosed: unknown[];
  let asked: unknown[];

  beforeEach(() => {
    log = Object.assign(new TestLog(), { show: () => undefined });
    fixes = [];
    diagnosed = [];
    asked = [];
  });

  async function messagesOf(
    task: (services: Telling) => Promise<unknown>,
    ...answers: readonly ScriptedAnswer[]
  ): Promise<Conversation["messages"]> {
    const { dialogs, finish } = scriptOf(answers, async () => assert.fail("nothing takes time here"));
    const fixesFor: Telling["fixesFor"] = async (...args) => {
      asked.push(args);
      return fixes;
    };
    await task({ dialogs, log, fixesFor, diagnose: async (one) => void diagnosed.push(one) });
    return (await finish()).messages;
  }

  const thrown = (error: unknown, ...answers: readonly ScriptedAnswer[]) =>
    messagesOf((services) => withErrorBoundary(services, "a command", async () => Promise.reject(error)), ...answers);

  it("is silent after success and after cancelling", async () => {
    assert.deepEqual(await messagesOf((services) => withErrorBoundary(services, "a command", async () => 1)), []);
    assert.deepEqual(await thrown(new PanelError({ kind: "cancelled" })), []);
  });

  it("shows why a command did nothing", async () => {
    const [message] = await thrown(new CommandAborted("There is no other panel."));
    assert.deepEqual([message?.severity, message?.message], ["warning", "There is no other panel."]);
  });

  it("shows a failure with its fixes, and names the panel", async () => {
    fixes = [{ label: "Edit Panel…", run: async () => undefined }];
    const [message] = await thrown(new PanelError(TIMEOUT));
    assert.deepEqual([message?.severity, message?.buttons], ["warning", ["Edit Panel…"]]);
    const failing = forPanel(panel, async () => Promise.reject(new PanelError(TIMEOUT)));
    const [named] = await messagesOf((services) => withErrorBoundary(services, "a command", () => failing));
    assert.match(named?.message ?? "", /^“Shop”: /);
    assert.deepEqual(named?.buttons, ["Edit Panel…", "Diagnose…"]);
    assert.deepEqual(asked, [
      [TIMEOUT, undefined],
      [TIMEOUT, panel],
    ]);
  });

  it("leaves no error behind where a failure is over once the panel answers, and only there", async () => {
    fixes = [{ label: "One", run: async () => undefined }];
    for (const failure of failureSamples.filter(({ kind }) => kind !== "cancelled")) {
      const [message] = await messagesOf((services) => showFailure(services, failure, panel));
      const isOver = isTransient(failure) || needsPerson(failure);
      assert.equal(message?.severity, isOver ? "warning" : "error", failure.kind);
    }
  });

  it("offers to diagnose each failure of a connection, however many fixes it has, and no other failure", async () => {
    fixes = ["One", "Two", "Three"].map((label) => ({ label, run: async () => undefined }));
    const shown = async (failure: PanelFailure, ...answers: readonly ScriptedAnswer[]) =>
      (await messagesOf((services) => showFailure(services, failure, panel), ...answers))[0]?.buttons;
    for (const failure of [
      TIMEOUT,
      { kind: "network", code: "ECONNREFUSED" },
      { kind: "tls", problem: "other", code: "" },
      { kind: "page", status: 404 },
      { kind: "malformed", fields: [] },
      { kind: "tooLarge", limitBytes: 1 },
      { kind: "consentNeeded" },
      { kind: "uncertain", cause: TIMEOUT },
      { kind: "refused", reason: "key" },
      { kind: "refused", reason: "ip", clientAddress: "192.0.2.50" },
      { kind: "refused", reason: "locked" },
    ] satisfies readonly PanelFailure[])
      assert.deepEqual(await shown(failure, { to: "", with: "Diagnose…" }), ["One", "Two", "Diagnose…"], failure.kind);
    assert.deepEqual(new Set(diagnosed), new Set([panel]));
    for (const failure of [
      { kind: "rejected", message: "no" },
      { kind: "unsupported" },
      { kind: "defect" },
    ] satisfies readonly PanelFailure[])
      assert.deepEqual(await shown(failure), ["One", "Two", "Three"], failure.kind);
  });

  it("runs the fix of a pressed button, in a boundary of its own", async () => {
    let runs = 0;
    fixes = [
      { label: "Wrong", run: async () => assert.fail("this one was not pressed") },
      {
        label: "Right",
        run: async () => {
          runs += 1;
          throw new CommandAborted("It did not help.");
        },
      },
    ];
    const messages = await thrown(new PanelError(TIMEOUT), { to: "", with: "Right" });
    assert.equal(runs, 1);
    assert.equal(messages[1]?.message, "It did not help.");
  });

  it("shows failures of this computer's storage", async () => {
    const [message] = await thrown(new StorageError({ kind: "gone" }));
    assert.equal(message?.severity, "error");
    assert.deepEqual(asked, []);
  });

  it("logs a defect with its stack and command, and admits it", async () => {
    const messages = await thrown(new TypeError("no such thing"));
    assert.equal(messages.length, 1);
    assert.match(log.lines[0] ?? "", /^error a command: TypeError: no such thing\n +at /);
    await thrown("only a word");
    assert.equal(log.lines[1], "error a command: only a word");
    assert.deepEqual(asked[0], [{ kind: "defect" }, undefined]);
  });

  it("prefers the caller's sentence, and masks no name in it", async () => {
    const [message] = await messagesOf((services) => showFailure(services, TIMEOUT, panel, "It stopped.", "demo"));
    assert.deepEqual([message?.message, message?.names], ["It stopped.", ["Shop", "demo"]]);
  });

  it("has a sentence for places without dialogs", () => {
    assert.doesNotMatch(problemText(log, new PanelError(TIMEOUT)), /timeout/);
    assert.deepEqual(log.lines, []);
    assert.equal(typeof problemText(log, new Error("oops")), "string");
    assert.equal(typeof problemText(log, "oops"), "string");
    assert.match(log.lines[0] ?? "", /^error Error: oops/);
    assert.equal(log.lines[1], "error oops");
  });
});
