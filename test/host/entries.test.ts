import assert from "node:assert/strict";
import * as vscode from "vscode";
import { groupNodeId, itemNodeId } from "../../src/tree/treeNodes.ts";
import { features } from "./helpers/extension.ts";
import { answering, type ScriptedAnswer } from "./helpers/scriptedDialogs.ts";
import { openItems, useAddedPanels } from "./helpers/addedPanels.ts";

const run = (command: string, ...args: readonly unknown[]) =>
  vscode.commands.executeCommand(`serverPanel.${command}`, ...args);

describe("Entries, filters and what is asked before", () => {
  const [shop] = useAddedPanels("Shop");

  const entriesOf = async () => (await features()).services.store.get(shop.id)?.entries ?? [];

  /** Adds a container by name from the palette; gives what was told and which rows were shown. */
  async function add(name: string) {
    const { services } = await features();
    const { reveal } = services;
    const revealed: string[] = [];
    Object.assign(services, {
      reveal: async (id: string, how: Parameters<typeof reveal>[1]) => {
        revealed.push(services.tree.node(id)?.type === "item" ? id : `nothing at ${id}`);
        await reveal(id, how);
      },
    });
    const answers: readonly ScriptedAnswer[] = [
      { to: "What do you want to add?", with: "Containers" },
      { to: "Add Unlisted Entry", with: name },
    ];
    try {
      const { told } = await answering(answers, () => run("entry.add"));
      return { told: told.map(({ message }) => message), revealed };
    } finally {
      Object.assign(services, { reveal });
    }
  }

  it("are added from the palette to a panel that was never opened, and shown", async () => {
    assert.deepEqual(await add("ghost"), { told: [], revealed: [itemNodeId(shop.id, "container", "ghost")] });
    assert.deepEqual(await entriesOf(), [{ kind: "container", key: "ghost" }]);
    const again = await add("ghost");
    assert.deepEqual(again.told, ["“ghost” is already listed on “Shop”."]);
    assert.equal((await entriesOf()).length, 1);
  });

  it("are not added where the panel lists that name or id: its row is shown, whatever the filter", async () => {
    const database = (await openItems(shop, "container")).find(({ label }) => label === "database");
    assert.ok(database);
    const { tree } = (await features()).services;
    for (const name of ["database", database.key, database.key.slice(0, 12)]) {
      tree.setFilter(groupNodeId(shop.id, "container"), { kind: "text", text: "nothing" });
      const { told, revealed } = await add(name);
      assert.deepEqual(told, ["“database” is already listed on “Shop”."]);
      assert.deepEqual(revealed, [database.id]);
    }
    assert.deepEqual(await entriesOf(), []);
  });

  it("are forgotten from the palette too", async () => {
    const none = await answering([], () => run("entry.forget"));
    assert.match(none.told[0]?.message ?? "", /no entries added by hand/);
    const { store } = (await features()).services;
    await store.update(shop.id, {
      entries: [
        { kind: "container", key: "a" },
        { kind: "javaProject", key: "b" },
      ],
    });
    await answering([{ to: "Forget Added Entry", with: "a" }], () => run("entry.forget"));
    assert.deepEqual(await entriesOf(), [{ kind: "javaProject", key: "b" }]);
  });

  it("are never confused with what the panel lists", async () => {
    const [listed] = await openItems(shop, "container");
    const { told } = await answering([], () => run("entry.forget", listed?.id, [listed?.id]));
    assert.match(told[0]?.message ?? "", /Only entries added by hand can be forgotten/);
  });

  it("lose their filter from the palette too", async () => {
    const none = await answering([], () => run("group.clearFilter"));
    assert.equal(none.told[0]?.message, "No group has a filter.");
    const { tree } = (await features()).services;
    await openItems(shop, "container");
    await openItems(shop, "site");
    const filterOf = (kind: "container" | "site") => {
      const node = tree.node(groupNodeId(shop.id, kind));
      return node?.type === "group" ? node.filter : undefined;
    };
    for (const kind of ["container", "site"] as const)
      tree.setFilter(groupNodeId(shop.id, kind), { kind: "text", text: "a" });
    await answering([{ to: "Clear Filter", with: "Websites" }], () => run("group.clearFilter"));
    assert.deepEqual([filterOf("site"), filterOf("container")?.kind], [undefined, "text"]);
    await answering([], () => run("group.clearFilter"));
    assert.equal(filterOf("container"), undefined);
  });

  it("name the panel whose group could not be loaded", async () => {
    shop.options.allowedAddresses = ["192.0.2.1"];
    const { told } = await answering([{ to: "Which group?", with: "Websites" }], () => run("group.filter"));
    assert.match(told[0]?.message ?? "", /^“Shop”: /);
  });

  it("are pickable one at a time where the question is about one", async () => {
    const { choices } = await answering(
      [
        { to: "Which one?", with: "order-service" },
        { to: "Log Directory", with: undefined },
      ],
      () => run("javaProject.changeLogPath"),
    );
    // those that share a Tomcat have no log directory of their own
    assert.deepEqual(choices[0], ["order-service", "legacy-api", "mail-worker"]);
  });
});
