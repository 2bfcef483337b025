// oxlint-disable-next-line import/no-unassigned-import -- texts are made while other modules load
import "./platform/useWindowLanguage.ts";
import * as vscode from "vscode";
import { DemoHost } from "./platform/demoHost.ts";
import { runInBoundary } from "./commands/errorBoundary.ts";
import { handlers } from "./commands/handlers.ts";
import { dropPanels } from "./commands/panels/movePanels.ts";
import type { Services } from "./commands/context/services.ts";
import { problemText } from "./commands/context/problemText.ts";
import { withErrorBoundary } from "./commands/panels/showFailure.ts";
import { switchSettings } from "./commands/resources/terminalSettingCommands.ts";
import type { CommandId } from "./manifest/commands.ts";
import { contextKeys } from "./manifest/manifest.ts";
import { ActionRunner, type ActionRecord } from "./actions/actionRunner.ts";
import type { ActivityEntry } from "./activity/activityEntry.ts";
import { ActivityLog } from "./activity/activityLog.ts";
import { Connections } from "./connection/connections.ts";
import { knownOfLog } from "./tree/knownOfLog.ts";
import { LockoutGuard } from "./connection/lockoutGuard.ts";
import type { ConnectionServices } from "./connection/panelConnection.ts";
import { PanelStore } from "./panels/panelStore.ts";
import { PanelTree } from "./tree/panelTree.ts";
import { ChunkedTree } from "./tree/chunkedTree.ts";
import { RefreshPolicy } from "./tree/refreshPolicy.ts";
import { groupKindOf } from "./resources/table.ts";
import { groupNodeId } from "./tree/treeNodes.ts";
import { failureOf } from "./wire/answers/failure.ts";
import { Redactor, type Redact } from "./redaction/redactor.ts";
import { createTransport } from "./wire/http/transport.ts";
import { systemClock } from "./platform/clock.ts";
import { createConfirm } from "./platform/confirm.ts";
import { createDialogs } from "./platform/dialogs.ts";
import { createLog } from "./platform/log.ts";
import { showActionProgress } from "./platform/showActionProgress.ts";
import { createLogScreens } from "./platform/logScreens.ts";
import { createSecrets } from "./platform/secrets.ts";
import { setting } from "./platform/settings.ts";
import { siteFormTexts } from "./texts/siteFormTexts.ts";
import { textsLanguage } from "./texts/language.ts";
import { createLogTails, storedTails } from "./commands/logs/createLogTails.ts";
import { followWhatStarted } from "./commands/logs/followLog.ts";
import { createSiteFormHost } from "./webview/siteFormHost.ts";
import { knownKeys } from "./connection/knownKeys.ts";
import type { SiteFormHost } from "./siteForm/siteFormHost.ts";
import { activityItemOf } from "./views/activityItem.ts";
import { FollowedLogsBar } from "./views/followedLogsBar.ts";
import type { PanelsView } from "./views/panelsView.ts";
import { ShownAges } from "./views/shownAges.ts";
import { redactedItem } from "./views/itemParts.ts";
import { namesIn, treeItemOf } from "./views/treeItems.ts";
import { SiteFormPanels } from "./webview/siteFormPanels.ts";

/** Everything beyond registration, built when a view is shown or a command is run for the first time. */
export interface Features {
  readonly services: Services;
  /** What the view draws of the tree. */
  readonly shownTree: ChunkedTree;
  readonly itemOf: (id: string) => vscode.TreeItem;
  readonly activityItemOf: (entry: ActivityEntry) => vscode.TreeItem;
  /** Puts panels that were dragged in the tree where they were dropped. */
  readonly dropPanels: (ids: readonly string[], targetId: string | undefined) => Promise<void>;
  readonly run: (id: CommandId, args: readonly unknown[]) => Promise<void>;
  /** The side of a panel's site form that works without its page. */
  readonly siteFormHost: (panelId: string) => SiteFormHost | undefined;
  /** Fills a site form that VS Code has brought back. */
  readonly restoreSiteForm: (panel: vscode.WebviewPanel, state: unknown) => Promise<void>;
  readonly dispose: () => Promise<void>;
}

