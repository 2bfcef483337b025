import { writeFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import * as vscode from "vscode";
import { uriOf } from "../../src/platform/fileUri.ts";
import { groupNodeId, panelNodeId } from "../../src/tree/treeNodes.ts";
import { features, removePanels } from "../host/helpers/extension.ts";
import { DIRECTORY, ROUNDS, type BenchStep, type Measurement } from "./benchSteps.ts";
import { Heartbeat } from "./heartbeat.ts";

/** VS Code draws up to 200 ms after a change, and its window has to answer. */
const QUIET_MS = 500;

/** Limit for VS Code to draw, also on a busy machine. */
const DRAWN_WITHIN_MS = 5_000;

const { BENCH_ADDRESS: address = "", BENCH_KEY: apiKey = "", BENCH_RESULTS: results = "" } = process.env;

/** Works in the visible tree with the websites of the panel in `BENCH_ADDRESS`; called by VS Code in the extension host. */
export async function run(): Promise<void> {
  const measurements: Measurement[] = [];
  const settings = vscode.workspace.getConfiguration();
  await settings.update("serverPanel.refresh.intervalSeconds", 0, vscode.ConfigurationTarget.Global);
  await vscode.commands.executeCommand("serverPanel.panels.focus");
  for (let round = 0; round < ROUNDS; round++) measurements.push(...(await measureRound()));
  writeFileSync(results, JSON.stringify(measurements));
}

async function measureRound(): Promise<readonly Measurement[]> {
  const measurements: Measurement[] = [];
  await removePanels();
  const api = await features();
  const { tree, store, reveal } = api.services;
  const panelId = (await store.add({ name: "Bench", address }, { apiKey })).id;
  const group = groupNodeId(panelId, "site");
  const filter = (text: string | undefined) => async () =>
    tree.setFilter(group, text === undefined ? undefined : { text });
  const itemOf = api.itemOf;
  let drawn = 0;
  Object.assign(api, {
    itemOf(id: string) {
      drawn += 1;
      return itemOf(id);
    },
  });

  /** Opens Go to Resource. */
  const goTo = async () => {
    const create = vscode.window.createQuickPick;
    const lists: vscode.QuickPick<vscode.QuickPickItem>[] = [];
    Object.assign(vscode.window, {
      createQuickPick() {
        lists.push(create.call(vscode.window));
        return lists[0];
      },
    });
    const done = vscode.commands.executeCommand("serverPanel.resource.goTo");
    const isOpen = () => lists.some(({ items, busy }) => items.length > 0 && !busy);
    while (!isOpen()) await sleep(1);
    Object.assign(vscode.window, { createQuickPick: create });
    const [list] = lists;
    if (list === undefined) throw new Error("There is no list");
    const close = async () => {
      list.hide();
      await done;
    };
    return { list, close };
  };
  let shownRows: number | undefined;

  const untilQuiet = async () => {
    for (let before = -1; before !== drawn; await sleep(QUIET_MS)) before = drawn;
  };
  const untilDrawn = async () => {
    const until = performance.now() + DRAWN_WITHIN_MS;
    const isAwaited = () => drawn === 0 && performance.now() < until;
    while (isAwaited()) await sleep(1);
  };
  const measure = async (step: BenchStep, task: () => Promise<void>) => {
    await untilQuiet();
    drawn = 0;
    heartbeat.take();
    await task();
    if (step !== "idle" && shownRows === undefined) await untilDrawn();
    await untilQuiet();
    const node = tree.node(group);
    const rows = shownRows ?? (node?.type === "group" ? (node.count?.shown ?? 0) : 0);
    measurements.push({ step, longest: heartbeat.take(), rows, drawn: drawn + (shownRows ?? 0) });
    shownRows = undefined;
  };

  await tree.children(undefined);
  await tree.children(panelNodeId(panelId));
  await reveal(panelNodeId(panelId), { expand: true });
  const heartbeat = new Heartbeat();
  try {
    await measure("idle", () => sleep(QUIET_MS));
    await measure("open the group", () => reveal(group, { expand: true }));
    await measure("filter one page", filter("s99"));
    await measure("clear the filter", filter(undefined));
    let opened: Awaited<ReturnType<typeof goTo>> | undefined;
    const openList = async () => {
      opened = await goTo();
      shownRows = opened.list.items.length;
    };
    await measure("go to, pages arriving", openList);
    await opened?.close();
    const loadMore = (most: number) => async () => {
      while (tree.loadedChildren(group).length <= most && !isFull())
        await vscode.commands.executeCommand("serverPanel.group.loadMore", `more:${group}`);
    };
    const isFull = () => {
      const more = tree.node(`more:${group}`);
      return more?.type !== "more" || more.isFull;
    };
    const refresh = async () => void (await vscode.commands.executeCommand("serverPanel.refresh", group));
    await measure("load more up to 1,000", loadMore(999));
    await measure("filter to some", filter("s977"));
    await measure("clear the filter of 1,000", filter(undefined));
    await measure("refresh 1,000, all changed", refresh);
    await measure("load more up to the most", loadMore(Infinity));
    await filter("s977")();
    await measure("clear the filter of the most", filter(undefined));
    await measure("refresh the most, all changed", refresh);
    const files = tree.openFiles(panelNodeId(panelId), DIRECTORY) ?? "";
    await measure("open 10,000 files", async () => {
      await reveal(files, { expand: true });
      while (tree.loadedChildren(files).length === 0) await sleep(1);
      shownRows = tree.loadedChildren(files).length;
    });
    tree.closeFiles(files);
    await measure("read a folder of 10,000 files", async () => {
      const entries = await vscode.workspace.fs.readDirectory(uriOf({ panelId, path: DIRECTORY }));
      shownRows = entries.length;
    });
    for (let other = 1; other < 10; other++) await store.add({ name: `Bench ${other}`, address }, { apiKey });
    await measure("go to, ten panels", openList);
    await opened?.close();
  } finally {
    heartbeat.stop();
    Object.assign(api, { itemOf });
    await removePanels();
  }
  return measurements;
}
