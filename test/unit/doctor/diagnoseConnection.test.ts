import assert from "node:assert/strict";
import { handlers } from "../../../src/handlers.ts";
import type { PanelRecord } from "../../../src/panels/panelRecord.ts";
import { StorageError } from "../../../src/storage/storageError.ts";
import { panelNodeId } from "../../../src/tree/treeNodes.ts";
import { PanelError, type PanelFailure } from "../../../src/wire/answers/failure.ts";
import { CommandFixture, KEY } from "../../fakes/commandFixture.ts";
import { failing } from "../../fakes/fakeCall.ts";
import type { ScriptedAnswer } from "../../fakes/scriptedDialogs.ts";
import { NOT_FOUND } from "./doctorFixture.ts";

const LIST = "Connection to “Shop”";
const CHOICES = ["Diagnose Again", "Copy as Text", "Report an Issue…"];
const STEPS = [
  "Address",
  "Host Name (DNS)",
  "Port (TCP)",
  "Certificate (TLS)",
  "Is It a Panel",
  "API",
  "IP Allowlist",
  "API Key",
  "Clock",
  "Edition and Version",
  "What It Offers",
];

describe("Diagnose Connection", () => {
  let window: CommandFixture;
  let panel: PanelRecord;

  beforeEach(async () => {
    window = await CommandFixture.open();
    panel = await window.add({}, "/abcd1234");
    window.connectionServices.answer = () => NOT_FOUND;
    await window.services.tree.children(undefined);
  });
  afterEach(() => window.dispose());

  const run = (...answers: readonly ScriptedAnswer[]) =>
    window.run(handlers["serverPanel.panel.diagnose"], [panelNodeId(panel.id)], ...answers);
  const taking = (...rows: readonly string[]) => rows.map((row) => ({ to: LIST, with: ` > ${row}` }));
  const left: ScriptedAnswer = { to: LIST, with: "" };
  const refuse = () => {
    window.handlers = { "system.total": failing({ kind: "refused", reason: "key" }) };
  };

  it("lists each step, and what can be done", async () => {
    const { choices } = await run(left);
    assert.deepEqual(choices, [[...STEPS, ...CHOICES]]);
    assert.equal(window.services.history.diagnosisOf(panel.id)?.findings.length, STEPS.length);
  });

  it("begins with the fault in full and its fixes, and runs them", async () => {
    refuse();
    const { choices } = await run(...taking("Open Panel in Browser"));
    const fixes = ["Change API Key…", "Try Again", "Open Panel in Browser"];
    const [first = [], ...more] = choices;
    const others = STEPS.filter((step) => step !== "API Key");
    const below = [...fixes, ...CHOICES, ...others];
    const lines = first.slice(1, -below.length);
    assert.deepEqual([first, more], [["API Key", ...lines, ...below], []]);
    assert.match(
      lines.join(" "),
      /^The panel refused the API key\. Nothing more is sent until you choose Try Again: .*hour\.$/,
    );
    assert.ok(lines.length > 1 && lines.every((line) => line.length <= 88));
    assert.deepEqual(window.workbench.opened, ["https://192.0.2.1:8888/abcd1234"]);
  });

  it("offers a terminal and the panel's restart where it may have stopped, or locks this computer out", async () => {
    const onServer = ["Open SSH Terminal…", "Restart the Panel over SSH…"];
    const offeredFor = async (failure: PanelFailure) => {
      window.handlers = { "system.total": failing(failure) };
      const { choices } = await run(left);
      return onServer.filter((label) => choices[0]?.includes(label));
    };
    assert.deepEqual(await offeredFor({ kind: "network", code: "ECONNREFUSED" }), onServer);
    assert.deepEqual(await offeredFor({ kind: "timeout", afterMs: 1 }), onServer);
    assert.deepEqual(await offeredFor({ kind: "refused", reason: "locked" }), onServer);
    assert.deepEqual(await offeredFor({ kind: "refused", reason: "key" }), []);
    assert.deepEqual(await offeredFor({ kind: "network", code: "ENOTFOUND" }), []);
  });

  it("inserts the restart of the panel once a person is logged in", async () => {
    window.handlers = { "system.total": failing({ kind: "network", code: "ECONNREFUSED" }) };
    await window.services.store.update(panel.id, { ssh: "root@192.0.2.1" });
    const { messages } = await run(
      ...taking("Restart the Panel over SSH…"),
      { to: "SSH Terminal for “Shop”", with: "root@192.0.2.1" },
      { to: "Log in to", with: "Insert" },
    );
    assert.match(messages[0]?.message ?? "", /^Log in to “ssh Shop”, then insert “bt restart”\.$/);
    assert.deepEqual(
      window.workbench.terminals.list().map(({ name }) => name),
      ["ssh Shop"],
    );
  });

  it("starts over once the panel accepts a call again", async () => {
    window.handlers = {
      "system.total": () => {
        window.handlers = {};
        throw new PanelError({ kind: "refused", reason: "key" });
      },
    };
    const { choices } = await run(...taking("Try Again"), left);
    assert.deepEqual(choices[1], [...STEPS, ...CHOICES]);
  });

  it("shows a step in full, a cross with its fixes, and comes back", async () => {
    refuse();
    const { questions, read, choices } = await run(
      ...taking("API Key"),
      { to: "API Key: fault", with: undefined },
      ...taking("Clock"),
      { to: "Clock: not known", with: undefined },
      ...taking("API Key"),
      { to: "API Key: fault", with: "Open Panel in Browser" },
    );
    assert.deepEqual(read, ["API Key: fault", "Clock: not known", "API Key: fault"]);
    assert.match(questions[0]?.detail ?? "", /^The panel refused the API key\. Nothing more is sent/);
    assert.deepEqual(choices[1], ["Change API Key…", "Try Again", "Open Panel in Browser"]);
    assert.deepEqual(choices[3], []);
    assert.equal(window.workbench.opened.length, 1);
    assert.equal(window.calls(panel.id).count("system.total"), 1, "coming back calls nobody");
  });

  it("is copied as text, without what the redactor knows", async () => {
    window.redactor.add(KEY);
    window.handlers = { "system.total": failing({ kind: "rejected", message: `no ${KEY}` }) };
    const { mentioned } = await run(...taking("Copy as Text"), left);
    const [text = ""] = window.workbench.copied;
    assert.match(text, /^Connection to “Shop”/);
    assert.match(text, /\n✓ Address: https:\/\/192\.0\.2\.1:8888, asked from this computer, “here”\.\n/);
    assert.match(text, /\n✗ Edition and Version: The panel says: no /);
    assert.ok(!text.includes(KEY));
    assert.deepEqual(mentioned, ["Diagnosis copied"]);
  });

  it("says in a remote window which computer asks", async () => {
    window.workbench.place = "remote";
    await run(...taking("Copy as Text"), left);
    assert.match(window.workbench.copied[0] ?? "", /asked from “here”, the computer that this remote window/);
  });

  it("looks again at the panel as it is by then", async () => {
    window.handlers = { "system.total": failing({ kind: "keyNeeded" }) };
    const listed = await run(...taking("Diagnose Again"), left);
    assert.equal(listed.choices.length, 2);
    assert.equal(window.calls(panel.id).count("system.total"), 2);
  });

  it("ends with the list", async () => {
    const reached = Promise.withResolvers<AbortSignal>();
    Object.assign(window.reach, {
      connect: async (_host: string, _port: number, signal: AbortSignal) => {
        reached.resolve(signal);
        await new Promise((_, reject) => {
          signal.addEventListener("abort", () => reject(new PanelError({ kind: "cancelled" })));
        });
      },
    });
    await run({ to: LIST, with: undefined });
    assert.equal((await reached.promise).aborted, true);
  });

  it("closes its list when it cannot go on, and says why", async () => {
    Object.assign(window.reach, { connect: failing({ kind: "cancelled" }) });
    assert.deepEqual((await run(...taking("Nothing"))).messages, [], "the panel was changed meanwhile");
    const failed = () => {
      throw new StorageError({ kind: "secretsUnavailable" });
    };
    Object.assign(window.reach, { connect: failed });
    const { messages } = await run(...taking("Nothing"));
    assert.match(messages[0]?.message ?? "", /secret storage does not answer/);
  });

  it("is the last of the buttons of Explain and Fix", async () => {
    window.handlers = { "system.total": failing({ kind: "timeout", afterMs: 1 }) };
    await window.services.tree.children(panelNodeId(panel.id));
    const { messages, choices } = await window.run(
      handlers["serverPanel.fix"],
      [panelNodeId(panel.id)],
      { to: "“Shop”", with: "Diagnose…" },
      left,
    );
    assert.deepEqual(messages[0]?.buttons, ["Edit Panel…", "Open Panel in Browser", "Diagnose…"]);
    assert.equal(choices[0]?.[0], "API");
  });
});

