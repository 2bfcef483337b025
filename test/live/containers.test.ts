import assert from "node:assert/strict";
import { onEachPanel, compare, soon } from "./onEachPanel.ts";
import { note } from "./claims.ts";
import type { Verb } from "../../src/resources/verbs.ts";

onEachPanel("Containers", (live) => {
  let name: string;
  let isThere: boolean;

  before(async () => {
    const { panel } = live;
    name = `${panel.prefix}-web`;
    isThere = await panel.has("docker");
    if (isThere) await panel.server.addContainer(name, `${panel.prefix} is up`);
  });

  /** Acts on the container and compares its state in Docker. */
  async function actAndCompare(verb: Verb, wanted: string | undefined): Promise<void> {
    if (!isThere) return;
    const { server } = live.panel;
    const before = await server.container(name);
    const result = await live.target.act("container", verb, name);
    const after = await server.container(name);
    const isAnew = verb !== "restart" || before?.startedAt !== after?.startedAt;
    const so = after === undefined ? "no such container" : `${after.status}, started at ${after.startedAt}`;
    compare(live, `container.${verb}`, result, { isSo: after?.status === wanted && isAnew, so, kinds: ["done"] });
  }

  it("are listed with their state in Docker", async () => {
    if (!isThere) return;
    const { state } = await live.target.item("container", name);
    const so = (await live.panel.server.container(name))?.status;
    note({ operation: "container.list", panel: live.panel.name, claimed: state, so: String(so) });
    assert.equal(state, so);
  });

  it("restart", async () => actAndCompare("restart", "running"));
  it("pause", async () => actAndCompare("pause", "paused"));
  it("unpause", async () => actAndCompare("unpause", "running"));
  it("stop", async () => actAndCompare("stop", "exited"));
  it("start", async () => actAndCompare("start", "running"));

  it("show every line of a followed log once", async () => {
    if (!isThere) return;
    const lines = await live.panel.server.containerLines(name);
    const screen = await live.target.follow("serverPanel.followLog", "container", name);
    const shown = () => screen.rows.filter((row) => row.includes(live.panel.prefix) && !row.startsWith("──"));
    const wanted = lines.filter((line) => line.includes(live.panel.prefix));
    await soon(async () => shown().length >= wanted.length);
    await live.window.stopFollowing();
    note({
      operation: "container.log",
      panel: live.panel.name,
      claimed: `${shown().length} lines shown`,
      so: `${wanted.length} lines written`,
    });
    assert.deepEqual(shown(), wanted);
  });

  it("are deleted", async () => actAndCompare("remove", undefined));

  it("that exit at once do not count as started", async () => {
    if (!isThere) return;
    const { panel } = live;
    const broken = `${panel.prefix}-broken`;
    await panel.server.addBrokenContainer(broken);
    const result = await live.target.act("container", "start", broken);
    const so = (await panel.server.container(broken))?.status ?? "no such container";
    compare(live, "container.start", result, { isSo: so === "running", so, kinds: ["failed", "wentWrong"] });
  });
});
