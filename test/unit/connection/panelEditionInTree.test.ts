import assert from "node:assert/strict";
import { PanelConnection } from "../../../src/connection/panelConnection.ts";
import { startDemoPanel, type DemoPanel } from "../../demoPanel/startDemoPanel.ts";
import { groupsOn } from "../../../src/resources/feature.ts";
import type { PanelTree } from "../../../src/tree/panelTree.ts";
import { groupNodeId } from "../../../src/tree/treeNodes.ts";
import type { WholeAnswer } from "../../../src/wire/http/exchange.ts";
import { createTransport } from "../../../src/wire/http/transport.ts";
import { connectedTree } from "../../fakes/connectedTree.ts";
import { ConnectionFixture } from "../../fakes/connectionFixture.ts";
import { wholeAnswer } from "../../fakes/fakeTransport.ts";
import { panelRecord } from "../../fakes/rows.ts";
import { PANEL_ID, TOP_GROUPS } from "../../fakes/treeFixture.ts";

describe("opening a panel in the tree", () => {
  let panel: DemoPanel;
  let connection: PanelConnection;
  let tree: PanelTree;
  /** Answered by a gateway in front of the panel, by path. */
  let faults: Record<string, () => WholeAnswer>;

  /** On the panel's list; a test may change them. */
  let allowedAddresses: string[];

  async function connect(edition: "baota" | "aapanel"): Promise<void> {
    allowedAddresses = ["*"];
    panel = await startDemoPanel({ edition, allowedAddresses });
    faults = {};
    const fixture = new ConnectionFixture();
    fixture.key = panel.key;
    const { guard, clock, apiKey, onCall } = fixture;
    const record = panelRecord({ address: panel.address });
    connection = new PanelConnection(record, {
      guard,
      clock,
      apiKey,
      onCall,
      reportCall: (asked, result) => tree.reportCall(asked, result),
      createTransport: (options) => {
        const transport = createTransport(options);
        const fetchFrom: typeof transport.fetchFrom = (origin) => {
          const fetch = transport.fetchFrom(origin);
          return async (path, init) => faults[path]?.() ?? fetch(path, init);
        };
        return { fetchFrom, dispose: () => transport.dispose() };
      },
    });
    tree = connectedTree(record, connection);
    await tree.children(undefined);
  }
  afterEach(async () => {
    tree.dispose();
    connection.dispose();
    await panel.close();
  });

  const shown = () => {
    const node = tree.node(PANEL_ID);
    if (node?.type !== "panel") return undefined;
    return node.state.kind === "answering" ? node.state.edition : node.state.kind;
  };

  for (const edition of ["baota", "aapanel"] as const)
    it(`of ${edition} that has refused us sends nothing for its groups, and all once the panel itself takes a try`, async () => {
      await connect(edition);
      await tree.children(PANEL_ID);
      for (const group of TOP_GROUPS) await tree.children(group);
      allowedAddresses.splice(0);
      // by hand, one after the other, and again
      for (const group of [...TOP_GROUPS, ...TOP_GROUPS]) await tree.reloadAll(group, "user");
      assert.equal(panel.counters.refused, 1);
      await tree.reloadAll(PANEL_ID, "retry");
      await tree.check();
      for (const group of TOP_GROUPS) await tree.reloadAll(group, "user");
      assert.deepEqual([panel.counters.refused, shown()], [2, "failing"]);
      allowedAddresses.push("127.0.0.1");
      await tree.reloadAll(TOP_GROUPS[0] ?? "", "user");
      assert.equal(shown(), "failing");
      const before = panel.counters.requests.length;
      await tree.reloadAll(PANEL_ID, "retry");
      assert.deepEqual([panel.counters.refused, shown()], [2, edition]);
      assert.ok(panel.counters.requests.length >= before + TOP_GROUPS.length);
    });

  it("asks once for its total and once for its edition, which a refresh does not ask for again", async () => {
    await connect("aapanel");
    const { calls } = panel.counters;
    const counted = () => [calls["system.total"], calls["system.edition"]];
    await tree.children(PANEL_ID);
    assert.deepEqual(counted(), [1, 1]);
    for (const group of TOP_GROUPS) await tree.children(group);
    assert.deepEqual(counted(), [1, 1]);
    assert.equal(shown(), "aapanel");
    await tree.reloadAll(PANEL_ID, "user");
    assert.deepEqual(counted(), [2, 1]);
  });

  const pages: Readonly<Record<string, () => WholeAnswer>> = {
    "a page": () => wholeAnswer({ contentType: "text/html", body: "<html>" }),
    "a denial": () => wholeAnswer({ status: 403, contentType: "text/html", body: "<html>" }),
    "a redirect": () => wholeAnswer({ status: 302, location: "/login", body: "" }),
  };
  for (const [name, page] of Object.entries(pages))
    it(`shows its resources if the request for its edition is answered with ${name}`, async () => {
      await connect("baota");
      faults["/v2/system"] = page;
      assert.deepEqual(await tree.children(PANEL_ID), TOP_GROUPS);
      assert.equal(shown(), "unknown");
      for (const group of TOP_GROUPS) await tree.children(group);
      await tree.reloadAll(PANEL_ID, "user");
      assert.deepEqual([shown(), tree.loadedChildren(PANEL_ID)], ["unknown", TOP_GROUPS]);
    });

  it("shows its edition even if one failure looks like the other edition: its total is in its own words", async () => {
    await connect("aapanel");
    faults["/v2/system"] = () => wholeAnswer({ status: 404, contentType: "text/html", body: "<html>" });
    await tree.children(PANEL_ID);
    assert.equal(shown(), "aapanel");
    faults = {};
    await tree.reloadAll(PANEL_ID, "user");
    assert.equal(shown(), "aapanel");
    assert.deepEqual(
      tree.loadedChildren(PANEL_ID),
      groupsOn("aapanel").map((kind) => groupNodeId(panelRecord().id, kind)),
    );
  });

  it("shows its edition where that is learned after its row was loaded", async () => {
    await connect("aapanel");
    const page = () => wholeAnswer({ status: 404, contentType: "text/html", body: "<html>" });
    faults = { "/system": page };
    await tree.children(PANEL_ID);
    // it has answered that it lacks what the document has
    assert.equal(shown(), "unknown");
    faults = {};
    await connection.learnEdition(new AbortController().signal);
    assert.equal(shown(), "aapanel");
    assert.deepEqual(
      tree.loadedChildren(PANEL_ID),
      groupsOn("aapanel").map((kind) => groupNodeId(panelRecord().id, kind)),
    );
  });
});
