import assert from "node:assert/strict";
import * as vscode from "vscode";
import { folderNodeId, panelNodeId } from "../../src/tree/treeNodes.ts";
import { PanelDrag } from "../../src/views/panelsView.ts";
import { features, removePanels } from "./helpers/extension.ts";
import { answering, type ScriptedAnswer } from "./helpers/scriptedDialogs.ts";
import { useDemoPanel } from "./helpers/useDemoPanel.ts";

describe("Panels as a person wants them shown", () => {
  const fixture = useDemoPanel();

  describe("while one is added", () => {
    const adding = (...answers: readonly ScriptedAnswer[]) =>
      answering(
        [
          { to: "Panel Address", with: fixture.panel.address },
          { to: "Panel Name", with: "Shop" },
          { to: "API Key", with: fixture.panel.key },
          ...answers,
        ],
        () => vscode.commands.executeCommand("serverPanel.panel.add"),
      );
    const added = async () => {
      const { store } = (await features()).services;
      const record = store.list().find(({ name }) => name === "Shop");
      assert.ok(record);
      assert.equal(await store.apiKey(record), fixture.panel.key);
      return record;
    };

    it("get tags and a color, as many as a person likes, and keep them", async () => {
      const { choices, highlighted } = await adding(
        { to: "“Shop” Was Added", with: "Tags" },
        { to: "Tags of “Shop”", with: "prod" },
        { to: "“Shop” Was Added", with: "Color" },
        { to: "Color of “Shop”", with: "red" },
        { to: "“Shop” Was Added", with: "Color" },
        { to: "Color of “Shop”", with: "By state" },
        { to: "“Shop” Was Added", with: "Color" },
        { to: "Color of “Shop”", with: "red" },
        { to: "“Shop” Was Added", with: "Done" },
      );
      const { tags, color } = await added();
      assert.deepEqual([tags, color], [["prod"], "charts.red"]);
      assert.equal(choices[0]?.[0], "Done", "Enter is enough");
      assert.deepEqual(
        highlighted.filter((label) => label !== undefined),
        ["By state", "red", "By state"],
      );
      assert.deepEqual(choices[1], ["prod", "staging"]);
    });

    it("are stored with nothing where it is skipped, and lost in no way where somebody turns away", async () => {
      await adding({ to: "“Shop” Was Added", with: undefined });
      assert.deepEqual((await added()).tags, []);
      await removePanels();
      await adding(
        { to: "“Shop” Was Added", with: "Tags" },
        { to: "Tags of “Shop”", with: undefined },
        { to: "“Shop” Was Added", with: "Tags" },
        { to: "“Shop” Was Added", with: undefined },
      );
      assert.deepEqual((await added()).tags, []);
    });

    it("are offered the tags in use, their own first, and others by typing", async () => {
      const { store } = (await features()).services;
      await store.add(
        { name: "Old", address: "https://192.0.2.1:8888", tags: ["shop", "eu"] },
        { apiKey: fixture.panel.key },
      );
      const { choices } = await adding(
        { to: "“Shop” Was Added", with: "Tags" },
        { to: "Tags of “Shop”", with: "new, eu，new" },
        { to: "“Shop” Was Added", with: "Tags" },
        { to: "Tags of “Shop”", with: "new|prod" },
        { to: "“Shop” Was Added", with: "Done" },
      );
      assert.deepEqual(choices[1], ["shop", "eu", "prod", "staging"]);
      assert.deepEqual(choices[3], ["new", "eu", "shop", "prod", "staging"]);
      assert.deepEqual((await added()).tags, ["new", "prod"]);
    });
  });

  describe("moved by hand", () => {
    const ids = new Map<string, string>();
    const nodeOf = (name: string) => panelNodeId(ids.get(name) ?? name);

    beforeEach(async () => {
      const { store, tree } = (await features()).services;
      for (const [name, ...tags] of [["a"], ["b"], ["c"], ["d", "prod"]] as const) {
        const record = await store.add({ name, address: fixture.panel.address, tags }, { apiKey: fixture.panel.key });
        ids.set(name, record.id);
      }
      await tree.children(undefined);
    });

    /** What the tree shows: panels of a folder in brackets. */
    async function shown(): Promise<string> {
      const { tree } = (await features()).services;
      const nameOf = async (id: string): Promise<string> => {
        const node = tree.node(id);
        if (node?.type !== "folder") return node?.type === "panel" ? node.panel.name : "?";
        return `${node.tag}(${(await Promise.all((await tree.children(id)).map(nameOf))).join(" ")})`;
      };
      return (await Promise.all((await tree.children(undefined)).map(nameOf))).join(" ");
    }

    async function drag(nodes: readonly string[], target: string | undefined): Promise<void> {
      const controller = new PanelDrag(features);
      const data = new vscode.DataTransfer();
      await controller.handleDrag(nodes, data);
      await controller.handleDrop(target, data);
    }

    it("go where they are dropped, one or several", async () => {
      assert.equal(await shown(), "prod(d) a b c");
      await drag([nodeOf("a")], nodeOf("c"));
      assert.equal(await shown(), "prod(d) b c a");
      await drag([nodeOf("c"), nodeOf("a")], nodeOf("b"));
      assert.equal(await shown(), "prod(d) c a b");
      await drag([nodeOf("b"), nodeOf("c")], folderNodeId("prod"));
      assert.equal(await shown(), "prod(d c b) a");
      await drag([nodeOf("d")], undefined);
      assert.equal(await shown(), "prod(c b) a d");
      const { store } = (await features()).services;
      assert.deepEqual(store.get(ids.get("c") ?? "")?.tags, ["prod"]);
      assert.deepEqual(store.get(ids.get("d") ?? "")?.tags, []);
    });

    it("are panels alone, and not the demo panel", async () => {
      const { demo, tree } = (await features()).services;
      const record = await demo.open("baota");
      await tree.children(undefined);
      const before = await shown();
      await drag([folderNodeId("prod")], nodeOf("a"));
      await drag([panelNodeId("demo")], nodeOf("c"));
      await drag([nodeOf("c")], panelNodeId("demo"));
      await drag([nodeOf("c")], "panel:gone");
      assert.equal(await shown(), before);
      await demo.close(record);
    });

    it("go one step up or down with the commands, within their folder", async () => {
      await vscode.commands.executeCommand("serverPanel.panel.moveUp", nodeOf("c"));
      assert.equal(await shown(), "prod(d) a c b");
      await vscode.commands.executeCommand("serverPanel.panel.moveDown", nodeOf("a"));
      assert.equal(await shown(), "prod(d) c a b");
      await vscode.commands.executeCommand("serverPanel.panel.moveUp", nodeOf("c"));
      await vscode.commands.executeCommand("serverPanel.panel.moveUp", nodeOf("d"));
      assert.equal(await shown(), "prod(d) c a b");
    });
  });
});
