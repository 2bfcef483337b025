import { compare, onEachPanel, soon } from "./onEachPanel.ts";
import { note } from "./claims.ts";
import type { Verb } from "../../src/resources/verbs.ts";
import assert from "node:assert/strict";

type Pid = number | undefined;

onEachPanel("Projects beside those of Java", (live, edition) => {
  let name: string;
  let isThere: boolean;

  before(async () => {
    name = `${live.panel.prefix}node`;
    isThere = await live.panel.has("projects");
    if (isThere) await live.panel.server.addProject(name);
  });

  /** Acts on the project and compares its process. */
  async function actAndCompare(verb: Verb, isSo: (before: Pid, after: Pid) => boolean): Promise<void> {
    if (!isThere) return;
    const { server } = live.panel;
    const before = await server.projectProcess(name);
    const result = await live.target.act("project", verb, name);
    const after = await server.projectProcess(name);
    const so = `process ${before ?? "none"} → ${after ?? "none"}`;
    compare(live, `project.${verb}`, result, { isSo: isSo(before, after), so, kinds: ["done"] });
  }

  it("restart", async () => actAndCompare("restart", (before, after) => after !== undefined && after !== before));
  it("stop", async () => actAndCompare("stop", (_, after) => after === undefined));
  it("start", async () => actAndCompare("start", (_, after) => after !== undefined));

  it("of the other types start, stop and show their logs", async () => {
    if (!isThere) return;
    const seeded = ["recommender", "gateway", ...(edition === "baota" ? ["image-resizer"] : [])];
    for (const label of seeded) {
      for (const [verb, isUp] of [
        ["restart", true],
        ["stop", false],
        ["start", true],
      ] as const) {
        const result = await live.target.act("project", verb, label);
        const after = await live.panel.server.projectProcess(label);
        const so = `process ${after ?? "none"}`;
        compare(live, `project.${verb}`, result, { isSo: (after !== undefined) === isUp, so, kinds: ["done"] });
      }
      await follow(label);
    }
  });

  it("show the lines of a followed log", async () => {
    if (isThere) await follow(name);
  });

  async function follow(label: string): Promise<void> {
    const screen = await live.target.follow("serverPanel.project.followLog", "project", label);
    const isShown = () => screen.rows.some((row) => row.includes(label) && !row.startsWith("──"));
    await soon(async () => isShown());
    await live.window.stopFollowing();
    note({
      operation: "project.log",
      panel: live.panel.name,
      claimed: `${screen.rows.length} rows`,
      so: "a line with its name",
    });
    assert.ok(isShown());
  }
});
