import assert from "node:assert/strict";
import * as vscode from "vscode";
import { startDemoPanel, type DemoPanel } from "../demoPanel/startDemoPanel.ts";
import type { ActivityEntry } from "../../src/activity/activityEntry.ts";
import { ActivityView } from "../../src/activity/window/activityView.ts";
import { filesBelow } from "../fakes/filesBelow.ts";
import { features, removePanels } from "./helpers/extension.ts";
import { answering } from "./helpers/scriptedDialogs.ts";
import { useQuickClock } from "./helpers/useQuickClock.ts";

const run = (command: string, ...args: readonly unknown[]) => vscode.commands.executeCommand(command, ...args);

describe("Activity", () => {
  useQuickClock();
  let panel: DemoPanel;
  const handlers: NonNullable<NonNullable<Parameters<typeof startDemoPanel>[0]>["handlers"]> = {};

  /** The operations once there are as many as expected: they are written after the command has ended. */
  async function entries(count: number): Promise<readonly ActivityEntry[]> {
    const { services } = await features();
    const activity = await services.activity();
    await activity.dispose();
    const found = await activity.read();
    assert.equal(found.length, count);
    return found;
  }

  async function restart(project: string): Promise<void> {
    await answering(
      [
        { to: "Restart Type a name", with: `${project} > ${project}` },
        { to: "Restart", with: true },
      ],
      () => run("serverPanel.restart"),
    );
  }

  beforeEach(async () => {
    await removePanels();
    panel = await startDemoPanel({ delays: { javaProcess: 200, javaListen: 200, container: 200 }, handlers });
    const { services } = await features();
    await (await services.activity()).clear();
    await services.store.add({ name: "Shop", address: panel.address }, { apiKey: panel.key });
  });

  afterEach(async () => {
    delete (handlers as Record<string, unknown>)["java.restart"];
    await (await (await features()).activity()).clear();
    await removePanels();
    await panel.close();
  });

  it("stores no key, not even if the panel repeats it", async () => {
    const { key } = panel;
    (handlers as Record<string, unknown>)["java.restart"] = () => ({ status: false, msg: `<b>denied</b> ${key}` });
    await restart("order-service");
    const [entry] = await entries(1);
    assert.deepEqual(entry?.failure, { kind: "rejected", message: "denied ***" });
    const { services } = await features();
    const { directory } = await services.activity();
    const files = await filesBelow(directory);
    assert.ok(files.length > 0);
    for (const { path, text } of files) assert.ok(!text.includes(key), path);
  });

  it("is not read while its view is hidden", async () => {
    const activity = await (await features()).activity();
    const read = activity.read.bind(activity);
    let reads = 0;
    activity.read = () => {
      reads++;
      return read();
    };
    try {
      await restart("order-service");
      assert.equal(reads, 0);
    } finally {
      Reflect.deleteProperty(activity, "read");
    }
    await entries(1);
  });

  it("redraws its ages by the clock, and nothing if the extension cannot start", async () => {
    const { createTreeView } = vscode.window;
    const { setInterval: repeat } = globalThis;
    const periods: unknown[] = [];
    const product = await features();
    const periodsWith = async (shown: ConstructorParameters<typeof ActivityView>[0]) => {
      periods.length = 0;
      const view = new ActivityView(shown);
      await view.getChildren().catch(() => undefined);
      view.dispose();
      return periods.filter((period) => period === 60_000).length;
    };
    Object.assign(vscode.window, {
      createTreeView: () => ({ visible: true, onDidChangeVisibility: () => undefined, dispose: () => undefined }),
    });
    Object.assign(globalThis, {
      setInterval(...given: Parameters<typeof repeat>) {
        periods.push(given[1]);
        return repeat(...given);
      },
    });
    try {
      assert.equal(await periodsWith(async () => product), 1);
      assert.equal(await periodsWith(async () => Promise.reject(new Error("no such file"))), 0);
    } finally {
      Object.assign(vscode.window, { createTreeView });
      Object.assign(globalThis, { setInterval: repeat });
    }
  });

  it("draws what was left stopped as what has failed", async () => {
    await restart("order-service");
    const [entry] = await entries(1);
    assert.ok(entry);
    const { activityItemOf } = await features();
    const iconOf = async (result: string) => (await activityItemOf({ ...entry, result })).iconPath;
    assert.deepEqual(await iconOf("halfway"), await iconOf("failed"));
    assert.notDeepEqual(await iconOf("halfway"), await iconOf("done"));
  });

  it("shows the details of an operation on a click", async () => {
    await restart("order-service");
    const [entry] = await entries(1);
    assert.ok(entry);
    const item = await (await features()).activityItemOf(entry);
    assert.equal(item.label, "Restart order-service");
    assert.equal(item.description, "done · Shop · just now");
    assert.equal((item.iconPath as vscode.ThemeIcon).id, "pass");
    assert.ok(item.command);
    const { command, arguments: args = [] } = item.command;
    const { questions } = await answering([{ to: "Restart order-service", with: "Copy" }], () =>
      run(command, ...(args as unknown[])),
    );
    const detail = questions[0]?.detail ?? "";
    assert.match(
      detail,
      /^When: .+ \(just now\)\nPanel: Shop\nOperation: Restart\nTarget: order-service \(Java project\)\nResult: done\nProcess: \d+\nDuration: \d+\.\d s$/,
    );
    assert.equal(await vscode.env.clipboard.readText(), `Restart order-service\n${detail}`);
  });
});
