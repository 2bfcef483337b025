import assert from "node:assert/strict";
import * as vscode from "vscode";
import type { HandlerContext } from "../../src/demoPanel/state.ts";
import { handlers } from "../demoPanel/baota/handlers.ts";
import { startDemoPanel, type DemoPanel } from "../demoPanel/startDemoPanel.ts";
import type { ResourceKind } from "../../src/resources/resources.ts";
import { groupNodeId, panelNodeId } from "../../src/tree/treeNodes.ts";
import { features, removePanels, tooltipOf } from "./helpers/extension.ts";
import { answering } from "./helpers/scriptedDialogs.ts";

/** A label or tooltip; VS Code takes objects as well, which we never give. */
const textOf = (given: unknown): string => (typeof given === "string" ? given : "");

describe("The rows of the tree", () => {
  let panel: DemoPanel;
  let panelId: string;

  beforeEach(async () => {
    await removePanels();
    panel = await startDemoPanel({ delays: { container: 50 } });
    const { services } = await features();
    panelId = (await services.store.add({ name: "Shop", address: panel.address }, { apiKey: panel.key })).id;
  });

  afterEach(async () => {
    await removePanels();
    await panel.close();
  });

  /** The items of a group as VS Code is given them, by their labels. */
  async function rows(kind: ResourceKind): Promise<ReadonlyMap<string, vscode.TreeItem>> {
    const { services, itemOf } = await features();
    await services.tree.children(undefined);
    await services.tree.children(panelNodeId(panelId));
    if (kind === "savedCommand") await services.tree.children(groupNodeId(panelId, "terminalSetting"));
    const items = (await services.tree.children(groupNodeId(panelId, kind))).map(itemOf);
    return new Map(items.map((item) => [textOf(item.label), item]));
  }

  const containerNode = (name: string) => {
    const id = panel.state.containers.find((each) => each.name === name)?.id ?? name;
    return `item:${panelId}/container/${id}`;
  };

  it("of websites say in little room what their icon does not, and everything aloud", async () => {
    const sites = await rows("site");
    const running = sites.get("shop.example.com");
    assert.match(String(running?.description), /^cert \d+ d · PHP \d\.\d$/);
    assert.match(
      running?.accessibilityInformation?.label ?? "",
      /^shop\.example\.com, website, running, certificate expires in \d+ days, PHP \d\.\d$/,
    );
    assert.match(textOf(running?.tooltip), /^shop\.example\.com \(running\)\n/);
    const stopped = [...sites.values()].find(({ contextValue }) => contextValue?.startsWith("site.stopped") === true);
    assert.match(String(stopped?.description), /^stopped( · |$)/, "what is not as usual comes first");
    for (const item of sites.values()) assert.ok(item.iconPath instanceof vscode.ThemeIcon);
  });

  it("of websites say that their days are those of the certificate, also where it has expired", async () => {
    const sites = await rows("site");
    assert.match(textOf(sites.get("shop.example.com")?.tooltip), /\nCertificate: expires in \d+ days\n/);
    const expired = sites.get("legacy.example.com");
    assert.match(String(expired?.description), /^stopped · cert expired/);
    assert.match(textOf(expired?.tooltip), /\nCertificate: expired \d+ days ago\n/);
    assert.match(expired?.accessibilityInformation?.label ?? "", /, certificate expired \d+ days ago/);
  });

  it("of websites that are projects say where they are managed, and are taken for no domain", async () => {
    const [site] = panel.state.sites;
    assert.ok(site);
    await removePanels();
    await panel.close();
    const answer = async (context: HandlerContext) => {
      const page = (await handlers["site.list"](context)) as {
        readonly data: readonly Readonly<Record<string, unknown>>[];
      };
      const [row] = page.data;
      const others = ["Java", "Node"].map((type, index) => ({
        ...row,
        id: 900 + index,
        name: `${type}-service`,
        project_type: type,
      }));
      return { ...page, data: [...page.data, ...others] };
    };
    panel = await startDemoPanel({ handlers: { "site.list": answer } });
    const { services } = await features();
    panelId = (await services.store.add({ name: "Shop", address: panel.address }, { apiKey: panel.key })).id;
    const sites = await rows("site");
    assert.match(String(sites.get("Java-service")?.description), /^see Projects( · .*)? · Java$/);
    assert.match(String(sites.get("Node-service")?.description), /^managed in the panel( · .*)? · Node$/);
    const node = `item:${panelId}/site/900`;
    await vscode.env.clipboard.writeText("as it was");
    const { messages } = await answering([], () => vscode.commands.executeCommand("serverPanel.openInBrowser", node));
    assert.match(messages.at(-1)?.message ?? "", /“Java-service” is the name of a project, not a domain\./);
    assert.equal(await vscode.env.clipboard.readText(), "as it was");
  });

  it("of websites whose name is no domain are not opened", async () => {
    const [site] = panel.state.sites;
    assert.ok(site);
    Object.assign(site, { name: "shop.example.com@192.0.2.1" });
    await rows("site");
    const { messages } = await answering([], () =>
      vscode.commands.executeCommand("serverPanel.openInBrowser", `item:${panelId}/site/${site.id}`),
    );
    assert.deepEqual(
      messages.map(({ message }) => message),
      ["“shop.example.com@192.0.2.1” is not a domain that can be opened."],
    );
  });

  it("of projects, containers and orders tell what a person looks for first", async () => {
    assert.match(String((await rows("javaProject")).get("order-service")?.description), /:\d+ · pid \d+/);
    assert.match(String((await rows("container")).get("web-proxy")?.description), /· \d+→\d+\/tcp/);
    const orders = [...(await rows("certificateOrder")).values()];
    for (const { tooltip } of orders) assert.match(textOf(tooltip), /Order ID: [\da-f]{32}/);
    const pending = orders.find(({ contextValue }) => contextValue?.startsWith("certificateOrder.pending") === true);
    assert.match(String(pending?.description), /^pending · the order expires in \d+ days?$/);
    assert.match(textOf(pending?.tooltip), /\nOrder: the order expires in \d+ days?\n/);
    assert.match(textOf(pending?.tooltip), /\nValidation: dns\n/);
    const expired = orders.find(({ contextValue }) => contextValue?.startsWith("certificateOrder.expired") === true);
    assert.match(String(expired?.description), /^expired \d+ days ago$/);
    assert.match(
      expired?.accessibilityInformation?.label ?? "",
      /^legacy\.example\.com, certificate order, certificate expired \d+ days ago$/,
    );
  });

  it("of what runs with a certificate that is about to expire are yellow, and then red, in another shape; others keep their state", async () => {
    const look = (item: vscode.TreeItem | undefined) =>
      item?.iconPath instanceof vscode.ThemeIcon && [item.iconPath.id, item.iconPath.color?.id];
    const sites = await rows("site");
    assert.deepEqual(look(sites.get("shop.example.com")), ["warning", "list.warningForeground"]);
    assert.deepEqual(look(sites.get("blog.example.com")), ["error", "list.errorForeground"]);
    const legacy = look(sites.get("legacy.example.com"));
    assert.deepEqual(legacy, look(sites.get("staging.example.com")));
    const orders = await rows("certificateOrder");
    assert.deepEqual(look(orders.get("blog.example.com")), ["error", "list.errorForeground"]);
    const settings = vscode.workspace.getConfiguration("serverPanel.certificates");
    try {
      await settings.update("warningDays", 5, true);
      const again = await rows("site");
      assert.deepEqual(look(again.get("shop.example.com")), look(again.get("www.example.com")));
    } finally {
      await settings.update("warningDays", undefined, true);
    }
  });

  it("of groups tell what is wrong in them, also aloud, and no row reads its tooltip", async () => {
    await rows("site");
    const { services, itemOf } = await features();
    const group = itemOf(groupNodeId(panelId, "site"));
    assert.equal(group.description, "8 · 2 expiring · 2 stopped");
    assert.equal(group.accessibilityInformation?.label, "Websites, 8, 2 expiring, 2 stopped");
    assert.equal(textOf(group.tooltip), "Websites\n8 · 2 expiring · 2 stopped");
    assert.equal(itemOf(groupNodeId(panelId, "dependencyManager")).accessibilityInformation?.label, "Maintenance");
    const ids = [...(await services.tree.children(panelNodeId(panelId))), ...(await services.tree.children(group.id))];
    for (const { accessibilityInformation, label } of ids.map((id) => itemOf(id)))
      assert.match(accessibilityInformation?.label ?? "", /^[^\n]+$/, textOf(label));
  });

  it("of groups without anything say how to make it, unless nothing may be changed there", async () => {
    panel.state.sites.length = 0;
    const [empty] = [...(await rows("site")).values()];
    assert.deepEqual([empty?.label, empty?.description], ["No websites", "create one with +"]);
    const { services } = await features();
    await services.store.update(panelId, { guardLevel: "readOnly" });
    assert.equal([...(await rows("site")).values()][0]?.description, undefined);
  });

  it("of panels tell the machine, or why it fails, after all were checked, and the time in the tooltip", async () => {
    const { services, itemOf } = await features();
    await services.tree.children(undefined);
    const row = () => itemOf(panelNodeId(panelId));
    const address = panel.address.replace("http://", "");
    assert.equal(row().description, address);
    await vscode.commands.executeCommand("serverPanel.panels.check");
    assert.match(String(row().description), /^CPU \d+% · RAM \d+% · up 12 d$/);
    assert.match(await tooltipOf(panelNodeId(panelId)), /\nAnswered at .*20\d\d.*:\d\d/);
    await services.store.update(panelId, {}, { apiKey: "wrong-key-wrong-key" });
    await vscode.commands.executeCommand("serverPanel.panels.check");
    assert.equal(row().description, `key refused · ${address}`);
    assert.equal(row().accessibilityInformation?.label, "Shop, panel, key refused");
  });

  it("added by hand operate no other container", async () => {
    const proxy = panel.state.containers.find(({ name }) => name === "web-proxy");
    assert.ok(proxy);
    const key = proxy.id.slice(0, 3);
    const { services } = await features();
    await services.store.update(panelId, { entries: [{ kind: "container", key }] });
    assert.ok((await rows("container")).has(key));
    const node = `item:${panelId}/container/${key}`;
    for (const [verb, question] of [
      ["stop", "Stop"],
      ["restart", "Restart"],
    ] as const) {
      const { messages } = await answering([{ to: `${question} container “${key}”`, with: true }], () =>
        vscode.commands.executeCommand(`serverPanel.${verb}`, node, [node]),
      );
      assert.match(messages.at(-1)?.message ?? "", /is no longer there on “Shop”\. Nothing was sent\./);
    }
    assert.equal(proxy.status, "running");
    await services.store.update(panelId, { entries: [{ kind: "container", key: proxy.id.slice(0, 12) }] });
    assert.equal((await rows("container")).has(proxy.id.slice(0, 12)), false, "it is listed");
  });

  it("of saved commands are called by their first line where they have no title", async () => {
    panel.state.terminal.commands.push({ title: "", shell: "uptime\nfree -m" }, { title: "", shell: "free -m" });
    const commands = await rows("savedCommand");
    assert.equal(commands.get("uptime")?.description, "uptime ⏎ free -m");
    assert.equal(textOf(commands.get("uptime")?.tooltip), "uptime\nCommand: \n    uptime\n    free -m");
    assert.equal(commands.get("free -m")?.description, "", "not the same twice");
  });

  it("tell until when a panel has locked us out", async () => {
    const { services, itemOf } = await features();
    await services.store.update(panelId, {}, { apiKey: "wrong-key-wrong-key" });
    await services.tree.children(undefined);
    for (let call = 0; call < 21; call++) await services.tree.reload(panelNodeId(panelId), "retry");
    const [failure = ""] = await services.tree.children(panelNodeId(panelId));
    assert.equal(itemOf(failure).label, "Locked out");
    assert.match(textOf(itemOf(failure).tooltip), /locked this computer out after 20 refused calls, until \d+:\d\d/);
    assert.deepEqual(itemOf(failure).command?.command, "serverPanel.fix");
    assert.match(await tooltipOf(panelNodeId(panelId)), /until \d+:\d\d/);
  });

  it("say that a panel with SSL is called over http where the server just closes the connection", async () => {
    const closing = (await import("node:net")).createServer((socket) => socket.destroy());
    await new Promise<void>((resolve) => closing.listen(0, "127.0.0.1", resolve));
    const { services, itemOf } = await features();
    const { port } = closing.address() as { readonly port: number };
    await services.store.update(panelId, { address: `http://127.0.0.1:${port}` });
    await services.tree.children(undefined);
    const [failure = ""] = await services.tree.children(panelNodeId(panelId));
    closing.close();
    assert.equal(itemOf(failure).label, "Not reachable");
    assert.match(textOf(itemOf(failure).tooltip), /A panel with SSL does this when it is called over http/);
  });

  it("say that a container made with --rm has stopped and is no longer there", async () => {
    const proxy = panel.state.containers.find(({ name }) => name === "web-proxy");
    assert.ok(proxy);
    panel.state.containers.push({ ...proxy, id: "f".repeat(64), name: "once", autoRemove: true });
    await rows("container");
    const node = containerNode("once");
    const { messages } = await answering([{ to: "Stop container “once”", with: true }], () =>
      vscode.commands.executeCommand("serverPanel.stop", node, [node]),
    );
    assert.match(messages.at(-1)?.message ?? "", /“once” on “Shop” has stopped and is no longer there/);
    assert.equal(messages.at(-1)?.severity, "information");
  });

  it("never say that a container is gone where Docker is down", async () => {
    await rows("container");
    const node = containerNode("web-proxy");
    panel.state.dockerIsDown = true;
    const { messages } = await answering([{ to: "Delete container “web-proxy”", with: true }], () =>
      vscode.commands.executeCommand("serverPanel.remove", node, [node]),
    );
    assert.match(messages.at(-1)?.message ?? "", /The panel says: 获取容器信息失败/);
    assert.equal(panel.counters.calls["container.remove"], 0);
    const { services } = await features();
    await services.tree.reload(groupNodeId(panelId, "container"), "user");
    assert.deepEqual([...(await rows("container")).keys()], ["No containers, or Docker is not running"]);
  });
});
