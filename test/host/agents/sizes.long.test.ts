import assert from "node:assert/strict";
import { MOST_BYTES } from "../../../src/agents/toolResult.ts";
import { fillWithSites } from "../../fakes/fillWithSites.ts";
import type { ToolAnswer } from "../../agents/dialogue.ts";
import { useAddedPanels } from "../helpers/addedPanels.ts";
import { features } from "../helpers/extension.ts";
import { invokeText, useAgentAccess } from "./invoke.ts";

const SITES = 10_000;
const LOG_BYTES = 50 * 2 ** 20;

/** Beside a key and an entrance, which the redactor knows by value. */
const PASSWORD = "hunter2hunter2";

describe("the results of tools for agents", () => {
  useAgentAccess("all");
  const panels = useAddedPanels("Shop", { name: "Ali", edition: "aapanel" });

  /** Invokes a tool; its result is small and has no secret. */
  async function small(tool: string, input: object): Promise<ToolAnswer> {
    const text = await invokeText(tool, input);
    assert.ok(Buffer.byteLength(text) <= MOST_BYTES, `${tool}: ${Buffer.byteLength(text)} bytes`);
    for (const secret of [...panels.map(({ panel }) => panel.key), "entrance77", PASSWORD])
      assert.ok(!text.includes(secret), `${tool} tells a secret: ${text}`);
    return JSON.parse(text) as ToolAnswer;
  }

  it("are at most 10 KB of 10,000 websites, reach the last one, and have no secret", async () => {
    const panel = "Ali";
    const { panel: demo, id } = panels[1];
    await (await features()).services.store.update(id, {}, { entrance: "/entrance77" });
    fillWithSites(demo, SITES);
    for (const site of demo.state.sites)
      Object.assign(site, {
        note: `key ${demo.key}, /entrance77, password: ${PASSWORD}`,
        running: site.id % 2 === 0,
      });
    const sites = { panel, kind: "site" };
    const first = await small("list_panel_resources", sites);
    assert.deepEqual([first.total, first.next_offset], [SITES, first.shown]);
    const last = await small("list_panel_resources", { ...sites, offset: SITES - 3 });
    assert.deepEqual([last.shown, last.next_offset], [3, undefined]);
    assert.equal(last.data?.resources?.at(-1)?.["name"], "s0.example.com");
    assert.equal((await small("list_panel_resources", { ...sites, state: "stopped" })).total, SITES / 2);
    const found = await small("list_panel_resources", { ...sites, filter: "s777.example" });
    assert.equal(found.total, 1);
    const one = await small("get_panel_resource", { ...sites, name: "s777.example.com" });
    assert.match(String(one.data?.resource?.["note"]), /\*\*\*/);
    const problems = await small("list_panel_problems", { panel });
    assert.ok((problems.total ?? 0) >= SITES / 2);
    await small("list_panels", {});
    assert.ok((await small("get_panel_resource", { ...sites, name: "nobody" })).problem);
  });

  it("are at most 10 KB of a log of 50 MB, go on to older lines, and have no secret", async () => {
    const panel = "Shop";
    const { panel: demo } = panels[0];
    const line = `${"x".repeat(990)} key=${demo.key} password=${PASSWORD} jdbc:mysql://root:${PASSWORD}@127.0.0.1/`;
    const lines = Array.from({ length: Math.ceil(LOG_BYTES / line.length) }, (_, number) => `${number} ${line}`);
    const project = demo.state.javaProjects.find(({ name }) => name === "order-service") ?? assert.fail();
    for (const each of lines) project.server.log.push(each);
    const log = { panel, kind: "javaProject", name: "order-service" };
    const newest = await small("read_panel_log", log);
    assert.match(newest.data?.lines?.at(-1) ?? "", new RegExp(`^${lines.length - 1} x`));
    const older = await small("read_panel_log", { ...log, offset: newest.next_offset });
    const numberOf = (text = "") => Number(/^\d+/.exec(text)?.[0]);
    assert.equal(numberOf(older.data?.lines?.at(-1)), numberOf(newest.data?.lines?.[0]) - 1);
    // a panel sends the log of a container whole, or says that it is too large
    const container = demo.state.containers.find(({ name }) => name === "web-proxy") ?? assert.fail();
    for (const each of lines) container.log.push(each);
    const whole = await small("read_panel_log", { panel, kind: "container", name: "web-proxy" });
    assert.ok(whole.problem !== undefined || (whole.data?.lines?.length ?? 0) > 0);
    assert.ok(whole.problem === undefined || whole.next !== undefined);
  });
});
