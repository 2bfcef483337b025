import assert from "node:assert/strict";
import { QuestionUnanswered } from "../../../src/actions/confirmation.ts";
import type { Outcome } from "../../../src/actions/outcome.ts";
import type { PanelRecord } from "../../../src/panels/panelRecord.ts";
import { outcomeKinds } from "../../../src/actions/outcomeKinds.ts";
import { exitCodeOf, runTask, type ExitCode, type TaskServices } from "../../../src/tasks/runTask.ts";
import { actionsOf, listedKinds } from "../../../src/resources/resources.ts";
import { readTask, tasksOf } from "../../../src/tasks/taskDefinition.ts";
import { confirmationText } from "../../../src/texts/confirmationTexts.ts";
import { PanelError } from "../../../src/wire/answers/failure.ts";
import { failing, type Handlers } from "../../fakes/fakeCall.ts";
import { containerRow, fileEntry, javaRow, listOf, panelRecord } from "../../fakes/rows.ts";
import { RunnerFixture } from "../../fakes/runnerFixture.ts";
import { FakeScreen } from "../../fakes/tailsFixture.ts";
import { packageJson } from "../manifest/packageJson.ts";
import { issued, obedient, old, restarted, showing } from "../actions/javaPanel.ts";
import { itemNodeId, groupNodeId, type ItemNode } from "../../../src/tree/treeNodes.ts";

const RESTART = { type: "serverPanel", task: "restart", panel: "Shop", kind: "javaProject", name: "demo" } as const;
const DAILY = { type: "day", every: "", hour: 3, minute: 30, times: "", days: "" };

/** A window with panels that all answer alike. */
class TaskFixture extends RunnerFixture {
  readonly screen = new FakeScreen();
  panels: readonly PanelRecord[] = [panelRecord({ id: "p1", name: "Shop" })];
  readonly problems: unknown[] = [];
  /** Questions of the task's own, which take the keyboard from nobody. */
  confirmed = 0;
  deploy: TaskServices["deploy"] = async (name) => assert.fail(`nobody deploys “${name}”`);

  async runTask(definition: object): Promise<ExitCode> {
    const { clock, runner, calls, cancelling, screen } = this;
    const code = await runTask(definition, {
      screen,
      signal: cancelling.signal,
      sentence: (question) => `A task asks: ${question}`,
      confirm: async (confirmation) => {
        this.confirmed += 1;
        this.asked.push(confirmation);
        return this.agrees;
      },
      services: {
        clock,
        runner,
        deploy: this.deploy,
        panels: () => this.panels,
        connections: { of: ({ id, name }) => ({ ...this.request.panel, id, name }) },
        callFor: (_panelId, signal) => calls.callFor(signal),
        sentenceFor: ({ kind }) => `[${kind}]`,
        onDefect: (error) => this.problems.push(error),
      },
    });
    assert.deepEqual([this.problems, this.defects], [[], []]);
    return code;
  }

  /** The lines without their marks and times. */
  get said(): readonly string[] {
    return this.screen.rows.map((row) => row.replace(/^── \S+(?: [AP]M)? /, ""));
  }
}

/** The answer of a panel to the reading of a log. */
const logged = (text: string) => ({ text, file: undefined, size: undefined });

/** A log of which each reading shows one more line. */
function growingLog(...lines: readonly string[]): Handlers {
  let readings = 0;
  return { "java.log": () => logged(lines.slice(0, ++readings).join("\n")) };
}

