import assert from "node:assert/strict";
import { followedLogId, type FollowedLog, type LogTail } from "../../../src/logs/followedLog.ts";
import { groupNodeId } from "../../../src/tree/treeNodes.ts";
import { showLogs, showPanels, showTail } from "../../../src/window/shownServices.ts";
import { panelRecord } from "../../fakes/rows.ts";

const SHOP = panelRecord({ id: "shop" });
const BLOG = panelRecord({ id: "blog" });
const LOG: FollowedLog = { panelId: "shop", kind: "runtime", key: "runtime", label: "Runtime" };
const ENDED: FollowedLog = { panelId: "shop", kind: "javaProject", key: "demo", label: "demo" };
const TAIL: LogTail = { id: followedLogId(LOG), log: LOG, startedAt: 0, phase: "asking", start: "none" };

/** A window with two panels, in which one log is followed and another one still stands on its screen. */
function fixture(visible?: string) {
  const done: unknown[][] = [];
  const note =
    (name: string) =>
    (...args: unknown[]) =>
      void done.push([name, ...args]);
  const context: Record<string, number | boolean> = {};
  const services = {
    panels: () => [SHOP, BLOG],
    storedCount: () => 1,
    connections: { keepOnly: note("connections") },
    keys: { keepOnly: note("keys") },
    logs: {
      loaded: {
        tails: {
          current: [TAIL],
          shown: [LOG, ENDED],
          isVisible: (id: string) => id === visible,
          panelsChanged: note("logs"),
        },
        bar: { update: note("bar") },
      },
    },
    tree: { panelsChanged: note("tree"), rebuild: note("known") },
    isTroubleFirst: () => true,
    setContext: (key: string, value: number | boolean) => void (context[key] = value),
  };
  return { done, context, services };
}

describe("what shows panels and logs", () => {
  it("ends what belongs to panels that are gone, before the others are shown", () => {
    const { services, done, context } = fixture();
    showPanels(services);
    assert.deepEqual(done, [
      ["logs"],
      ["bar"],
      ["connections", new Set(["shop", "blog"])],
      ["keys", [SHOP, BLOG]],
      ["tree"],
    ]);
    assert.deepEqual(context, {
      panelCount: 2,
      storedPanels: 1,
      troubleFirst: true,
      followedLogs: 1,
      shownLogs: 2,
      followedLogInSight: false,
    });
  });

  it("shows that no log is followed before the first is", () => {
    const { services, done, context } = fixture();
    showPanels({ ...services, logs: { loaded: undefined } });
    assert.deepEqual(
      done.map(([name]) => name),
      ["connections", "keys", "tree"],
    );
    const { followedLogs, shownLogs, followedLogInSight } = context;
    assert.deepEqual([followedLogs, shownLogs, followedLogInSight], [0, 0, false]);
  });

  it("shows how a log stands in the group of what writes it, and in the status bar", () => {
    const { services, done } = fixture();
    showTail(services, TAIL);
    assert.deepEqual(done, [["known", groupNodeId("shop", "dependencyManager")], ["bar"]]);
  });

  it("tells whether a log that is followed is in sight: one that has ended is none", () => {
    for (const [visible, isInSight] of [
      [followedLogId(LOG), true],
      [followedLogId(ENDED), false],
    ] as const) {
      const { services, context } = fixture(visible);
      showLogs(services);
      assert.equal(context["followedLogInSight"], isInSight);
      assert.equal(context["panelCount"], undefined);
    }
  });
});
