import assert from "node:assert/strict";
import { failureText } from "../../src/texts/failureTexts.ts";
import { panelNodeId } from "../../src/tree/treeNodes.ts";
import { note } from "./claims.ts";
import { onEachPanel } from "./onEachPanel.ts";

onEachPanel("The panel", (live, edition) => {
  it("is listed with its edition and machine", async () => {
    const { services } = live.window;
    const { record } = live.target;
    await services.tree.children(undefined);
    await services.tree.children(panelNodeId(record.id));
    // a test before may have restarted the panel, which says nothing of its machine until it is read again
    await services.tree.reload(panelNodeId(record.id), "automatic");
    const node = services.tree.node(panelNodeId(record.id));
    assert.ok(node?.type === "panel" && node.state.kind === "answering", JSON.stringify(node));
    const processors = await live.panel.server.processors();
    const known = services.connections.of(record).edition;
    note({
      operation: "system.total",
      panel: live.panel.name,
      claimed: `${known}, ${node.state.machine?.processors} processors`,
      so: `${edition}, ${processors} processors`,
    });
    assert.equal(known, edition);
    assert.equal(node.state.machine?.processors, processors);
    const { disks } = await services.connections.of(record).callFor(AbortSignal.timeout(20_000))("system.details", {});
    assert.ok(disks.some(({ path }) => path === "/"));
  });

  it("refuses a wrong key, which is sent once", async () => {
    const { panel, window } = live;
    const { tree, store } = window.services;
    const wrong = panel.key.split("").toReversed().join("");
    const before = window.refused;
    const target = await window.add(panel, { key: wrong });
    try {
      await tree.children(undefined);
      await tree.children(panelNodeId(target.record.id));
      await tree.reload(panelNodeId(target.record.id), "automatic");
      const node = tree.node(panelNodeId(target.record.id));
      const failure = node?.type === "panel" && node.state.kind === "failing" ? node.state.failure : undefined;
      note({
        operation: "wrong key",
        panel: panel.name,
        claimed: failure === undefined ? "" : failureText(failure),
        so: "the key is wrong",
      });
      assert.ok(failure?.kind === "refused" && failure.reason === "key");
      assert.equal(window.refused - before, 1);
    } finally {
      await store.remove(target.record.id);
    }
    assert.ok((await live.target.items("certificateOrder")).length >= 0, "with the right key it answers");
  });
});