describe("Diagnostics", () => {
  let window: CommandFixture;

  beforeEach(async () => {
    window = await CommandFixture.open();
  });
  afterEach(() => window.dispose());

  it("are copied, and reported with the last diagnosis, without names and addresses", async () => {
    const { id } = await window.add();
    window.connectionServices.answer = () => NOT_FOUND;
    window.handlers = { "system.total": failing({ kind: "refused", reason: "ip", clientAddress: "203.0.113.9" }) };
    await window.services.tree.children(undefined);
    await window.services.tree.children(panelNodeId(id));
    const diagnose = handlers["serverPanel.panel.diagnose"];
    const opened = await window.run(diagnose, [], { to: LIST, with: " > Report an Issue…" });
    assert.deepEqual([opened.messages, opened.mentioned.length], [[], 1], "it says that they are copied");
    const { mentioned } = await window.run(handlers["serverPanel.diagnostics.copy"]);
    const [text = "", ...others] = window.workbench.copied;
    assert.deepEqual([window.workbench.reported, others], [[text], [text]]);
    assert.match(text, /\n- panel 1: baota of unknown version; refused ip; https;/);
    assert.match(text, /\n- allowed: cross, refused ip\n/);
    assert.doesNotMatch(text, /Shop|192\.0\.2|203\.0\.113/);
    assert.equal(mentioned.length, 1);
  });

  it("are in the clipboard where VS Code has no reporter", async () => {
    window.workbench.hasReporter = false;
    const { messages } = await window.run(handlers["serverPanel.issue.report"]);
    assert.match(messages[0]?.message ?? "", /^Diagnostics copied: paste/);
    assert.match(window.workbench.copied[0] ?? "", /^Server Panel 0\.1\.0\n/);
  });
});