describe("a task", () => {
  it("ends with 0 where its aim was seen, with 1 where it was not reached, and with 2 where that is unknown", () => {
    const kinds = Map.groupBy(Object.keys(outcomeKinds) as Outcome["kind"][], (kind) => exitCodeOf({ kind }));
    assert.deepEqual(kinds.get(0), ["done", "already"]);
    assert.deepEqual(kinds.get(2), ["sent", "uncertain", "halfway", "unchanged"]);
    assert.deepEqual(kinds.get(1)?.toSorted(), [
      "ambiguous",
      "busy",
      "changed",
      "declined",
      "failed",
      "gone",
      "partly",
      "prevented",
      "readOnly",
      "rolledBack",
      "skipped",
      "wentWrong",
    ]);
  });

  it("shows each step, and the lines that the log gets meanwhile", async () => {
    const fixture = new TaskFixture({ ...obedient("demo"), ...growingLog("before", "Started demo") });
    assert.equal(await fixture.runTask(RESTART), 0);
    const { said } = fixture;
    assert.equal(said[0], "Restart Java project “demo” on “Shop”");
    const steps = said.filter((line) => line.endsWith("…"));
    assert.deepEqual(steps, [
      "Checking its state…",
      "Waiting for the panel…",
      "Waiting for the new process…",
      "Watching whether it lasts…",
    ]);
    assert.ok(!said.includes("before") && said.includes("Started demo"), said.join("\n"));
    assert.equal(said.at(-1), "“demo” on “Shop” has restarted. Process: 2.");
    assert.equal(fixture.calls.count("java.restart"), 1);
    assert.deepEqual(fixture.shown, [], "no notification");
  });

  it("reads the log once more where the project dies, and ends with 1", async () => {
    const states = [
      { pids: [1], listening: [8080] },
      { pids: [1], listening: [8080] },
      { pids: [], listening: [] },
    ];
    let isDead = false;
    const handlers = showing(states, () => {
      isDead = true;
      return issued();
    });
    const log = () => logged(isDead ? "before\nOut of memory" : "before");
    const fixture = new TaskFixture({ ...handlers, "java.log": log });
    assert.equal(await fixture.runTask(RESTART), 1);
    assert.ok(fixture.said.includes("Out of memory"));
    assert.match(fixture.said.at(-1) ?? "", /the panel accepted it, but it failed/);
  });

  it("ends with 2 where a change was sent and no result seen", async () => {
    const fixture = new TaskFixture({ ...showing([old]), ...growingLog("before") });
    assert.equal(await fixture.runTask(RESTART), 2);
    assert.match(fixture.said.at(-1) ?? "", /sent, not confirmed/);
  });

  it("goes on where the log cannot be read", async () => {
    const log = failing({ kind: "rejected", message: "no log" });
    const fixture = new TaskFixture({ ...obedient("demo"), "java.log": log });
    assert.equal(await fixture.runTask(RESTART), 0);
    assert.ok(fixture.said.includes("[ended]"));
  });

  it("starts, stops and updates Composer, and succeeds where nothing is left to do", async () => {
    const versions = ["2.7.0", "2.7.0", "2.8.0"];
    const fixture = new TaskFixture({
      ...obedient("demo"),
      "java.log": () => logged(""),
      "composer.version": () => ({ version: versions.shift() ?? "2.8.0" }),
      "composer.update": () => ({ msg: "当前已经是最新版本，无需升级!" }),
    });
    assert.equal(await fixture.runTask({ ...RESTART, task: "start" }), 0);
    assert.equal(await fixture.runTask({ ...RESTART, task: "stop" }), 0);
    assert.equal(await fixture.runTask({ ...RESTART, task: "start" }), 0);
    assert.deepEqual([fixture.calls.count("java.start"), fixture.calls.count("java.stop")], [1, 1]);
    assert.equal(await fixture.runTask({ type: "serverPanel", task: "updateComposer", panel: "Shop" }), 0);
    assert.equal(fixture.calls.count("composer.update"), 1);
  });

  it("that deploys shows the steps and the log of the project, and ends as the deployment did", async () => {
    const fixture = new TaskFixture({ ...obedient("demo"), ...growingLog("before", "Started demo") });
    const definition = { type: "serverPanel", task: "deploy", deployment: "orders" };
    fixture.deploy = async (name, { say, showProgress }) => {
      say(`looking for ${name}`);
      const request = { ...fixture.request, input: {} };
      const [finished] = await fixture.runner.runAll([request], { showProgress });
      return finished ?? assert.fail();
    };
    assert.equal(await fixture.runTask(definition), 0);
    assert.equal(fixture.said[0], "looking for orders");
    assert.ok(fixture.said.includes("Waiting for the panel…") && fixture.said.includes("Started demo"));
    assert.equal(fixture.said.at(-1), "“Demo” on “web 1” has restarted. Process: 2.");
    fixture.deploy = async () => "It cannot begin.";
    assert.equal(await fixture.runTask(definition), 1);
    assert.equal(fixture.said.at(-1), "It cannot begin.");
    fixture.deploy = async () => {
      throw new PanelError({ kind: "timeout", afterMs: 1_000 });
    };
    assert.equal(await fixture.runTask(definition), 1);
    fixture.deploy = async () => ({ request: fixture.request, outcome: { kind: "uncertain", cause: undefined } });
    assert.equal(await fixture.runTask(definition), 2);
  });

  it("canceled before the change sends nothing, and ends with 1", async () => {
    const fixture = new TaskFixture(obedient("demo"));
    fixture.cancelling.abort();
    assert.equal(await fixture.runTask(RESTART), 1);
    assert.deepEqual([fixture.calls.made, fixture.said], [[], ["Canceled. Nothing was sent."]]);
  });

  it("canceled after the change stops waiting, and ends with 2", async () => {
    const cancelling = (): { readonly msg: string } => {
      fixture.cancelling.abort();
      return issued();
    };
    const fixture = new TaskFixture({ ...showing([old, old, restarted], cancelling), ...growingLog("before") });
    assert.equal(await fixture.runTask(RESTART), 2);
    assert.equal(fixture.calls.count("java.restart"), 1);
  });

  it("says that it waits for the answer to the question, and ends with 1 where that is no", async () => {
    const fixture = new TaskFixture(obedient("demo"));
    fixture.guardLevel = "ask";
    fixture.agrees = false;
    assert.equal(await fixture.runTask(RESTART), 1);
    assert.deepEqual(fixture.said, [
      "Restart Java project “demo” on “Shop”",
      "Waiting for your answer: a notification in this window opens the question…",
      "Declined. Nothing was sent.",
    ]);
    assert.equal(fixture.confirmed, 1, "VS Code does not say who has run it");
    assert.equal(fixture.calls.count("java.restart"), 0);
  });

  it("names its target in the question as the panel and as the task do, where these differ", async () => {
    const id = "ab".repeat(32);
    const listed: Handlers = {
      "container.list": () => ({ ...listOf([containerRow({ id, name: "web", status: "running" })]), total: 1 }),
    };
    const questionFor = async (name: string) => {
      const fixture = new TaskFixture(listed);
      fixture.guardLevel = "ask";
      fixture.agrees = false;
      assert.equal(await fixture.runTask({ ...RESTART, kind: "container", name }), 1);
      return confirmationText(fixture.asked[0] ?? assert.fail());
    };
    const byKey = await questionFor(id);
    assert.equal(byKey.message, "Restart container “web” on “Shop”?");
    assert.match(byKey.detail, new RegExp(`^The task calls it “${id}”\\.$`, "m"));
    const byName = await questionFor("web");
    assert.equal(byName.message, byKey.message);
    assert.doesNotMatch(byName.detail, /The task calls it/);
  });

  it("says that nobody has answered, and ends with 1", async () => {
    const fixture = new TaskFixture(obedient("demo"));
    fixture.guardLevel = "ask";
    fixture.agrees = Promise.reject(new QuestionUnanswered("Nobody answered. Nothing was sent."));
    assert.equal(await fixture.runTask(RESTART), 1);
    assert.equal(fixture.said.at(-1), "Nobody answered. Nothing was sent.");
    assert.equal(fixture.calls.count("java.restart"), 0);
  });

  it("on a read-only panel sends nothing, asks nothing, and ends with 1", async () => {
    const fixture = new TaskFixture(obedient("demo"));
    fixture.guardLevel = "readOnly";
    assert.equal(await fixture.runTask(RESTART), 1);
    assert.equal(fixture.said.at(-1), "“Shop” is read-only. Nothing was sent.");
    assert.deepEqual([fixture.asked, fixture.calls.count("java.restart")], [[], 0]);
  });

  it("of a panel that is not there, or may be one of two, calls none of them", async () => {
    const fixture = new TaskFixture({ ...obedient("demo"), "java.log": () => logged("") });
    fixture.panels = [panelRecord({ id: "p1", name: "Shop" }), panelRecord({ id: "p2", name: "Shop" })];
    assert.equal(await fixture.runTask({ ...RESTART, panel: "Blog" }), 1);
    assert.equal(await fixture.runTask(RESTART), 1);
    assert.deepEqual(fixture.said, [
      "There is no panel called “Blog” here.",
      "2 panels are called “Shop”. Give each a name of its own.",
    ]);
    assert.deepEqual(fixture.calls.made, []);
    assert.equal(await fixture.runTask({ ...RESTART, task: "start", panel: "p2" }), 0, "an id is unmistakable");
  });

  it("names what is missing on the panel, and what is there twice", async () => {
    const rows = ["a", "b"].map((letter) =>
      containerRow({ id: `0123456789ab${letter}`.padEnd(64, "0"), name: letter }),
    );
    const fixture = new TaskFixture({
      ...obedient("demo"),
      "container.list": () => ({ ...listOf(rows), total: rows.length }),
    });
    assert.equal(await fixture.runTask({ ...RESTART, name: "other" }), 1);
    assert.equal(await fixture.runTask({ ...RESTART, kind: "container", name: "0123456789ab" }), 1);
    assert.deepEqual(fixture.said, [
      "“Shop” has no Java project called “other”.",
      "“0123456789ab” means 2 containers on “Shop”.",
    ]);
    assert.equal(fixture.calls.count("container.restart"), 0);
  });

  it("finds a project on the last page, and one that a person added where the panel has no list", async () => {
    const all = Array.from({ length: 201 }, (_, index) => javaRow({ name: `p${index}`, ...old }));
    const paged = new TaskFixture({
      "java.list": ({ page }) => ({ ...listOf(all.slice((page - 1) * 200, page * 200)), total: all.length }),
      "java.log": () => logged(""),
    });
    assert.equal(await paged.runTask({ ...RESTART, task: "start", name: "p200" }), 0);
    const unlisted = new TaskFixture({
      "java.list": failing({ kind: "unsupported" }),
      "java.log": () => logged(""),
      "java.restart": issued,
    });
    assert.equal(await unlisted.runTask(RESTART), 1);
    unlisted.panels = [panelRecord({ name: "Shop", entries: [{ kind: "javaProject", key: "demo" }] })];
    assert.equal(await unlisted.runTask(RESTART), 2);
    assert.equal(unlisted.asked.length, 1, "nobody has seen it yet");
  });

  it("that says too little or something else names the field", async () => {
    assert.deepEqual(readTask({ ...RESTART, kind: "site" }), { wrong: "kind" });
    assert.deepEqual(readTask({ ...RESTART, name: "" }), { wrong: "name" });
    assert.deepEqual(readTask({ type: "serverPanel", task: "reboot" }), { wrong: "task" });
    const fixture = new TaskFixture({});
    assert.equal(await fixture.runTask({ type: "serverPanel", task: "stop", panel: "Shop" }), 1);
    assert.match(fixture.said[0] ?? "", /“kind” is missing/);
  });
});

