import assert from "node:assert/strict";
import type { StoredTail } from "../../../src/logs/followedLog.ts";
import { startWindow } from "../../../src/window/startWindow.ts";
import { panelRecord } from "../../fakes/rows.ts";

const STORED: readonly StoredTail[] = ["p1", "gone"].map((panelId) => ({
  panelId,
  kind: "javaProject",
  key: "demo",
  label: "demo",
  startedAt: 1,
  wasRunning: true,
  start: "none",
  address: "https://192.0.2.1:8888",
}));

/** Starts a window with one panel, `p1`; what it did, in this order. */
async function start(reopen: () => Promise<void> = async () => undefined) {
  const done: string[] = [];
  const defects: unknown[] = [];
  let stored: unknown = STORED;
  await startWindow({
    panels: () => [panelRecord({ id: "p1" })],
    demo: { reopen },
    logTails: {
      resume: (tails: readonly StoredTail[]) => done.push(...tails.map(({ panelId }) => `resume ${panelId}`)),
    },
    memento: { get: () => stored, update: async () => undefined },
    showPanels() {
      done.push("show panels");
      // as the logs do, of which none is followed yet
      stored = undefined;
    },
    showDemos: async () => void done.push("show demos"),
    onDefect: (error) => defects.push(error),
  });
  return { done, defects };
}

describe("the start of a window", () => {
  const before = process.env["SERVER_PANEL_DEMO"];
  afterEach(() => {
    delete process.env["SERVER_PANEL_DEMO"];
    if (before !== undefined) process.env["SERVER_PANEL_DEMO"] = before;
  });

  it("follows the logs of the window before, of panels that are still there", async () => {
    delete process.env["SERVER_PANEL_DEMO"];
    assert.deepEqual(await start(), { done: ["show panels", "resume p1"], defects: [] });
  });

  it("shows the demo panels where npm start wants them", async () => {
    process.env["SERVER_PANEL_DEMO"] = "1";
    assert.deepEqual((await start()).done.at(-1), "show demos");
  });

  it("goes on where a demo panel cannot be opened again", async () => {
    delete process.env["SERVER_PANEL_DEMO"];
    const error = new Error("no port");
    const started = await start(async () => Promise.reject(error));
    assert.deepEqual(started, { done: ["show panels", "resume p1"], defects: [error] });
  });
});
