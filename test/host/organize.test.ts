import assert from "node:assert/strict";
import * as vscode from "vscode";
import { folderNodeId, panelNodeId } from "../../src/tree/treeNodes.ts";
import { PanelDrag } from "../../src/views/panelsView.ts";
import { features } from "./helpers/extension.ts";
import { useDemoPanel } from "./helpers/useDemoPanel.ts";

describe("Panels moved by hand", () => {
  const fixture = useDemoPanel();
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
});
