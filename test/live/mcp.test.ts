import assert from "node:assert/strict";
import { agentToolNames, type AgentToolName } from "../../src/agents/agentTools.ts";
import { AgentsPlace } from "../fakes/agents/agentsPlace.ts";
import { FakeWorkspace } from "../fakes/fakeWorkspace.ts";
import type { ToolAnswer } from "../agents/dialogue.ts";
import { note } from "./claims.ts";
import { DeployedSite } from "./deployed/deployedSite.ts";
import { onEachPanel, soon } from "./onEachPanel.ts";

/** How many clients call at once. */
const CLIENTS = 10;

onEachPanel("An agent of another program", (live, edition) => {
  let place: AgentsPlace;
  beforeEach(() => (place = new AgentsPlace()));
  afterEach(async () => place.dispose());

  it("drives all tools over the protocol", async function () {
    this.timeout(300_000);
    const { panel, target, window } = live;
    await place.open({ invoke: async (...call) => window.invokeText(...call) });
    const site = await DeployedSite.create(live, "mcp");
    const folder = { name: "shop", path: site.workspace };
    const workspace = window.services.workspace as FakeWorkspace;
    workspace.opened.push(folder);
    workspace.settings.set(folder.path, [{ name: "shop", website: site.name, source: "dist" }]);
    window.kept.set("serverPanel.deploymentPanels", { [`${folder.path}\nshop`]: target.record.id });
    await site.source({ "index.html": "one", "a/b.js": "two" });
    const { client } = await place.client({ name: `Live ${edition}` });
    const used = new Set<AgentToolName>();
    const call = async (name: AgentToolName, input: Readonly<Record<string, unknown>> = {}): Promise<ToolAnswer> => {
      used.add(name);
      const { structuredContent } = await client.callTool({ name, arguments: input }, { timeout: 240_000 });
      return structuredContent as ToolAnswer;
    };
    const on = { panel: target.record.name };
    const named = { ...on, kind: "site", name: site.name };

    const { data: listed } = await call("list_panels");
    assert.ok(listed?.panels?.some((row) => row["name"] === on.panel && row["state"] === "answering"));
    assert.deepEqual((await call("list_panel_problems", on)).data?.unread, []);
    assert.equal((await call("diagnose_panel", on)).fault, "none");
    const { data: sites } = await call("list_panel_resources", { ...on, kind: "site", filter: site.name });
    assert.deepEqual(
      sites?.resources?.map((row) => row["name"]),
      [site.name],
    );
    const { actions } = await call("get_panel_resource", named);
    assert.deepEqual(actions, ["stop"]);
    const log = await call("read_panel_log", named);
    assert.equal(log.problem, undefined, JSON.stringify(log));

    const stopped = await call("control_panel_resource", { ...named, action: "stop" });
    assert.equal(stopped.happened, "yes", JSON.stringify(stopped));
    assert.deepEqual((await call("get_panel_resource", named)).actions, ["start"]);
    const started = await call("control_panel_resource", { ...named, action: "start" });
    assert.equal(started.happened, "yes", JSON.stringify(started));
    const waited = await call("wait_for_panel_state", { ...named, state: "running" });
    assert.equal(waited.seen, "yes", JSON.stringify(waited));

    const plan = await call("plan_panel_deployment", { deployment: "shop" });
    assert.equal(plan.up_to_date, false, JSON.stringify(plan));
    const ran = await call("run_panel_deployment", { deployment: "shop" });
    assert.equal(ran.happened, "yes", JSON.stringify(ran));
    await site.assertServer(await site.wanted(), "deployed by an agent");
    const back = await call("roll_back_panel_deployment", { deployment: "shop" });
    assert.equal(back.happened, "yes", JSON.stringify(back));
    await site.assertServer(new Map(), "rolled back by an agent");

    const form = await call("open_website_form", { ...on, domain: "new.example.com" });
    assert.match(form.next ?? "", /^Nothing was sent/);
    assert.deepEqual([...used].toSorted(), agentToolNames.toSorted());
    note({ operation: "agent over MCP", panel: panel.name, claimed: "all tools", so: `${used.size} tools` });
    workspace.opened.length = 0;
    await site.assertNothingLeft("after an agent");
  });

  it("asks a panel that refuses the key once, however many ask", async function () {
    this.timeout(120_000);
    const { panel, window } = live;
    const wrong = await window.add(panel, { key: "wrongKeywrongKeywrongKeywrongKey" });
    await place.open({ invoke: async (...call) => window.invokeText(...call) });
    try {
      const before = window.refused;
      const clients = await Promise.all(
        Array.from({ length: CLIENTS }, async (_, at) => place.client({ name: `Client ${at}` })),
      );
      const input = { panel: wrong.record.id, kind: "site" };
      const answers = await Promise.all(
        clients.map(async ({ client }) => client.callTool({ name: "list_panel_resources", arguments: input })),
      );
      for (const { structuredContent } of answers)
        assert.match((structuredContent as ToolAnswer).problem ?? "", /^The panel failed: refused/);
      assert.equal(window.refused - before, 1);
      note({ operation: "ten agents, wrong key", panel: panel.name, claimed: "refused", so: "1 call refused" });
    } finally {
      await window.services.store.remove(wrong.record.id);
    }
    // the panel answers the right key
    assert.ok(await soon(async () => (await live.target.items("site")).length >= 0));
  });
});
