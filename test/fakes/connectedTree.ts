import assert from "node:assert/strict";
import type { PanelConnection } from "../../src/connection/panelConnection.ts";
import type { PanelRecord } from "../../src/panels/panelRecord.ts";
import { LIMITS } from "./treeFixture.ts";
import { PanelTree } from "../../src/tree/panelTree.ts";

/** A tree of one panel that asks it through its connection; who makes it disposes it. */
export function connectedTree(record: PanelRecord, connection: PanelConnection): PanelTree {
  return new PanelTree({
    listFiles: async () => ({ entries: [], isCut: false, unreadable: 0, hasRecycleBin: true }),
    panels: () => [record],
    callFor: (_, signal, by) => connection.callFor(signal, by),
    onChange: () => undefined,
    onDetails: () => undefined,
    onUnreadable: () => undefined,
    onDefect: (error) => assert.fail(String(error)),
    editionOf: () => connection.edition,
    learnEdition: (_, signal, by) => connection.learnEdition(signal, by),
    certificateLimits: () => LIMITS,
    isTroubleFirst: () => false,
    language: () => "en",
    now: () => 0,
  });
}
