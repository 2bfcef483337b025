import assert from "node:assert/strict";
import { setTimeout as sleep } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { startDemoPanel, type DemoPanel } from "../../demoPanel/startDemoPanel.ts";
import { Connections } from "../../../src/connection/connections.ts";
import type { FollowedLog } from "../../../src/followedLogs/followedLog.ts";
import { LogTails } from "../../../src/followedLogs/logTails.ts";
import { runtimeTarget } from "../../../src/resources/runtime.ts";
import { features, removePanels } from "../helpers/extension.ts";
import { useQuickClock } from "../helpers/useQuickClock.ts";
import { activeResources, assertBackAt } from "./activeResources.ts";
import { eventually } from "../../eventually.ts";

const LINES = 100_000;
const AT_ONCE = 900;

describe("Followed logs", () => {
  useQuickClock();
  let panel: DemoPanel;
  let panelId: string;
  let log: FollowedLog;

  beforeEach(async () => {
    await removePanels();
    panel = await startDemoPanel();
    const { services } = await features();
    panelId = (await services.store.add({ name: "Shop", address: panel.address }, { apiKey: panel.key })).id;
    log = { panelId, kind: "runtime", ...runtimeTarget };
    Object.assign(panel.state.upgrade, { locked: true, log: "检查环境...\n" });
  });

  afterEach(async () => {
    await removePanels();
    await panel.close();
  });

  /** Waits until the panel was asked once more and its answer was taken. */
  async function read(logTails: LogTails): Promise<void> {
    const before = panel.counters.calls["runtime.upgradeLog"];
    const poke = () => {
      logTails.poke(panelId);
      return panel.counters.calls["runtime.upgradeLog"];
    };
    await eventually(poke, (calls) => calls !== before);
    await sleep(10);
  }

  /** Follows the log as a window of its own does, and ends that window. */
  async function followAndDispose(): Promise<void> {
    const { services } = await features();
    const connections = new Connections(services.connectionServices);
    const [record = assert.fail()] = services.store.list();
    const logTails = new LogTails({
      clock: services.clock,
      addressOf: () => record.address,
      callFor: (_panelId, signal, by) => connections.of(record).callFor(signal, by),
      screenOf: () => ({
        append: () => undefined,
        clear: () => undefined,
        show: () => undefined,
        isVisible: () => false,
        dispose: () => undefined,
      }),
      sentenceFor: () => undefined,
      staleAfterMs: () => 600_000,
      onChange: () => undefined,
      onEnded: () => assert.fail("nothing has ended"),
      onDefect: (error) => assert.fail(String(error)),
      keep: () => undefined,
    });
    logTails.follow(log);
    await read(logTails);
    await read(logTails);
    await logTails.dispose();
    connections.dispose();
  }

  it("leave no timer, request or connection when their window ends", async () => {
    // VS Code itself keeps a timer from the first request of the process on
    await followAndDispose();
    const before = await activeResources();
    await followAndDispose();
    await assertBackAt(before);
    // the window that runs the tests may have asked this panel meanwhile, and keeps its connection until the panel goes
    await removePanels();
    await eventually(
      () => panel.counters.openConnections,
      (open) => open === 0,
    );
    // a request that was given up may have arrived meanwhile
    const asked = panel.counters.calls["runtime.upgradeLog"];
    // ten polls of the quick clock
    await sleep(2_000);
    assert.equal(panel.counters.calls["runtime.upgradeLog"], asked, "it is still read");
  });

  it(`hold no more after ${LINES} lines than after a few`, async () => {
    setFlagsFromString("--expose-gc");
    const collect = runInNewContext("gc") as () => void;
    const { services } = await features();
    const { clock } = services;
    const { logTails } = services;
    // a channel that is shown is mirrored whole by VS Code
    logTails.resume([
      { ...log, startedAt: clock.wallTime(), start: "none", wasRunning: false, address: panel.address },
    ]);
    const { upgrade } = panel.state;
    let heap = 0;
    for (let written = 0; written < LINES; written += AT_ONCE) {
      const lines = Array.from(
        { length: AT_ONCE },
        (_, at) => `gcc -O2 -c Objects/part${written + at}.c ${"-W".repeat(20)}`,
      );
      // what the panel holds must not count
      upgrade.log = `${(upgrade.log ?? "").slice(-200_000)}${lines.join("\n")}\n`;
      await read(logTails);
      if (written !== 5 * AT_ONCE) continue;
      collect();
      heap = process.memoryUsage().heapUsed;
    }
    collect();
    const growth = process.memoryUsage().heapUsed - heap;
    assert.ok(heap > 0 && growth < 4_000_000, `${growth} bytes more`);
  });
});
