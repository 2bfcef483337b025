import assert from "node:assert/strict";
import * as vscode from "vscode";
import type { ResourceKind } from "../../src/resources/resources.ts";
import { groupNodeId, itemNodeId, panelNodeId } from "../../src/tree/treeNodes.ts";
import { operations, type OperationId } from "../../src/wire/operations/operations.ts";
import { features } from "./helpers/extension.ts";
import { answering, type ScriptedAnswer } from "./helpers/scriptedDialogs.ts";
import { openItems, type AddedPanel, useAddedPanels } from "./helpers/addedPanels.ts";

const run = (command: string, ...args: readonly unknown[]) =>
  vscode.commands.executeCommand(`serverPanel.${command}`, ...args);

describe("the selection", () => {
  const [shop, blog] = useAddedPanels("Shop", "Blog");

  async function idOf(on: AddedPanel, kind: ResourceKind, label: string): Promise<string> {
    const items = await openItems(on, kind);
    return items.find((item) => item.label === label)?.id ?? assert.fail(`no ${label}`);
  }

  /** Runs a command on a selection whose first node was clicked. */
  const on = (ids: readonly string[], command: string, answers: readonly ScriptedAnswer[] = []) =>
    answering(answers, () => run(command, ids[0], ids));

  const changes = ({ panel }: AddedPanel) =>
    Object.entries(panel.counters.calls).filter(
      ([id, count]) => count > 0 && operations[id as OperationId].effect !== "read",
    );

  async function assertUntouched(): Promise<void> {
    assert.deepEqual([...changes(shop), ...changes(blog)], []);
    assert.equal((await features()).services.panels().length, 2);
  }

  it("is refused with a message if an action does not fit all of it", async () => {
    const running = await idOf(shop, "container", "database");
    const stopped = await idOf(shop, "container", "migration");
    const project = await idOf(shop, "javaProject", "order-service");
    const mixed = await on([running, stopped, project], "container.stop");
    assert.match(
      mixed.told[0]?.message ?? "",
      /does not apply to all selected entries: “migration” \(never started\), “order-service”/,
    );
    const single = await on([stopped], "container.stop");
    assert.equal(single.told[0]?.message, "“Stop” does not apply to “migration” (never started). Nothing was done.");
    await assertUntouched();
  });

  it("is refused for an upgrade if it includes items of another panel", async () => {
    const runtime = await idOf(shop, "runtime", "python");
    const container = await idOf(blog, "container", "database");
    for (const command of ["runtime.upgrade", "runtime.followLog"]) {
      const { told, questions } = await on([runtime, container], command);
      assert.match(told[0]?.message ?? "", /^Nothing was done\. .*other entries are selected too\.$/, command);
      assert.deepEqual(questions, []);
    }
    for (const { panel } of [shop, blog]) assert.equal(panel.counters.calls["runtime.startUpgrade"], 0);
    assert.deepEqual((await features()).services.logTails.current, []);
    await assertUntouched();
  });

  it("is limited to one if the question is about one", async () => {
    const projects = (await openItems(shop, "javaProject")).slice(0, 2).map(({ id }) => id);
    const sites = (await openItems(shop, "site")).slice(0, 2).map(({ id }) => id);
    const composers = [
      await idOf(shop, "dependencyManager", "composer"),
      await idOf(blog, "dependencyManager", "composer"),
    ];
    for (const [ids, command] of [
      [projects, "javaProject.changeLogPath"],
      [sites, "site.remove"],
      [sites, "site.openInBrowser"],
      [composers, "dependencyManager.update"],
      [[panelNodeId(shop.id), panelNodeId(blog.id)], "panel.remove"],
    ] as const) {
      const { told } = await on(ids, command);
      assert.match(told[0]?.message ?? "", /^Nothing was done\. .*one entry at a time, and 2 are selected\.$/, command);
    }
    await assertUntouched();
  });

  it("is copied completely", async () => {
    const sites = (await openItems(shop, "site")).slice(0, 2);
    await on(
      sites.map(({ id }) => id),
      "site.copyDomain",
    );
    assert.equal(await vscode.env.clipboard.readText(), sites.map(({ label }) => label).join("\n"));
    const [setting] = await openItems(shop, "terminalSetting");
    await on([setting?.id ?? ""], "node.copyName");
    assert.equal(await vscode.env.clipboard.readText(), "Command completion");
  });

  describe("with a missing node", () => {
    it("is refused with a message, and nothing else is affected", async () => {
      const { services } = await features();
      await services.store.remove(blog.id);
      await services.tree.children(undefined);
      let redrawn = 0;
      const panelsChanged = services.tree.panelsChanged.bind(services.tree);
      services.tree.panelsChanged = () => {
        redrawn++;
        panelsChanged();
      };
      try {
        for (const [command, id] of [
          ["panel.remove", panelNodeId(blog.id)],
          ["panel.edit", panelNodeId(blog.id)],
          ["container.restart", itemNodeId(shop.id, "container", "gone")],
          ["container.followLog", itemNodeId(shop.id, "container", "gone")],
          ["savedHost.copyAddress", itemNodeId(shop.id, "savedHost", "gone")],
          ["group.filter", groupNodeId(blog.id, "site")],
          ["entry.add", groupNodeId(blog.id, "container")],
          ["node.refresh", panelNodeId(blog.id)],
        ] as const) {
          const { told, choices } = await on([id], command);
          assert.deepEqual(
            told.map(({ message }) => message),
            ["Nothing was done: this is no longer there."],
            command,
          );
          assert.deepEqual(choices, []);
        }
        assert.equal(redrawn, 8, "the row goes");
      } finally {
        Reflect.deleteProperty(services.tree, "panelsChanged");
      }
      assert.equal(services.panels().length, 1);
      assert.deepEqual(changes(shop), []);
    });
  });

  it("does not move a panel beyond the edge", async () => {
    const edge = async (command: string, id: string) => (await on([panelNodeId(id)], command)).told[0]?.message;
    await (await features()).services.tree.children(undefined);
    assert.equal(await edge("panel.moveUp", shop.id), "“Shop” is already first.");
    assert.equal(await edge("panel.moveDown", blog.id), "“Blog” is already last.");
    assert.equal(await edge("panel.moveDown", shop.id), undefined);
    const names = (await features()).services.panels().map(({ name }) => name);
    assert.deepEqual(names, ["Blog", "Shop"]);
  });
});
