import assert from "node:assert/strict";
import { setImmediate as nextStep } from "node:timers/promises";
import { TargetClaims } from "../../../src/actions/targetClaims.ts";
import { memoryFiles } from "../../fakes/memoryFiles.ts";
import { ActionRunner } from "../../../src/actions/actionRunner.ts";
import { PanelConnection } from "../../../src/connection/panelConnection.ts";
import { startDemoPanel, type DemoPanel } from "../../demoPanel/startDemoPanel.ts";
import type { Verb } from "../../../src/resources/verbs.ts";
import type { PanelTree } from "../../../src/tree/panelTree.ts";
import type { ItemNode } from "../../../src/tree/treeNodes.ts";
import { afterAction } from "../../../src/product/afterAction.ts";
import { createTransport } from "../../../src/wire/http/transport.ts";
import { connectedTree } from "../../fakes/connectedTree.ts";
import { ConnectionFixture } from "../../fakes/connectionFixture.ts";
import { panelRecord } from "../../fakes/rows.ts";
import { SteppedClock } from "../../fakes/steppedClock.ts";
import { TestLog } from "../../fakes/storageFixture.ts";
import { CONTAINERS, PANEL_ID } from "../../fakes/treeFixture.ts";

for (const edition of ["baota", "aapanel"] as const)
  describe(`the row of a container after an action on a panel of ${edition}`, () => {
    let panel: DemoPanel;
    let connection: PanelConnection;
    let tree: PanelTree;
    let runner: ActionRunner;

    beforeEach(async () => {
      panel = await startDemoPanel({ edition, delays: { container: 0 } });
      const fixture = new ConnectionFixture();
      fixture.key = panel.key;
      const { guard, clock, apiKey, onCall } = fixture;
      const record = panelRecord({ address: panel.address, guardLevel: "trusted" });
      connection = new PanelConnection(record, { guard, clock, apiKey, onCall, createTransport });
      tree = connectedTree(record, connection);
      const ignored = {
        activity: { append: async () => undefined },
        clock: { wallTime: () => 0 },
        configurations: { loaded: () => undefined, saw: () => undefined },
        follow: () => undefined,
        started: () => undefined,
      };
      const actionClock = new SteppedClock({ speed: 10 });
      runner = new ActionRunner({
        confirm: async () => true,
        showProgress: (_requests, task) => task(new AbortController().signal, () => undefined),
        clock: actionClock,
        claims: new TargetClaims({ root: "/data", clock: actionClock, files: memoryFiles() }),
        waitMs: () => 60_000,
        onFinished: (done) => afterAction({ panelName: () => "Shop", log: new TestLog(), tree, ...ignored }, done),
      });
      for (const id of [undefined, PANEL_ID, CONTAINERS]) await tree.children(id);
    });
    afterEach(async () => {
      tree.dispose();
      connection.dispose();
      await panel.close();
    });

    const lists = () => panel.counters.calls["container.list"];

    const shown = (name: string) =>
      tree
        .loadedChildren(CONTAINERS)
        .map((id) => tree.node(id))
        .find((node): node is ItemNode => node?.type === "item" && node.label === name);

    async function act(verb: Verb, name: string): Promise<string> {
      const { key, label, state, row } = shown(name) ?? assert.fail(`no ${name}`);
      const target = { key, label };
      const rows = tree.rows(connection.id, "container");
      return (await runner.run({ panel: connection, kind: "container", verb, target, state, row, rows })).kind;
    }

    it("is updated without a new list, and equals the listed one", async () => {
      const acts: readonly (readonly [Verb, string])[] = [
        ["restart", "web-proxy"],
        ["pause", "web-proxy"],
        ["unpause", "web-proxy"],
        ["stop", "web-proxy"],
        ["start", "web-proxy"],
        ["restart", "cache"],
        ["stop", "cache"],
      ];
      for (const [verb, name] of acts) {
        const before = lists();
        assert.equal(await act(verb, name), "done", verb);
        const seen = shown(name)?.row;
        // a list that was asked for has begun by then, and is not shared
        await nextStep();
        await tree.reload(CONTAINERS, "automatic", "fresh");
        assert.equal(lists(), before + 1, verb);
        assert.deepEqual(seen, shown(name)?.row, verb);
      }
    });
  });
