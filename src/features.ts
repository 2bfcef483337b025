import * as vscode from "vscode";
import { runInBoundary } from "./commands/errorBoundary.ts";
import { DemoHost } from "./commands/demoHost.ts";
import { handlers } from "./commands/handlers.ts";
import type { Services } from "./commands/services.ts";
import { contextKeys, type CommandId } from "./manifest.ts";
import { ActionRunner } from "./model/actionRunner.ts";
import type { ActivityEntry } from "./model/activityEntry.ts";
import { ActivityLog } from "./model/activityLog.ts";
import { Connections } from "./model/connections.ts";
import { LockoutGuard } from "./model/lockoutGuard.ts";
import type { ConnectionServices } from "./model/panelConnection.ts";
import type { PanelRecord } from "./model/panelRecord.ts";
import { PanelStore } from "./model/panelStore.ts";
import { PanelTree } from "./model/panelTree.ts";
import { groupNodeId } from "./model/treeNodes.ts";
import { Redactor } from "./panel/redactor.ts";
import { createTransport } from "./panel/transport.ts";
import { systemClock } from "./platform/clock.ts";
import { createConfirm } from "./platform/confirm.ts";
import { createDialogs } from "./platform/dialogs.ts";
import { createLog } from "./platform/log.ts";
import { showActionProgress } from "./platform/progress.ts";
import { createSecrets } from "./platform/secrets.ts";
import { setting } from "./platform/settings.ts";
import { activityItemOf } from "./views/activityItem.ts";
import type { PanelsView } from "./views/panelsView.ts";
import { treeItemOf } from "./views/treeItems.ts";

/** Everything beyond registration, built when a view is shown or a command is run for the first time. */
export interface Features {
  readonly services: Services;
  readonly itemOf: (id: string) => vscode.TreeItem;
  readonly activityItemOf: (entry: ActivityEntry) => vscode.TreeItem;
  readonly run: (id: CommandId, args: readonly unknown[]) => Promise<void>;
  readonly dispose: () => Promise<void>;
}

/** Builds the services of a window; the caller disposes the result. */
export async function startFeatures(context: vscode.ExtensionContext, view: PanelsView): Promise<Features> {
  const redactor = new Redactor();
  const redact = (text: string) => redactor.redact(text);
  const log = createLog(redact);
  const dialogs = createDialogs(redact);
  const clock = systemClock;
  const root = context.globalStorageUri.fsPath;
  const guard = new LockoutGuard({ root, clock, log });
  const store = await PanelStore.open({ root, secrets: createSecrets(context.secrets), log, clock });
  const activity = new ActivityLog({ root, clock, log, redact });
  const demo = new DemoHost(context.workspaceState, panelsChanged);

  const connectionServices: ConnectionServices = {
    guard,
    clock,
    createTransport,
    async apiKey(record: PanelRecord) {
      const key = demo.owns(record) ? demo.apiKey() : await store.apiKey(record);
      if (key !== undefined) redactor.add(key);
      return key;
    },
    onCall: ({ name }, { operation, route, outcome, milliseconds }) =>
      log.info(`${name}: ${operation} (${route}) ${outcome}, ${milliseconds} ms`),
  };
  const connections = new Connections(connectionServices);
  const panels = () => [...(demo.record === undefined ? [] : [demo.record]), ...store.list()];
  const tree = new PanelTree({
    panels,
    callFor: (panel, signal, by) => connections.of(panel).callFor(signal, by),
    onChange: (id) => view.changed(id),
    onUnreadable: ({ name }, kind, fields) =>
      log.warn(`${name}: an entry of ${kind} is unreadable: ${fields.join(", ")}`),
  });
  const runner = new ActionRunner({
    // asked for at each question, so that tests can answer in a person's stead
    confirm: (confirmation) => createConfirm(services.dialogs)(confirmation),
    showProgress: showActionProgress,
    clock,
    waitMs: () => setting("serverPanel.confirmation.waitSeconds") * 1000,
    onFinished(record) {
      const { panelId, kind, verb, target, outcome, milliseconds } = record;
      const name = panels().find(({ id }) => id === panelId)?.name ?? panelId;
      log.info(`${name}: ${verb} ${kind} ${target.label}: ${outcome.kind}, ${milliseconds} ms`);
      void activity.append(record, name);
      const group = groupNodeId(panelId, kind);
      if (tree.isLoaded(group)) void tree.reload(group, "user");
    },
  });
  const services: Services = {
    store,
    demo,
    panels,
    connections,
    connectionServices,
    tree,
    reveal: async (id) => view.view.reveal(id, { expand: true, focus: true, select: true }),
    runner,
    activity,
    dialogs,
    log,
    redactor,
    clock,
  };

  function panelsChanged(): void {
    const ids = new Set(panels().map(({ id }) => id));
    connections.keepOnly(ids);
    tree.panelsChanged();
    void vscode.commands.executeCommand("setContext", contextKeys.panelCount, ids.size);
  }

  const subscription = store.onDidChange(panelsChanged);
  if (demo.wasOpen) await demo.open();
  panelsChanged();

  const features: Features = {
    services,
    itemOf(id) {
      const node = tree.node(id);
      return node === undefined ? new vscode.TreeItem("") : treeItemOf(node);
    },
    activityItemOf: (entry) => activityItemOf(entry, clock.now()),
    run: (id, args) => runInBoundary(services, id, handlers[id], args),
    async dispose() {
      subscription.dispose();
      tree.dispose();
      connections.dispose();
      store.dispose();
      await activity.dispose();
      await demo.dispose();
      log.dispose();
    },
  };
  // npm start shows the demo panel without anybody asking for it
  if (process.env["SERVER_PANEL_DEMO"] === "1") void features.run("serverPanel.demo.open", []);
  return features;
}
