import * as https from "node:https";
import { LockoutGuard } from "../../src/connection/lockoutGuard.ts";
import { PanelConnection } from "../../src/connection/panelConnection.ts";
import { startDemoPanel } from "../demoPanel/startDemoPanel.ts";
import { newPanelRecord } from "../../src/panels/panelRecord.ts";
import { systemClock } from "../../src/platform/clock.ts";
import { groupNodeId, panelNodeId } from "../../src/tree/treeNodes.ts";
import { createTransport } from "../../src/wire/http/transport.ts";
import { connectedTree } from "../fakes/connectedTree.ts";
import { TestLog } from "../fakes/storageFixture.ts";
import { testCertificate } from "../wire/certificates.ts";
import type { Figure } from "./figure.ts";

/** Counts the TLS handshakes for opening a panel with three groups, and for refreshing all of that. */
export async function handshakeFigures(root: string): Promise<readonly Figure[]> {
  const certificate = testCertificate("panel");
  let handshakes = 0;
  const panel = await startDemoPanel({
    createServer: (listener) => https.createServer(certificate, listener).on("secureConnection", () => handshakes++),
  });
  const record = newPanelRecord({
    id: "bench",
    name: "Bench",
    address: panel.address,
    keyRef: "key",
    pin: certificate.fingerprint256,
  });
  const connection = new PanelConnection(record, {
    guard: new LockoutGuard({ root, clock: systemClock, log: new TestLog() }),
    clock: systemClock,
    createTransport,
    apiKey: async () => panel.key,
    onCall: () => undefined,
  });
  const tree = connectedTree(record, connection);
  const groups = (["site", "javaProject", "container"] as const).map((kind) => groupNodeId(record.id, kind));
  try {
    await tree.children(undefined);
    await tree.children(panelNodeId(record.id));
    await Promise.all(groups.map((id) => tree.children(id)));
    const opening = handshakes;
    const requests = panel.counters.requests.length;
    await Promise.all([panelNodeId(record.id), ...groups].map((id) => tree.reload(id, "automatic", "fresh")));
    if (groups.some((id) => tree.loadedChildren(id).length === 0)) throw new Error("A group is empty");
    if (opening === 0 || panel.counters.requests.length < requests + groups.length)
      throw new Error("Nothing was asked");
    return [
      { name: "handshakes for opening a panel with three groups", value: opening, limit: 2, unit: "" },
      { name: "handshakes for refreshing all of that", value: handshakes - opening, limit: 0, unit: "" },
    ];
  } finally {
    tree.dispose();
    connection.dispose();
    await panel.close();
  }
}
