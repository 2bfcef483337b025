import assert from "node:assert/strict";
import * as vscode from "vscode";
import { statusReply } from "../../src/demoPanel/http.ts";
import { openItems, useAddedPanels } from "./helpers/addedPanels.ts";
import { features } from "./helpers/extension.ts";
import { answering } from "./helpers/scriptedDialogs.ts";
import { useQuickClock } from "./helpers/useQuickClock.ts";
import { eventually } from "../eventually.ts";

const WAIT_SETTING = "serverPanel.confirmation.waitSeconds";

const restart = { type: "serverPanel", task: "restart", panel: "Shop", kind: "javaProject", name: "order-service" };

describe("tasks of a tasks.json", () => {
  useQuickClock();
  const [shop] = useAddedPanels("Shop");
  let file: vscode.Uri;
  let restarts: number;

  const java = () => {
    const found = shop.panel.state.javaProjects.find(({ name }) => name === "order-service");
    return found ?? assert.fail("the panel has no order-service");
  };
  const setWait = async (seconds: number | undefined) =>
    vscode.workspace.getConfiguration().update(WAIT_SETTING, seconds, vscode.ConfigurationTarget.Global);
  const protect = async (guardLevel: "trusted" | "ask" | "readOnly") =>
    (await features()).services.store.update(shop.id, { guardLevel });

  beforeEach(async () => {
    const [folder] = vscode.workspace.workspaceFolders ?? [];
    assert.ok(folder);
    file = vscode.Uri.joinPath(folder.uri, ".vscode", "tasks.json");
    restarts = 0;
    await setWait(10);
    await protect("trusted");
  });

  afterEach(async () => {
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
    await vscode.workspace.fs.delete(vscode.Uri.joinPath(file, ".."), { recursive: true });
    await setWait(undefined);
  });

  /** Answers a restart with a success, whatever becomes of the project. */
  function onRestart(happens: () => void): void {
    shop.options.handlers = {
      "java.restart": () => {
        restarts += 1;
        happens();
        return statusReply(true, "操作已执行");
      },
    };
  }

  async function write(...tasks: readonly object[]): Promise<void> {
    const text = JSON.stringify({ version: "2.0.0", tasks });
    await vscode.workspace.fs.writeFile(file, new TextEncoder().encode(text));
  }

  async function until<T>(look: () => Promise<T | undefined>): Promise<T> {
    return (await eventually(look, (seen) => seen !== undefined)) ?? assert.fail();
  }

  /** Runs the task of a label; resolves to the label and exit code of the first task that ends. */
  async function run(label: string): Promise<readonly [string, number | undefined]> {
    const task = await until(async () =>
      (await vscode.tasks.fetchTasks({ type: "serverPanel" })).find(({ name }) => name === label),
    );
    const { promise, resolve } = Promise.withResolvers<readonly [string, number | undefined]>();
    const ended = vscode.tasks.onDidEndTaskProcess(({ execution, exitCode }) =>
      resolve([execution.task.name, exitCode]),
    );
    try {
      await vscode.tasks.executeTask(task);
      return await promise;
    } finally {
      ended.dispose();
    }
  }

  it("restart a project after the question, and end with 0 once its new process was seen", async () => {
    await protect("ask");
    await write({ label: "restart", ...restart });
    const before = java().server.run?.pids;
    let end: unknown;
    const { messages } = await answering(
      [{ to: "Restart Java project “order-service” on “Shop”?", with: true }],
      async () => {
        end = await run("restart");
      },
    );
    assert.deepEqual(end, ["restart", 0]);
    assert.notDeepEqual(java().server.run?.pids, before);
    assert.deepEqual(messages, [], "the terminal has said it");
  });

  it("end with 1 where the project dies, where a panel is unknown, and where it is read-only", async () => {
    onRestart(() => (java().server.run = undefined));
    await write({ label: "dies", ...restart }, { label: "unknown", ...restart, panel: "Blog" });
    assert.deepEqual(await run("dies"), ["dies", 1]);
    assert.deepEqual(await run("unknown"), ["unknown", 1]);
    await protect("readOnly");
    assert.deepEqual(await run("dies"), ["dies", 1]);
    assert.equal(restarts, 1);
  });

  it("are canceled by Ctrl+C, and then end with 2 if the change was sent", async () => {
    const sent = Promise.withResolvers<undefined>();
    onRestart(() => sent.resolve(undefined));
    await setWait(600);
    await write({ label: "hangs", ...restart });
    const end = run("hangs");
    await sent.promise;
    const terminal = await until(async () => vscode.window.terminals.find(({ name }) => name.includes("hangs")));
    terminal.sendText("\u0003", false);
    assert.deepEqual(await end, ["hangs", 2]);
    assert.equal(restarts, 1);
  });

  it("send nothing after a task on which they depend has failed", async () => {
    onRestart(() => undefined);
    await write(
      { label: "build", ...restart, panel: "Blog" },
      { label: "restart", ...restart, dependsOn: "build", dependsOrder: "sequence" },
      { label: "start", ...restart, task: "start" },
    );
    assert.deepEqual(await run("restart"), ["build", 1]);
    assert.deepEqual(await run("start"), ["start", 0]);
    assert.equal(restarts, 0);
  });

  it("are added from a row beside those that are there, and offered for what the tree has loaded", async () => {
    const unknown = { label: "unknown", ...restart, panel: "Blog" };
    const text = `{ // ours\n"version": "2.0.0", "tasks": [${JSON.stringify(unknown)},], /* "," */ }`;
    await vscode.workspace.fs.writeFile(file, new TextEncoder().encode(text));
    const items = await openItems(shop, "javaProject");
    const item = items.find(({ key }) => key === "order-service") ?? assert.fail("no row");
    const name = "Restart order-service on Shop";
    await until(async () =>
      (await vscode.tasks.fetchTasks({ type: "serverPanel" })).find((task) => task.name === name),
    );
    const answers = [{ to: "Which task?", with: "Restart order-service on Shop" }];
    for (let times = 0; times < 2; times += 1)
      await answering(answers, () => vscode.commands.executeCommand("serverPanel.addTask", item.id));
    const isShown = ({ document }: vscode.TextEditor) => document.uri.toString() === file.toString();
    assert.ok(vscode.window.visibleTextEditors.some(isShown));
    const after = new TextDecoder().decode(await vscode.workspace.fs.readFile(file));
    const [head, tail] = text.split(",], ");
    const added = after.slice(`${head},`.length, -`], ${tail}`.length);
    assert.equal(`${head},${added}], ${tail}`, after, "everything else stays as it was");
    assert.deepEqual(JSON.parse(added), { label: "Restart order-service on Shop", ...restart, problemMatcher: [] });
    assert.deepEqual(await run("Restart order-service on Shop"), ["Restart order-service on Shop", 0]);
  });
});
