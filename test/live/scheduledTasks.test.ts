import assert from "node:assert/strict";
import { compare, onEachPanel, soon } from "./onEachPanel.ts";
import { note } from "./claims.ts";

onEachPanel("Scheduled tasks", (live) => {
  let name: string;

  before(async () => {
    name = `${live.panel.prefix}task`;
    await live.panel.server.addTask(name);
  });

  it("have run once their log has grown", async () => {
    const { server } = live.panel;
    for (let runs = 0; runs < 2; runs += 1) {
      const before = await server.task(name);
      const result = await live.target.act("scheduledTask", "run", name);
      const after = await server.task(name);
      const so = `log of ${before.bytes} → ${after.bytes} bytes`;
      compare(live, "scheduledTask.run", result, { isSo: after.bytes > before.bytes, so, kinds: ["done"] });
    }
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
    const screen = await live.target.follow("serverPanel.scheduledTask.followLog", "scheduledTask", name);
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