describe("the tasks of a tasks.json", () => {
  /** What deletes, or asks for more than a name. */
  const NOT_BY_TASKS = [
    "site.installCertificate",
    "site.orderCertificate",
    "site.changePhp",
    "site.remove",
    "javaProject.changeLogPath",
    "container.remove",
    "certificateOrder.remove",
  ];
  const actions = listedKinds.flatMap((kind) => actionsOf(kind).map(([verb]) => ({ kind, verb })));
  const isTask = ({ kind, verb }: (typeof actions)[number]) => !NOT_BY_TASKS.includes(`${kind}.${verb}`);

  it("have every other action of the resource table", () => {
    for (const action of actions) {
      const definition = { ...RESTART, kind: action.kind, task: action.verb };
      assert.deepEqual("wrong" in readTask(definition), !isTask(action), `${action.kind}.${action.verb}`);
    }
    assert.equal(actions.filter((action) => !isTask(action)).length, NOT_BY_TASKS.length);
  });

  it("are completed in the editor", () => {
    const { task, kind } = packageJson.contributes.taskDefinitions[0]?.properties ?? assert.fail("no definition");
    const done = actions.filter(isTask);
    assert.deepEqual(new Set(task?.enum), new Set([...done.map(({ verb }) => verb), "updateComposer", "deploy"]));
    assert.deepEqual(new Set(kind?.enum), new Set(done.map((action) => action.kind)));
  });

  it("send nothing to a row that their action is not for", async () => {
    const fixture = new TaskFixture({
      "service.list": () => ({ rows: [{ name: "mysqld", version: "8", running: true }], unreadable: [], total: 1 }),
      "service.control": issued,
    });
    assert.equal(await fixture.runTask({ ...RESTART, task: "reload", kind: "service", name: "MySQL" }), 1);
    assert.deepEqual(fixture.said, ["“Reload” does not apply to “MySQL” (running). Nothing was done."]);
    assert.equal(fixture.calls.count("service.control"), 0);
  });

  it("run a scheduled task, and show what it writes to its log", async () => {
    const row = { id: 4, name: "backup", on: true, schedule: "", rhythm: DAILY, file: "c4", loggedOnServer: "" };
    let runs = 0;
    const fixture = new TaskFixture({
      "scheduledTask.list": () => listOf([row]),
      "scheduledTask.run": () => {
        runs += 1;
        return issued();
      },
      "scheduledTask.log": () => ({ text: "before\n".concat("|-done\n".repeat(runs)) }),
      "file.stat": ({ paths }) =>
        listOf(paths.map((path) => ({ ...fileEntry(path, !path.endsWith(".pl") || runs > 0, 4), mtime: 5 }))),
      "file.text": () => ({ text: "901\n" }),
    });
    assert.equal(await fixture.runTask({ ...RESTART, task: "run", kind: "scheduledTask", name: "backup" }), 0);
    assert.ok(fixture.said.includes("|-done") && !fixture.said.includes("before"), fixture.said.join("\n"));
    assert.equal(runs, 1);
  });
});

