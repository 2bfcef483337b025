import assert from "node:assert/strict";
import { join } from "node:path";
import { makeProjectFiles, projectDirectory, projectProgram } from "../../../../src/demoPanel/demoProjects.ts";
import { deployByTask } from "../../../../src/deployments/window/deployByTask.ts";
import { deployFileOn } from "../../../../src/deployments/window/deployFileCommands.ts";
import { operations, type OperationId, type ParamsOf } from "../../../../src/wire/operations/operations.ts";
import { DeployFixture } from "../deployFixture.ts";
import { DeployWindow } from "./deployWindow.ts";

const deployProject = deployFileOn("project");

const NODE = "storefront";
const GO = "gateway";
const targetsOf = (project: string) => [
  { role: "web-1", project },
  { role: "web-2", project },
];
const choose = { to: "Which deployment?", with: "app" } as const;
const panels = [
  { to: "The panel for “web-1” of “app”", with: "Shop" },
  { to: "The panel for “web-2” of “app”", with: "Shop 2" },
] as const;
const goOn = { to: "Deploy “app” to 2 servers", with: " > Deploy to All" } as const;
const QUESTION = "Run these commands on 2 servers?";

describe("a deployment to projects of several servers", () => {
  let window: DeployWindow;
  let second: DeployFixture;

  beforeEach(async () => {
    window = await DeployWindow.open("baota", undefined, { runsCommands: true });
    second = await DeployFixture.start("aapanel", undefined, { runsCommands: true });
    const other = await window.commands.add({ name: "Shop 2", address: "https://192.0.2.2:8888" });
    window.commands.editions.set(other.id, "aapanel");
    const call = second.callFor(new AbortController().signal);
    const ids = Object.keys(operations) as OperationId[];
    window.commands.ownHandlers.set(
      other.id,
      Object.fromEntries(ids.map((id) => [id, async (params: ParamsOf<OperationId>) => call(id, params)] as const)),
    );
    for (const { panel } of [window.used, second])
      for (const each of panel.state.projects) makeProjectFiles(panel.state.files, each, 1_600_000_000);
  });
  afterEach(async () => {
    await window.dispose();
    await second.stop();
  });

  const both = () => [window.used, second];
  const projects = (name: string) =>
    both().map(({ panel }) => panel.state.projects.find((each) => each.name === name) ?? assert.fail("no project"));
  const files = (name: string, file: string) =>
    both().map((used, at) => used.below(projectDirectory(projects(name)[at] ?? assert.fail("no project")))[file]);
  const programs = () =>
    files(
      GO,
      projectProgram(projects(GO)[0] ?? assert.fail("no project"))
        .split("/")
        .at(-1) ?? "",
    );
  const pids = (name: string) => projects(name).map(({ run }) => run?.pid);
  const texts = (messages: readonly { readonly message: string }[]) =>
    messages.map(({ message }) => message).join("\n");

  /** States a program for the Go projects of both servers. */
  async function programOf(text: string, more: object = {}): Promise<void> {
    window.state({ name: "app", targets: targetsOf(GO), program: "dist/*", ...more });
    await window.used.source({ built: text });
    window.commands.workspace.jars = [join(window.used.folder, "built")];
  }

  it("brings a folder to all of them, and restarts each", async () => {
    window.state({ name: "app", targets: targetsOf(NODE), source: "dist" });
    await window.used.source({ "server.js": "new" });
    const before = pids(NODE);
    const { messages } = await window.run(deployProject, choose, ...panels, goOn);
    assert.match(texts(messages), /^“app” is on all 2 servers\./);
    assert.deepEqual(files(NODE, "server.js"), ["new", "new"]);
    for (const [at, pid] of pids(NODE).entries()) assert.ok(pid !== undefined && pid !== before[at]);
  });

  it("brings a program to all of them, and restarts each", async () => {
    await programOf("compiled");
    const before = pids(GO);
    const { messages } = await window.run(deployProject, choose, ...panels, goOn);
    assert.match(texts(messages), /^“app” is on all 2 servers\./);
    assert.deepEqual(programs(), ["compiled", "compiled"]);
    for (const [at, pid] of pids(GO).entries()) assert.ok(pid !== undefined && pid !== before[at]);
  });

  it("begins no other where the first does not run, which has its old program back", async () => {
    await programOf("ends at once");
    const [, other] = pids(GO);
    const { messages } = await window.run(deployProject, choose, ...panels, goOn);
    assert.match(texts(messages), /web-1/);
    assert.deepEqual(programs(), [`${GO} of the demo\n`, `${GO} of the demo\n`]);
    assert.notEqual(pids(GO)[0], undefined);
    assert.equal(pids(GO)[1], other);
  });

  it("goes back on the first where the second does not run, if it says so", async () => {
    await programOf("compiled", { rollBack: "auto" });
    const [, own] = projects(GO);
    assert.ok(own);
    own.endsAtOnce = true;
    const { messages } = await window.run(deployProject, choose, ...panels, goOn);
    assert.match(texts(messages), /web-2/);
    assert.deepEqual(programs(), [`${GO} of the demo\n`, `${GO} of the demo\n`]);
    assert.notEqual(pids(GO)[0], undefined);
  });

  it("sends nothing where nobody may run the program of one of them", async () => {
    await programOf("compiled");
    const path = projectProgram(projects(GO)[1] ?? assert.fail("no project"));
    const { state } = second.panel;
    state.files.set(path, { ...(state.files.get(path) ?? assert.fail(path)), mode: 0o644 });
    const before = pids(GO);
    const { messages } = await window.run(deployProject, choose, ...panels);
    assert.match(texts(messages), /^Nothing was deployed to any server\. web-2.* Nobody may run/s);
    assert.deepEqual([pids(GO), programs()[0]], [before, `${GO} of the demo\n`]);
  });

  it("runs the steps of each as its project's user, which one question shows", async () => {
    const steps = [{ name: "Packages", run: "cat server.js >node_modules/for", alsoBack: true }];
    window.state({ name: "app", targets: targetsOf(NODE), source: "dist", steps });
    await window.used.source({ "server.js": "new" });
    const { questions } = await window.run(deployProject, choose, ...panels, goOn, { to: QUESTION, with: true });
    assert.match(questions[0]?.detail ?? "", /as www/);
    assert.deepEqual(files(NODE, "node_modules/for"), ["new", "new"]);
  });

  it("is done by a task once each panel was chosen", async () => {
    await programOf("compiled");
    await window.run(deployProject, choose, ...panels, goOn);
    await programOf("compiled again");
    const ended = await deployByTask(window.services, "app", {
      showLines: () => undefined,
      say: () => undefined,
      signal: new AbortController().signal,
      showProgress: async (_requests, task) => task(new AbortController().signal, () => undefined),
      sentence: (question) => assert.fail(`a task asks: ${question}`),
    });
    assert.ok(typeof ended === "object" && "servers" in ended, JSON.stringify(ended));
    assert.deepEqual(
      ended.servers.map((each) => each.ended?.outcome.kind),
      ["done", "done"],
    );
    assert.deepEqual(programs(), ["compiled again", "compiled again"]);
  });
});
