import assert from "node:assert/strict";
import { compare, onEachPanel, soon } from "./onEachPanel.ts";
import { note } from "./claims.ts";

onEachPanel("Scheduled tasks", (live) => {
  let name: string;

  before(async () => {
    name = `${live.panel.prefix}task`;
    await live.panel.server.addTask(name);
  });

  /** Runs a task and compares what is claimed with what it writes sooner or later. */
  async function runAndCompare(task: string, kinds: readonly string[]): Promise<void> {
    const { server } = live.panel;
    const before = await server.task(task);
    const result = await live.target.act("scheduledTask", "run", task);
    const isSo = await soon(async () => (await server.task(task)).bytes > before.bytes);
    const so = `log of ${before.bytes} → ${(await server.task(task)).bytes} bytes`;
    compare(live, "scheduledTask.run", result, { isSo, so, kinds });
  }

  it("have started", async () => {
    await runAndCompare(name, ["done"]);
    await runAndCompare(name, ["done"]);
  });

  it("that leave by exit are not done, unless the panel itself marks their end", async () => {
    const failing = `${live.panel.prefix}fails`;
    await live.panel.server.addTask(failing, "exit 3");
    await runAndCompare(failing, ["sent", "done"]);
  });

  for (const [verb, isOn] of [
    ["turnOff", false],
    ["turnOn", true],
  ] as const)
    it(verb, async () => {
      const result = await live.target.act("scheduledTask", verb, name);
      const after = await live.panel.server.task(name);
      const so = after.isOn ? "on" : "off";
      compare(live, `scheduledTask.${verb}`, result, { isSo: after.isOn === isOn, so, kinds: ["done"] });
    });

  it("show their log", async () => {
    const screen = await live.target.follow("serverPanel.followLog", "scheduledTask", name);
    const isShown = () => screen.rows.some((row) => row.includes(`${name} ran`));
    await soon(async () => isShown());
    await live.window.stopFollowing();
    note({
      operation: "scheduledTask.log",
      panel: live.panel.name,
      claimed: `${screen.rows.length} rows`,
      so: "its line",
    });
    assert.ok(isShown());
  });
});