/** Builds the services of a window; the caller disposes the result. Rejects where the panels cannot be read. */
export async function startFeatures(context: vscode.ExtensionContext, view: PanelsView): Promise<Features> {
  const redactor = new Redactor();
  const redact: Redact = (text, names) => redactor.redact(text, names);
  const clock = systemClock;
  const root = context.globalStorageUri.fsPath;
  const log = createLog(redact);
  const store = await PanelStore.open({ root, secrets: createSecrets(context.secrets), log, clock }).catch(
    (error: unknown) => {
      log.dispose();
      throw error;
    },
  );
  const dialogs = createDialogs(redact);
  const screens = createLogScreens(redactor);
  const activity = new ActivityLog({ root, clock, log, redact });
  const demo = new DemoHost(context.workspaceState, panelsChanged);
  const keys = knownKeys(
    redactor,
    (record) => (demo.owns(record) ? demo.apiKey() : store.apiKey(record)),
    (record) => store.entrance(record),
  );
  const guard = new LockoutGuard({ root, clock, log });
  const connectionServices: ConnectionServices = {
    guard,
    clock,
    createTransport,
    apiKey: keys.apiKey,
    onSigned: (token) => redactor.addToken(token),
    onCall: ({ name }, { operation, route, outcome, milliseconds }) =>
      log.info(`${name}: ${operation} (${route}) ${outcome}, ${milliseconds} ms`),
  };
  const connections = new Connections(connectionServices);
  const panels = () => [...(demo.record === undefined ? [] : [demo.record]), ...store.list()];
  const defect = (error: unknown) => log.error(error instanceof Error ? (error.stack ?? error.message) : String(error));
  const tree = new PanelTree({
    panels,
    callFor: (panel, signal, by) => connections.of(panel).callFor(signal, by),
    onChange: (id) => view.changed(id),
    onUnreadable: ({ name }, kind, fields) =>
      log.warn(`${name}: an entry of ${kind} is unreadable; fields at fault: ${fields.join(", ")}`),
    onDefect: defect,
    editionOf: (panel) => connections.of(panel).edition,
    known: (item) => knownOfLog(logTails, item),
    now: () => clock.now(),
  });
  const shownTree = new ChunkedTree(tree);
  const runner = new ActionRunner({
    confirm: createConfirm(dialogs),
    showProgress: showActionProgress(dialogs),
    clock,
    waitMs: () => setting("serverPanel.confirmation.waitSeconds") * 1000,
    onDefect: defect,
    onFinished: finished,
  });
  const refresh = new RefreshPolicy({
    tree,
    clock,
    intervalMs: () => setting("serverPanel.refresh.intervalSeconds") * 1000,
    tellAges() {
      for (const id of ages.outdated(itemOf)) view.changed(id);
    },
  });
  const ages = new ShownAges();
  const logTails = createLogTails({
    services: () => services,
    clock,
    screens,
    memento: context.workspaceState,
    onChange: followedChanged,
    onDefect: defect,
  });
  const followedBar = new FollowedLogsBar({
    current: () => logTails.current,
    panelName: (panelId) => panels().find(({ id }) => id === panelId)?.name ?? "",
    redact,
    now: () => clock.now(),
  });
  const services: Services = {
    store,
    demo,
    panels,
    connections,
    connectionServices,
    tree,
    runner,
    activity,
    dialogs,
    log,
    logTails,
    redactor,
    clock,
    storageRoot: root,
    openSiteForm: (panelId) => siteForms.open(panelId),
    memento: context.globalState,
    keyTargets: () => view.keyTargets(),
    // a leaf that is told of alone takes the selection away from the rows below it
    showAgain: (id) => view.changed(shownTree.parentOf(id) ?? id),
    isTreeVisible: () => view.view.visible,
    async reveal(id, { expand, focus = true }) {
      try {
        await view.view.reveal(id, { expand, focus, select: true });
      } catch (error) {
        // the tree may be changing under it
        log.warn(`a row could not be shown: ${String(error)}`);
      }
    },
  };

  const siteFormHost = (panelId: string) => createSiteFormHost(services, panelId);
  const siteForms = new SiteFormPanels({
    extensionUri: context.extensionUri,
    texts: siteFormTexts,
    language: textsLanguage,
    hostFor: siteFormHost,
    problemText: (error) => redact(problemText(log, error)),
  });

  function panelsChanged(): void {
    const present = panels();
    const ids = new Set(present.map(({ id }) => id));
    logTails.panelsChanged();
    followedChanged();
    connections.keepOnly(ids);
    keys.keepOnly(present);
    tree.panelsChanged();
    void vscode.commands.executeCommand("setContext", contextKeys.panelCount, present.length);
  }

  function itemOf(id: string): vscode.TreeItem {
    const node = shownTree.part(id) ?? tree.node(id);
    const item =
      node === undefined ? new vscode.TreeItem("") : redactedItem(treeItemOf(node, clock.now()), redact, namesIn(node));
    item.id = id;
    // a row that moves, as a panel does that gets a tag, is a new one for VS Code, which would close it
    if (refresh.isExpanded(id)) item.collapsibleState = vscode.TreeItemCollapsibleState.Expanded;
    if (node !== undefined) ages.drawn(node, item);
    return item;
  }

  function followedChanged(): void {
    followedBar.update();
    const { current, shown } = logTails;
    const isInSight = current.some(({ id }) => logTails.isVisible(id));
    void vscode.commands.executeCommand("setContext", contextKeys.followedLogInSight, isInSight);
    void vscode.commands.executeCommand("setContext", contextKeys.followedLogs, current.length);
    void vscode.commands.executeCommand("setContext", contextKeys.shownLogs, shown.length);
  }

  function finished(record: ActionRecord): void {
    const { panelId, kind, verb, target, outcome, milliseconds } = record;
    const name = panels().find(({ id }) => id === panelId)?.name ?? panelId;
    log.info(`${name}: ${verb} ${kind} ${target.label}: ${outcome.kind}, ${milliseconds} ms`);
    void activity.append(record, name);
    const group = groupNodeId(panelId, groupKindOf(kind));
    followWhatStarted(logTails, record);
    // held back like every automatic call once the panel has refused us
    if (mayHaveChanged(outcome.kind) && tree.isLoaded(group)) void tree.reload(group, "automatic", "fresh");
  }

  const subscription = vscode.Disposable.from(
    store.onDidChange(panelsChanged),
    view.view.onDidChangeVisibility(({ visible }) => refresh.setVisible(visible)),
    view.view.onDidExpandElement(({ element }) => refresh.expanded(element)),
    view.view.onDidCollapseElement(({ element }) => refresh.collapsed(element)),
    vscode.window.onDidChangeVisibleTextEditors(followedChanged),
    vscode.window.onDidChangeWindowState(({ focused }) => refresh.setFocused(focused)),
    view.view.onDidChangeCheckboxState(async ({ items }) => {
      const wanted = items.map(([id, state]) => [id, state === vscode.TreeItemCheckboxState.Checked] as const);
      await withErrorBoundary(services, "checkbox", () => switchSettings(services, wanted));
    }),
    refresh,
    followedBar,
  );
  refresh.setFocused(vscode.window.state.focused);
  refresh.setVisible(view.view.visible);
  const demoOpening = demo.wasOpen
    ? demo.open().catch((error: unknown) => {
        // closed again while it started
        if (failureOf(error)?.kind !== "cancelled") defect(error);
      })
    : undefined;
  const kept = storedTails(context.workspaceState);
  panelsChanged();
  logTails.resume(kept.filter(({ panelId }) => panels().some(({ id }) => id === panelId)));

  const features: Features = {
    services,
    shownTree,
    itemOf,
    siteFormHost,
    async restoreSiteForm(panel, state) {
      // the form may be one of the demo panel
      await demoOpening;
      siteForms.restore(panel, state);
    },
    activityItemOf: (entry) => activityItemOf(entry, clock.now()),
    dropPanels: (ids, targetId) => withErrorBoundary(services, "drop", () => dropPanels(services, ids, targetId)),
    run: (id, args) => runInBoundary(services, id, handlers[id], args),
    async dispose() {
      subscription.dispose();
      tree.dispose();
      await logTails.dispose();
      connections.dispose();
      await guard.dispose();
      store.dispose();
      await activity.dispose();
      await demo.dispose();
      screens.dispose();
      log.dispose();
    },
  };
  // npm start shows the demo panel without anybody asking for it
  if (process.env["SERVER_PANEL_DEMO"] === "1") void features.run("serverPanel.demo.open", []);
  return features;
}

function mayHaveChanged(outcome: ActionRecord["outcome"]["kind"]): boolean {
  return outcome !== "failed" && outcome !== "readOnly" && outcome !== "skipped" && outcome !== "busy";
}
