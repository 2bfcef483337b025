import assert from "node:assert/strict";
import * as http from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import * as vscode from "vscode";
import { handlers as usual } from "../../demoPanel/baota/handlers.ts";
import { upgradeScripts } from "../../demoPanel/upgradeScripts.ts";
import { startDemoPanel, type DemoPanel } from "../../demoPanel/startDemoPanel.ts";
import { features, removePanels } from "../helpers/extension.ts";
import { answering } from "../helpers/scriptedDialogs.ts";
import { outputText } from "./outputChannel.ts";
import { UpgradeFile, type ExpectedRow } from "./upgradeFile.ts";
import { eventually } from "../../eventually.ts";

const LINES = 20_000;
const NAME = "Runtime Upgrade – Shop";

describe("The log of a runtime upgrade", () => {
  let panel: DemoPanel;
  let panelId: string;
  let file: UpgradeFile;
  let readings: number;
  let isBroken: boolean;

  async function start(port = 0, key?: string): Promise<void> {
    panel = await startDemoPanel({
      port,
      ...(key === undefined ? {} : { key }),
      createServer: (listener) =>
        http.createServer((request, response) => {
          if (isBroken) request.socket.destroy();
          else listener(request, response);
        }),
      delays: { upgradeStart: 50, upgradeChunk: 5 },
      handlers: {
        "runtime.upgradeLog": (context) => {
          readings += 1;
          file.wasRead();
          return usual["runtime.upgradeLog"](context);
        },
      },
    });
    panel.state.upgrade.locked = true;
    panel.state.upgrade.log = file.content;
  }

  function write(text: string): void {
    file.append(text);
    panel.state.upgrade.log = file.content;
  }

  /** Has the log read at once, and waits until the panel has sent it. */
  async function read(): Promise<void> {
    const { logTails } = (await features()).services;
    const before = readings;
    const poke = () => {
      logTails.poke(panelId);
      return readings;
    };
    await eventually(poke, (now) => now > before);
    // the answer is on its way
    await sleep(20);
  }

  /** Runs the command of a verb on the row of the runtime. */
  async function onRow(verb: "followLog" | "upgrade"): Promise<void> {
    const [item = assert.fail()] = await (await features()).services.tree.items(panelId, "runtime");
    await vscode.commands.executeCommand(`serverPanel.${verb}`, item.id, [item.id]);
  }

  beforeEach(async () => {
    await removePanels();
    [file, readings, isBroken] = [new UpgradeFile(), 0, false];
    await start();
    const { services } = await features();
    panelId = (await services.store.add({ name: "Shop", address: panel.address }, { apiKey: panel.key })).id;
    await services.tree.children(undefined);
  });

  afterEach(async () => {
    await vscode.commands.executeCommand("serverPanel.followedLog.clear");
    await removePanels();
    await panel.close();
  });

  it(`of ${LINES} lines is shown as it was written, through bursts, disconnects, a restart and a roll-over`, async () => {
    const random = seeded(7);
    write("检查环境...\n");
    await onRow("followLog");
    await read();
    for (let written = 1; written < LINES;) {
      // some bursts are longer than what a panel shows
      const burst = Math.min(LINES - written, 1 + Math.floor(random() * (random() < 0.1 ? 1_600 : 900)));
      for (let at = 0; at < burst; at++) write(lineOf(written + at, random));
      // a line that the next burst goes on with
      const isCut = random() < 0.3;
      if (isCut) write("进度 ....");
      await read();
      if (isCut) write("...\n");
      const before = written;
      written += burst;
      for (const moment of [3_000, 6_000, 9_000, 15_000])
        if (before < moment && written >= moment) {
          await read();
          await disconnect(moment === 9_000);
        }
      if (before < 12_000 && written >= 12_000) {
        await read();
        file.truncate();
        panel.state.upgrade.log = "";
        await read();
      }
    }
    write("环境准备完成\n");
    await read();
    panel.state.upgrade.locked = false;
    const text = await outputText(NAME, (shown) => shown.includes("The upgrade finished."));
    assert.deepEqual(shownRows(text), file.rows.map(textOf));
    const marks = file.rows.filter(({ kind }) => kind !== "line").map(({ kind }) => kind);
    assert.ok(marks.includes("missing") && marks.includes("section"), "the run has neither loss nor roll-over");
    assert.equal(text.split("\n").filter((row) => /Waiting for the panel/.test(row)).length, 4);
  });

  /** The panel drops every connection for a while, or is restarted. */
  async function disconnect(restarts: boolean): Promise<void> {
    const { logTails } = (await features()).services;
    const { key, address } = panel;
    isBroken = true;
    if (restarts) await panel.close();
    while (logTails.current[0]?.phase !== "reconnecting") {
      logTails.poke(panelId);
      await sleep(20);
    }
    write(restarts ? "重启面板\n" : "网络中断\n");
    isBroken = false;
    if (restarts) await start(Number(new URL(address).port), key);
    await read();
  }

  it("is reported as failed if it failed right after its start", async () => {
    panel.state.upgrade.locked = false;
    panel.state.upgrade.log = "the one before\n环境准备完成\n";
    panel.state.upgrade.script = upgradeScripts.failing;
    const { messages } = await answering([{ to: "Start runtime upgrade", with: true }], async () => {
      await onRow("upgrade");
      const { logTails } = (await features()).services;
      await eventually(
        () => logTails.current,
        ({ length }) => length === 0,
      );
    });
    // the log is followed from when the start was seen, so its end may be told first
    const [failed, started] = messages.toSorted((a, b) => a.severity.localeCompare(b.severity));
    assert.deepEqual([messages.length, failed?.severity, started?.severity], [2, "error", "information"]);
    assert.match(started?.message ?? "", /has started/);
    assert.match(failed?.message ?? "", /failed: 获取最新升级环境脚本失败/);
  });

  it("is stopped if it is visible, whatever other panels are called", async () => {
    const { services } = await features();
    const { store, tree } = services;
    const { logTails } = services;
    // its log has a name that ends as the other one's is called
    const otherName = `Runtime Upgrade – eu-${NAME}`;
    const other = await store.add({ name: `eu-${NAME}`, address: panel.address }, { apiKey: panel.key });
    write("检查环境...\n");
    await tree.children(undefined);
    const follow = async (id: string) => {
      const [item = assert.fail()] = await tree.items(id, "runtime");
      await vscode.commands.executeCommand("serverPanel.followLog", item.id, [item.id]);
    };
    await follow(panelId);
    await outputText(NAME, (text) => text.endsWith("..."));
    await follow(other.id);
    await outputText(otherName, (text) => text.endsWith("..."));
    await vscode.commands.executeCommand("serverPanel.followedLog.stop");
    await outputText(otherName, (text) => /Stopped following\.\s*$/.test(text));
    assert.deepEqual(
      logTails.current.map(({ log }) => log.panelId),
      [panelId],
    );
    // the one that is followed is not the one in sight, so that it is not stopped unasked
    await answering([{ to: "Stop Following Log", with: NAME }], () =>
      vscode.commands.executeCommand("serverPanel.followedLog.stop"),
    );
    await outputText(otherName, () => true);
    await eventually(
      () => logTails.current,
      ({ length }) => length === 0,
    );
  });
});

/** The channel's rows as lines and marks; sentences that mark nothing are left out. */
function shownRows(text: string): readonly string[] {
  return text
    .replace(/\n$/, "")
    .split("\n")
    .flatMap((row) => {
      if (!row.startsWith("── ")) return row.trim();
      if (/may be missing/.test(row)) return "[missing]";
      return /started over/.test(row) ? "[section]" : [];
    });
}

function textOf(row: ExpectedRow): string {
  return row.kind === "line" ? (row.text.split("\r").at(-1) ?? "").trim() : `[${row.kind}]`;
}

/** Lines as scripts write them: with numbers, the same again and again, blank, indented, with progress. */
function lineOf(number: number, random: () => number): string {
  const draw = random();
  if (draw < 0.1) return "\n";
  if (draw < 0.2) return "checking for gcc... yes\n";
  if (draw < 0.25) return `10%\r50%\r100% of part ${number}\n`;
  return `${draw < 0.3 ? "  " : ""}gcc -O2 -c Objects/part${number}.c\n`;
}

/** The same numbers from 0 to 1 in every run. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
