import assert from "node:assert/strict";
import { realpathSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import * as vscode from "vscode";
import type { TestApi } from "../../../src/extension.ts";
import { startDemoPanel } from "../../demoPanel/startDemoPanel.ts";
import { groupNodeId, panelNodeId } from "../../../src/tree/treeNodes.ts";
import { EXTENSION_ID, features, removePanels } from "../../host/helpers/extension.ts";
import type { Spent, WindowMeasurement } from "../windowFigures.ts";

const { BENCH_RESULTS: results = "", BENCH_EMPTY: empty = "", BENCH_BUNDLES: later = "" } = process.env;

const STARTED_MS = 3_000;

/** Seconds between refreshes, and how often they would come while the view is hidden. */
const [INTERVAL_S, TIMES] = [1, 4];

/** Measures what happens only once in a window; called by VS Code in the extension host. */
export async function run(): Promise<void> {
  const [first, ...others] = empty.split(",");
  // VS Code's own start shares this thread
  await sleep(STARTED_MS);
  // the first activation of a window pays for what all of them use
  await activation(first ?? "");
  const before = await activation(others[0] ?? "");
  const ours = await activation(EXTENSION_ID);
  const after = await activation(others[1] ?? "");
  const extension = vscode.extensions.getExtension<TestApi>(EXTENSION_ID);
  assert.ok(extension);
  const start = await spentOn(() => extension.exports.product());
  const dist = join(extension.extensionPath, "dist");
  const load = createRequire(join(dist, "extension.cjs"));
  const files = Object.keys(load.cache)
    .filter((path) => path.startsWith(realpathSync(dist)))
    .map((path) => basename(path));
  const loading: Record<string, number> = {};
  for (const bundle of later.split(",")) {
    const { elapsed } = await spentOn(async () => void load(`./${bundle}`));
    loading[bundle] = elapsed;
  }
  const measurement: WindowMeasurement = {
    activation: {
      worked: ours.worked - (before.worked + after.worked) / 2,
      elapsed: ours.elapsed - (before.elapsed + after.elapsed) / 2,
    },
    start,
    files,
    loading,
    requestsWhileHidden: await requestsWhileHidden(),
  };
  writeFileSync(results, JSON.stringify(measurement));
}

async function activation(id: string): Promise<Spent> {
  const extension = vscode.extensions.getExtension(id);
  assert.ok(extension !== undefined && !extension.isActive, id);
  return spentOn(() => extension.activate());
}

async function spentOn(task: () => PromiseLike<unknown>): Promise<Spent> {
  const [at, before] = [performance.now(), process.threadCpuUsage()];
  await task();
  const { user, system } = process.threadCpuUsage(before);
  return { worked: (user + system) / 1000, elapsed: performance.now() - at };
}

/** Counts the requests to a panel with an open group while another view is shown. */
async function requestsWhileHidden(): Promise<number> {
  const panel = await startDemoPanel();
  const settings = vscode.workspace.getConfiguration();
  const interval = "serverPanel.refresh.intervalSeconds";
  await settings.update(interval, INTERVAL_S, vscode.ConfigurationTarget.Global);
  try {
    await removePanels();
    const { services } = await features();
    const { id } = await services.store.add({ name: "Bench", address: panel.address }, { apiKey: panel.key });
    await vscode.commands.executeCommand("serverPanel.panels.focus");
    await services.tree.children(undefined);
    await services.tree.children(panelNodeId(id));
    await services.reveal(panelNodeId(id), { expand: true });
    await services.reveal(groupNodeId(id, "site"), { expand: true });
    const { counters } = panel;
    const opened = counters.requests.length;
    for (let tries = 0; counters.requests.length === opened; tries++) {
      assert.ok(tries < 100, "the view does not refresh while it is seen");
      await sleep(100);
    }
    await vscode.commands.executeCommand("workbench.view.explorer");
    // lets requests from before the view was hidden end
    await sleep(INTERVAL_S * 1500);
    const hidden = counters.requests.length;
    await sleep(INTERVAL_S * TIMES * 1000);
    return counters.requests.length - hidden;
  } finally {
    await settings.update(interval, undefined, vscode.ConfigurationTarget.Global);
    await removePanels();
    await panel.close();
  }
}
