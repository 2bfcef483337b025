import assert from "node:assert/strict";
import * as vscode from "vscode";
import { handlers } from "../demoPanel/baota/handlers.ts";
import { startDemoPanel, type DemoPanel, type DemoPanelOptions } from "../demoPanel/startDemoPanel.ts";
import type { ResourceKind } from "../../src/resources/resources.ts";
import { folderNodeId, groupNodeId, panelNodeId } from "../../src/tree/treeNodes.ts";
import { until } from "../fakes/storageFixture.ts";
import { badge, features, tooltipOf } from "./helpers/extension.ts";
import { answering } from "./helpers/scriptedDialogs.ts";
import { useDemoPanel } from "./helpers/useDemoPanel.ts";

const textOf = (given: unknown): string => (typeof given === "string" ? given : "");

describe("What a panel's rows say of it", () => {
  /** In place of what the demo panel answers. */
  const changed: NonNullable<DemoPanelOptions["handlers"]> = {};
  let options: { handlers: typeof changed; allowedAddresses?: readonly string[] };
  const fixture = useDemoPanel(() => startDemoPanel((options = { handlers: changed })));
  let panelId: string;

  beforeEach(async () => {
    const { services } = await features();
    const { address, key } = fixture.panel;
    panelId = (await services.store.add({ name: "Shop", address }, { apiKey: key })).id;
    await services.tree.children(undefined);
    await services.tree.children(panelNodeId(panelId));
    // nothing waits for it but what counts calls
    await until(() => fixture.panel.counters.calls["system.details"] === 1);
  });
  afterEach(() => {
    for (const id of Object.keys(changed)) delete (changed as Record<string, unknown>)[id];
  });

  const draw = async (id: string) => (await features()).itemOf(id);
  const icon = async (id: string) => {
    const { iconPath } = await draw(id);
    return iconPath instanceof vscode.ThemeIcon ? iconPath.id : undefined;
  };

  async function rows(kind: ResourceKind): Promise<ReadonlyMap<string, vscode.TreeItem>> {
    const { services, itemOf } = await features();
    const group = groupNodeId(panelId, kind);
    await services.tree.reload(group, "user");
    return new Map((await services.tree.children(group)).map((id) => [textOf(itemOf(id).label), itemOf(id)]));
  }

  /** Asks the panel for a list, as a command does. */
  async function ask(panel: DemoPanel): Promise<number> {
    const before = panel.counters.calls["system.total"];
    const { services } = await features();
    const [record] = services.store.list();
    assert.ok(record);
    const call = services.connections.of(record).callFor(new AbortController().signal);
    await call("container.list", {}).catch(() => undefined);
    return panel.counters.calls["system.total"] - before;
  }

  it("turns to failing with the first call that is refused, and back once it takes a try", async () => {
    const { panel } = fixture;
    const node = panelNodeId(panelId);
    assert.equal(await icon(node), "server");
    options.allowedAddresses = ["192.0.2.1"];
    assert.equal(await ask(panel), 0);
    assert.equal(await icon(node), "warning");
    assert.match(await tooltipOf(node), /IP allowlist/);
    delete options.allowedAddresses;
    assert.equal(await ask(panel), 0);
    assert.equal(await icon(node), "warning");
    await vscode.commands.executeCommand("serverPanel.refresh", node);
    assert.equal(await icon(node), "server");
    assert.match(await tooltipOf(node), /BaoTa \d/);
  });

  it("is not sent a refused key again by a refresh or check of all panels, only by its own", async () => {
    const { requests } = fixture.panel.counters;
    const node = panelNodeId(panelId);
    const sent = async (command: string, ...args: readonly string[]) => {
      const before = requests.length;
      await vscode.commands.executeCommand(`serverPanel.${command}`, ...args);
      return requests.length - before;
    };
    options.allowedAddresses = ["192.0.2.1"];
    assert.equal(await sent("view.refresh"), 1, "the first one is refused");
    assert.deepEqual([await sent("view.refresh"), await sent("panels.check")], [0, 0]);
    assert.equal(await icon(node), "warning");
    assert.equal(await sent("refresh", node), 1);
    delete options.allowedAddresses;
    assert.equal(await sent("view.refresh"), 0);
    assert.ok((await sent("refresh", node)) > 0);
    assert.equal(await icon(node), "server");
    assert.ok((await sent("view.refresh")) > 0);
  });

  it("looks old below a panel that cannot be asked, and as it is once that answers", async () => {
    const group = groupNodeId(panelId, "container");
    const color = (item: vscode.TreeItem | undefined) =>
      item?.iconPath instanceof vscode.ThemeIcon ? item.iconPath.color?.id : undefined;
    const running = async () => (await rows("container")).get("database");
    assert.equal(color(await running()), "serverPanel.fineForeground");
    Object.assign(changed, { "container.list": () => assert.fail("as a handler that throws") });
    const old = await running();
    assert.equal(color(old), "descriptionForeground");
    assert.match(textOf(old?.tooltip), /^database \(running\)\nas of \d+:\d\d/);
    assert.match(textOf((await draw(group)).description), /^as of \d+:\d\d\s[AP]M · 5/);
    Object.assign(changed, { "container.list": handlers["container.list"] });
    options.allowedAddresses = ["192.0.2.1"];
    await ask(fixture.panel);
    assert.equal(color(await running()), "descriptionForeground");
    delete options.allowedAddresses;
    await vscode.commands.executeCommand("serverPanel.refresh", panelNodeId(panelId));
    assert.equal(color(await running()), "serverPanel.fineForeground");
    assert.match(textOf((await draw(group)).description), /^5/);
  });

  it("fails from the start where it was saved though it was not reached", async () => {
    // a view that comes into sight asks each panel
    await vscode.commands.executeCommand("serverPanel.panels.focus");
    const { services } = await features();
    await answering(
      [
        { to: "Panel Address", with: "http://127.0.0.1:1" },
        { to: "Panel Name", with: "Off" },
        { to: "API Key", with: "x".repeat(32) },
        { to: "not saved yet", with: "More…" },
        { to: "not saved yet", with: "Save Anyway" },
      ],
      () => vscode.commands.executeCommand("serverPanel.panel.add"),
    );
    const off = services.store.list().find(({ name }) => name === "Off");
    assert.equal((await draw(panelNodeId(off?.id ?? ""))).description, "not reachable · 127.0.0.1:1");
  });

  it("turns to failing where its server has ended, whoever called it", async () => {
    await fixture.panel.close();
    await ask(fixture.panel);
    assert.equal(await icon(panelNodeId(panelId)), "warning");
  });

  it("turns to failing where its API was closed, by one more call, and stays as it is where one operation is gone", async () => {
    const { panel } = fixture;
    const node = panelNodeId(panelId);
    const totals = () => panel.counters.calls["system.total"];
    const before = totals();
    await rows("site");
    await rows("container");
    Object.assign(changed, { "container.list": () => assert.fail("as a handler that throws") });
    for (let time = 0; time < 2; time++) {
      await rows("container");
      await until(() => totals() === before + 1);
      assert.equal(await icon(node), "server");
    }
    panel.state.switches.apiOpen = false;
    await rows("site");
    await until(async () => (await icon(node)) === "warning");
    assert.match(textOf((await draw(node)).description), /^API may be off · /);
  });

  it("asks for load and disks once it is loaded, and for nothing to say how the machine is", async () => {
    const { calls, requests } = fixture.panel.counters;
    const messages =
      /\nLoad: [\d.]+ \(1 min\), [\d.]+ \(5 min\), 0\.44 \(15 min\)\nDisk \/www: 79% used, 37\.8 GB of 197 GB free\nDisk \/: /;
    await until(async () => messages.test(await tooltipOf(panelNodeId(panelId))));
    assert.match(textOf((await draw(panelNodeId(panelId))).description), /^CPU \d+% · RAM \d+% · /);
    assert.equal(requests.length, calls["system.total"] + calls["system.edition"] + 1, "to open it, and no more");
    assert.equal((await draw(panelNodeId(panelId))).tooltip, undefined, "VS Code asks only for what is not there");
  });

  it("says that a disk is full, in its row and on the view, from the limit of the setting on", async () => {
    const node = panelNodeId(panelId);
    const limit = (percent: number | undefined) =>
      vscode.workspace
        .getConfiguration()
        .update("serverPanel.disks.warningPercent", percent, vscode.ConfigurationTarget.Global);
    const { services } = await features();
    try {
      await limit(79);
      await until(async () => textOf((await draw(node)).description).startsWith("disk 79% · CPU "));
      assert.equal(await icon(node), "warning");
      await until(async () => (await badge())?.value === 1);
      await limit(81);
      await until(async () => (await icon(node)) === "server");
      await until(async () => (await badge()) === undefined);
      const disk = [{ path: "/", filesystem: "/dev/vda1", type: "ext4", size: ["100 GB", "95 GB", "5 GB", "95%"] }];
      const fuller = async (context: Parameters<(typeof handlers)["system.details"]>[0]) => ({
        ...((await handlers["system.details"](context)) as object),
        disk,
      });
      Object.assign(changed, { "system.details": fuller });
      await services.tree.reload(node, "user");
      await until(async () => (await badge())?.value === 1);
      assert.match(textOf((await draw(node)).description), /^disk 95% · CPU /);
    } finally {
      await limit(undefined);
    }
  });

  it("counts on the view what needs attention, of the panels that were asked", async () => {
    const { services } = await features();
    assert.equal(await badge(), undefined);
    const other = await services.store.add({ name: "Shop", address: "http://127.0.0.1:1" }, { apiKey: "x".repeat(32) });
    assert.equal(await badge(), undefined);
    await services.tree.reload(panelNodeId(other.id), "user");
    assert.deepEqual(await badge(), { value: 1, tooltip: "1 panel needs attention" });
    assert.equal((await draw(panelNodeId(other.id))).description, "not reachable · 127.0.0.1:1");
    // two of a name cannot be told apart by it
    const address = fixture.panel.address.replace("http://", "");
    assert.ok(textOf((await draw(panelNodeId(panelId))).description).startsWith(`${address} · CPU `));
    await fixture.panel.close();
    await services.tree.reload(panelNodeId(panelId), "user");
    assert.equal((await badge())?.value, 2);
    await services.store.remove(other.id);
    assert.equal((await badge())?.value, 1);
  });

  it("tells at a folder what needs attention below it, in its colour and aloud, and nothing where all is fine", async () => {
    const { services, itemOf } = await features();
    const folder = () => {
      const { description, iconPath, tooltip, accessibilityInformation } = itemOf(folderNodeId("prod"));
      assert.ok(iconPath instanceof vscode.ThemeIcon);
      return [iconPath.id, iconPath.color?.id, description, tooltip, accessibilityInformation?.label];
    };
    await services.store.update(panelId, { tags: ["prod"] });
    const other = await services.store.add(
      { name: "Off", address: "http://127.0.0.1:1", tags: ["prod"] },
      { apiKey: "x".repeat(32) },
    );
    await services.tree.children(undefined);
    assert.deepEqual(folder(), ["tag", undefined, undefined, "prod", "Tag prod, 2 panels"]);
    await services.tree.reload(panelNodeId(other.id), "user");
    const text = "1 of 2 needs attention";
    assert.deepEqual(folder(), ["tag", "list.warningForeground", text, `prod\n${text}`, `Tag prod, ${text}`]);
  });

  it("calls a container restarting that Docker goes on starting, and tells dead from never started", async () => {
    Object.assign(changed, {
      "container.list": (context: Parameters<(typeof handlers)["container.list"]>[0]) => {
        const answer = handlers["container.list"](context) as { readonly container_list: readonly object[] };
        const states = ["restarting", "dead", "created"];
        const list = answer.container_list
          .slice(0, 3)
          .map((row, index) => ({ ...row, name: states[index], status: states[index] }));
        return { ...answer, container_list: list };
      },
    });
    const shown = await rows("container");
    assert.match(textOf(shown.get("restarting")?.description), /^restarting · /);
    assert.match(textOf(shown.get("dead")?.description), /^dead · /);
    assert.match(textOf(shown.get("created")?.description), /^never started · /);
    const values = ["restarting", "dead", "created"].map((name) => shown.get(name)?.contextValue);
    assert.deepEqual(values, [
      "container.restarting+restart!+stop+remove+followLog+addTask+copyName+copy+fix",
      "container.dead+remove+followLog+copyName+copy+fix",
      "container.created+start!+remove+followLog+addTask+copyName+copy",
    ]);
  });

  it("has websites by their names in their own script, found by either, and WordPress with its state", async () => {
    Object.assign(changed, {
      "site.list": async (context: Parameters<(typeof handlers)["site.list"]>[0]) => {
        const page = (await handlers["site.list"](context)) as { readonly data: readonly object[] };
        const named = { ...page.data[0], name: "xn--mller-kva.example", cn_name: "xn--mller-kva.example" };
        const blog = {
          ...page.data[1],
          name: "blog.example",
          cn_name: "blog.example",
          project_type: "WP",
          status: "1",
        };
        return { ...page, data: [named, blog] };
      },
    });
    const shown = await rows("site");
    assert.match(textOf(shown.get("müller.example")?.tooltip), /\nPunycode: xn--mller-kva\.example\n/);
    assert.match(textOf(shown.get("blog.example")?.description), /WordPress$/);
    const offered = shown.get("blog.example")?.contextValue ?? "";
    assert.match(offered, /^site\.running\+stop\+backUp\+.*\+deploy\+rollBack/);
    assert.doesNotMatch(offered, /\+remove\b/, "panels do not delete WordPress");
    const { tree } = (await features()).services;
    for (const text of ["MÜLLER", "xn--mller"]) {
      tree.setFilter(groupNodeId(panelId, "site"), { text });
      const found = await rows("site");
      assert.deepEqual([found.has("müller.example"), found.has("blog.example")], [true, false], text);
    }
  });
});
