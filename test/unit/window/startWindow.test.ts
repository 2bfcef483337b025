import assert from "node:assert/strict";
import { FOLLOWED_LOGS } from "../../../src/manifest/manifest.ts";
import { startWindow } from "../../../src/window/startWindow.ts";

/** Starts a window of which something is kept under these keys; what it did, in this order. */
async function start(kept: readonly string[] = [], reopen: () => Promise<void> = async () => undefined) {
  const done: string[] = [];
  const defects: unknown[] = [];
  await startWindow({
    demo: { reopen },
    memento: { get: (key) => (kept.includes(key) ? [] : undefined) },
    resumeLogs: async () => void done.push("resume logs"),
    showPanels: () => void done.push("show panels"),
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

  it("goes on with the logs that the window before followed, if there were any", async () => {
    delete process.env["SERVER_PANEL_DEMO"];
    assert.deepEqual(await start([FOLLOWED_LOGS]), { done: ["show panels", "resume logs"], defects: [] });
    assert.deepEqual(await start(), { done: ["show panels"], defects: [] });
  });

  it("shows the demo panels where npm start wants them", async () => {
    process.env["SERVER_PANEL_DEMO"] = "1";
    assert.deepEqual((await start()).done.at(-1), "show demos");
  });

  it("goes on where a demo panel cannot be opened again", async () => {
    delete process.env["SERVER_PANEL_DEMO"];
    const error = new Error("no port");
    const started = await start([FOLLOWED_LOGS], async () => Promise.reject(error));
    assert.deepEqual(started, { done: ["show panels", "resume logs"], defects: [error] });
  });
});
