import assert from "node:assert/strict";
import * as vscode from "vscode";
import { startDemoPanel, type DemoPanel, type DemoPanelOptions } from "../demoPanel/startDemoPanel.ts";
import type { ResourceKind } from "../../src/resources/resources.ts";
import { groupNodeId, itemNodeId, panelNodeId } from "../../src/tree/treeNodes.ts";
import { features, removePanels, tooltipOf } from "./helpers/extension.ts";
import { answering } from "./helpers/scriptedDialogs.ts";
import { useQuickClock } from "./helpers/useQuickClock.ts";

describe("The tree", () => {
  let panel: DemoPanel;
  let panelId: string;

  async function open(options: DemoPanelOptions = {}): Promise<void> {
    panel = await startDemoPanel({ delays: { container: 50, javaProcess: 50, javaListen: 50 }, ...options });
    const { services } = await features();
    panelId = (await services.store.add({ name: "Shop", address: panel.address }, { apiKey: panel.key })).id;
  }

  async function labels(kind: ResourceKind): Promise<readonly string[]> {
    const { tree } = (await features()).services;
    await tree.children(undefined);
    await tree.children(panelNodeId(panelId));
    const ids = await tree.children(groupNodeId(panelId, kind));
    return ids.map((id) => {
      const node = tree.node(id);
      return node?.type === "item" ? node.label : String(node?.type);
    });
  }

  const group = (kind: ResourceKind) => groupNodeId(panelId, kind);
  const run = (command: string, ...args: unknown[]) => vscode.commands.executeCommand(command, ...args);

  beforeEach(removePanels);

  afterEach(async () => {
    await removePanels();
    await panel.close();
  });

  it("says in the panel's row how its machine is, and in the tooltip which edition and version it has", async () => {
    await open();
    await labels("site");
    const { itemOf } = await features();
    const { description, accessibilityInformation } = itemOf(panelNodeId(panelId));
    const software = `BaoTa ${panel.state.version}`;
    assert.match(String(description), /^CPU \d+% · RAM \d+% · up 12 d$/);
    assert.match(
      accessibilityInformation?.label ?? "",
      new RegExp(`^Shop, panel, ${software}, online, processor \\d+%, `),
    );
    const lines = (await tooltipOf(panelNodeId(panelId))).split("\n");
    for (const line of [software, panel.address]) assert.ok(lines.includes(line), line);
  });

  it("keeps what a person named where the panel has no list, and operates it", async () => {
    await open({ absentRoutes: ["btdocker"] });
    assert.deepEqual(await labels("container"), ["failure"]);
    await answering([{ to: "Add Unlisted Entry", with: "database" }], () =>
      run("serverPanel.entry.add", group("container")),
    );
    assert.deepEqual(await labels("container"), ["failure", "database"]);
    const node = itemNodeId(panelId, "container", "database");
    const before = panel.state.containers.find(({ name }) => name === "database")?.startedAt;
    const { messages } = await answering([{ to: "Restart container “database”", with: true }], () =>
      run("serverPanel.restart", node, [node]),
    );
    assert.match(messages.at(-1)?.message ?? "", /sent, not confirmed\. This panel offers no way to check/);
    assert.notEqual(panel.state.containers.find(({ name }) => name === "database")?.startedAt, before);
    await run("serverPanel.close", node, [node]);
    assert.deepEqual(await labels("container"), ["failure"]);
    assert.ok(
      panel.state.containers.some(({ name }) => name === "database"),
      "nothing was deleted on the server",
    );
  });

  it("hides groups and puts panels into folders of their first tag", async () => {
    await open();
    const { services } = await features();
    await answering(
      [
        { to: "Organize", with: "Groups" },
        { to: "Groups of “Shop”", with: "Websites|Containers" },
      ],
      () => run("serverPanel.panel.organize"),
    );
    await services.tree.children(undefined);
    const groups = await services.tree.children(panelNodeId(panelId));
    assert.deepEqual(groups, [group("site"), group("container")]);
    await answering(
      [
        { to: "Organize", with: "Tags" },
        { to: "Tags of “Shop”", with: "prod, shop, prod" },
      ],
      () => run("serverPanel.panel.organize"),
    );
    assert.deepEqual(services.store.list()[0]?.tags, ["prod", "shop"]);
    assert.deepEqual(await services.tree.children(undefined), ["folder:prod"]);
    assert.deepEqual(await services.tree.children("folder:prod"), [panelNodeId(panelId)]);
  });

  it("leaves no trace of its lists on the panel, and one session", async () => {
    await open();
    for (const kind of ["site", "javaProject", "container", "certificateOrder", "terminalSetting"] as const)
      await labels(kind);
    const { sessions } = panel.counters;
    for (let round = 0; round < 5; round++) await run("serverPanel.view.refresh");
    assert.equal(panel.counters.sessions, sessions, "session files");
    assert.deepEqual(panel.state.traces, { pageSize: undefined, order: undefined, searches: [] });
  });

  it("asks only for state and edition where all groups are collapsed", async () => {
    await open();
    const { tree } = (await features()).services;
    await tree.children(undefined);
    await tree.children(panelNodeId(panelId));
    // the state once more, so that the page for the edition tells something
    assert.deepEqual(
      panel.counters.requests.map(({ path }) => path),
      ["/system", "/v2/system", "/system"],
    );
  });

  it("says that a resource is gone, sends nothing, and shows the list anew", async () => {
    await open();
    await labels("certificateOrder");
    const [gone] = panel.state.certificateOrders.splice(0, 1);
    assert.ok(gone);
    const node = itemNodeId(panelId, "certificateOrder", gone.index);
    const { messages } = await answering([{ to: "Delete certificate order", with: true }], () =>
      run("serverPanel.remove", node, [node]),
    );
    assert.match(messages.at(-1)?.message ?? "", /is no longer there on “Shop”\. Nothing was sent\./);
    const { tree } = (await features()).services;
    await tree.reload(group("certificateOrder"), "automatic");
    assert.ok(!(await labels("certificateOrder")).includes(gone.domains.join(", ")));
  });

  describe("of several containers that have run for days", () => {
    // that they stay up is seen after ten seconds
    useQuickClock();

    it("does the same to several with one question, and one failure stops nothing else", async () => {
      await open();
      await labels("container");
      const { tree } = (await features()).services;
      const ids = (await tree.children(group("container"))).slice(0, 3);
      const broken = tree.node(ids[1] ?? "");
      assert.ok(broken?.type === "item");
      // it goes away while the question is open
      panel.state.containers.splice(
        panel.state.containers.findIndex(({ id }) => id === broken.key),
        1,
      );
      const { messages, questions } = await answering([{ to: "Restart 3 containers", with: true }], () =>
        run("serverPanel.restart", ids[0], ids),
      );
      assert.equal(questions.length, 1);
      for (const id of ids) {
        const node = tree.node(id);
        if (node?.type === "item") assert.ok(questions[0]?.detail.includes(node.label), node.label);
      }
      assert.match(
        messages.at(-1)?.message ?? "",
        /^Restart 3 containers: 2 of 3 done\. “.+” is no longer there on “Shop”/,
      );
      assert.equal(panel.counters.calls["container.restart"], 2);
    });
  });
});
