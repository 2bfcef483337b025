import * as vscode from "vscode";
import { Connections } from "../connection/connections.ts";
import type { CallResult } from "../connection/lastCall.ts";
import { LockoutGuard } from "../connection/lockoutGuard.ts";
import type { ConnectionServices } from "../connection/panelConnection.ts";
import { secretsInUse } from "../connection/secretsInUse.ts";
import { ConnectionHistory } from "../doctor/connectionHistory.ts";
import { isDemo } from "../panels/isDemo.ts";
import type { PanelRecord } from "../panels/panelRecord.ts";
import type { PanelStore } from "../panels/panelStore.ts";
import type { DemoHost } from "../platform/demoHost.ts";
import { createTransport } from "../wire/http/transport.ts";
import type { Basics } from "./basics.ts";
import { logCalls } from "./logCalls.ts";

/** Makes the connections to panels, and events for the results of calls. */
export function connectPanels({ root, clock, redactor, log }: Basics, store: PanelStore, demo: DemoHost) {
  const callResults = new vscode.EventEmitter<{ readonly panel: PanelRecord; readonly result: CallResult }>();
  const rechecks = new vscode.EventEmitter<PanelRecord>();
  const secrets = secretsInUse(
    redactor,
    (panel) => (isDemo(panel) ? demo.apiKey(panel) : store.apiKey(panel)),
    (panel) => store.entrance(panel),
  );
  const guard = new LockoutGuard({ root, clock, log });
  const history = new ConnectionHistory();
  const logCall = logCalls(log);
  const connectionServices: ConnectionServices = {
    guard,
    clock,
    createTransport,
    apiKey: secrets.apiKey,
    documentAlone: new Set(),
    onSecrets: (sent) => redactor.addSent(sent),
    reportCall: (panel, result) => callResults.fire({ panel, result }),
    recheck: (panel) => rechecks.fire(panel),
    onCall(panel, call) {
      logCall(panel, call);
      // by the wall clock: read by people
      history.called(call, clock.wallTime());
    },
  };
  const connections = new Connections(connectionServices);
  return { connections, connectionServices, guard, history, secrets, callResults, rechecks };
}