describe("the tasks of a row", () => {
  const item = (kind: ItemNode["kind"], key: string, label: string, row: unknown): ItemNode => {
    const ids = { id: itemNodeId("p1", kind, key), parentId: groupNodeId("p1", kind), panelId: "p1" };
    return { type: "item", ...ids, kind, key, label, state: "unknown", facts: [], row };
  };

  it("name the panel and a container by their names, which outlive their ids", () => {
    const id = "ab".repeat(32);
    const tasks = tasksOf(item("container", id, "web", containerRow({ id, name: "web" })), [
      panelRecord({ id: "p1", name: "Shop" }),
    ]);
    assert.deepEqual(
      tasks.map(({ label }) => label),
      ["Restart", "Start", "Stop", "Pause", "Unpause"].map((verb) => `${verb} web on Shop`),
    );
    assert.deepEqual(tasks[0]?.definition, { ...RESTART, kind: "container", name: "web" });
    for (const { definition } of tasks) assert.deepEqual(readTask(definition), definition);
  });

  it("are those that are for it", () => {
    const tasksFor = (name: string) =>
      tasksOf(item("service", name, name, { name, version: "1", running: true }), [panelRecord({ id: "p1" })]);
    assert.deepEqual(
      ["nginx", "redis"].map((name) => tasksFor(name).map(({ verb }) => verb)),
      [
        ["reload", "restart", "start", "stop"],
        ["restart", "start", "stop"],
      ],
    );
  });

  it("name the panel by its id where two have the same name", () => {
    const panels = [panelRecord({ id: "p1", name: "Shop" }), panelRecord({ id: "p2", name: "Shop" })];
    const [task, ...others] = tasksOf(item("dependencyManager", "composer", "composer", undefined), panels);
    assert.deepEqual(task?.definition, { type: "serverPanel", task: "updateComposer", panel: "p1" });
    assert.deepEqual([task?.label, others], ["Update Composer on Shop", []]);
  });
});
