import assert from "node:assert/strict";
import { dialogueAbout, play } from "../agents/dialogue.ts";
import { note } from "./claims.ts";
import { onEachPanel } from "./onEachPanel.ts";

onEachPanel("An agent", (live) => {
  it("gets a stopped container going again, as in a recorded dialogue", async () => {
    const { panel, target, window } = live;
    if (!(await panel.has("docker"))) return;
    const name = `${panel.prefix}-agent`;
    await panel.server.addContainer(name, `${panel.prefix} is up`);
    await target.act("container", "stop", name);
    const before = await panel.server.container(name);
    assert.equal(before?.status, "exited");
    await play(
      dialogueAbout({ panel: target.record.name, kind: "container", name, logged: panel.prefix, isRestartable: true }),
      window.invoke,
    );
    const after = await panel.server.container(name);
    note({
      operation: "agent's dialogue",
      panel: panel.name,
      claimed: "found stopped, restarted",
      so: `${before.status} → ${after?.status}, started at ${after?.startedAt}`,
    });
    assert.equal(after?.status, "running");
    assert.notEqual(after.startedAt, before.startedAt);
    await target.act("container", "remove", name);
  });
});
