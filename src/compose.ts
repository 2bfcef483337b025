import * as vscode from "vscode";
import type { Services } from "./commands/context/services.ts";
import { problemText, withErrorBoundary } from "./commands/context/showFailure.ts";
import { composeTree } from "./composeTree.ts";
import { Connections } from "./connection/connections.ts";
import { secretsInUse } from "./connection/secretsInUse.ts";
import type { Features } from "./features.ts";
import { LockoutGuard } from "./connection/lockoutGuard.ts";
import type { ConnectionServices } from "./connection/panelConnection.ts";
import { contextKeys, TROUBLE_FIRST } from "./manifest/manifest.ts";
import { PanelStore } from "./panels/panelStore.ts";
import { systemClock } from "./platform/clock.ts";
import { DemoHost } from "./platform/demoHost.ts";
import { createDialogs } from "./platform/dialogs.ts";
import { createLog } from "./platform/log.ts";
import { createSecrets } from "./platform/secrets.ts";
import { readSetting } from "./platform/readSetting.ts";
import { createWorkbench } from "./platform/workbench.ts";
import { Redactor, type Redact } from "./redaction/redactor.ts";
import { ReadPages } from "./search/readPages.ts";
import { panelNodeId } from "./tree/treeNodes.ts";
import { itemIcon } from "./views/treeItems.ts";
import type { ActivityView } from "./views/activityView.ts";
import type { PanelsView } from "./views/panelsView.ts";
import { SiteFormsOfWindow } from "./window/siteFormsOfWindow.ts";
import type { AfterAction } from "./window/afterAction.ts";
import { FirstSteps } from "./window/firstSteps.ts";
import { logCalls } from "./window/logCalls.ts";
import { LoadedLater } from "./window/loadedLater.ts";
import { keepOpenNodes, storedOpenNodes } from "./window/keepOpenNodes.ts";
import { showLogs, showPanels, showTail, type ShownServices } from "./window/shownServices.ts";
import { startWindow } from "./window/startWindow.ts";
import { viewServices } from "./window/viewServices.ts";
import { ToldKeys } from "./window/toldKeys.ts";
import { watchWindow } from "./window/watchWindow.ts";
import { createTransport } from "./wire/http/transport.ts";

const interactions = async () => (await import("./commands/interactions.ts")).interactions;

/**
 * Builds the services of a window, each after those that it needs; what it starts with and what reacts to events is in
 * `src/window`. The caller disposes the result. Rejects where the panels cannot be read.
 */
export async function compose(
  context: vscode.ExtensionContext,
  view: PanelsView,
  activityView: ActivityView,
): Promise<Features> {
  const redactor = new Redactor();
  const redact: Redact = (text, names) => redactor.redact(text, names);
  const clock = systemClock;
  const root = context.globalStorageUri.fsPath;
  const log = createLog(redact);
  const onDefect = (error: unknown) =>
    log.error(error instanceof Error ? (error.stack ?? error.message) : String(error));
  const store = await PanelStore.open({ root, secrets: createSecrets(context.secrets), log, clock }).catch(
    (error: unknown) => {
      log.dispose();
      throw error;
    },
  );
  const dialogs = createDialogs(redact);

  const demoChanged = new vscode.EventEmitter<void>();
  const demo = new DemoHost(context.workspaceState, () => demoChanged.fire());
  const panels = () => [...demo.records, ...store.list()];
  const panelOf = (panelId: string) => panels().find(({ id }) => id === panelId);
  const panelName = (panelId: string) => panelOf(panelId)?.name;

  const keys = secretsInUse(
    redactor,
    (record) => (demo.owns(record) ? demo.apiKey(record) : store.apiKey(record)),
    (record) => store.entrance(record),
  );
  const guard = new LockoutGuard({ root, clock, log });
  const connectionServices: ConnectionServices = {
    guard,
    clock,
    createTransport,
    apiKey: keys.apiKey,
    onSigned: (token) => redactor.addToken(token),
    onHeard(record, heard) {
      tree.heard(record, heard);
      if (!demo.owns(record)) firstSteps.heard(heard);
    },
    onDoubt: ({ id }) => void tree.reload(panelNodeId(id), "automatic"),
    onCall: logCalls(log),
  };
  const connections = new Connections(connectionServices);

  const isTroubleFirst = () => context.workspaceState.get(TROUBLE_FIRST) === true;
  const logs = new LoadedLater(async () => {
    const { composeLogs } = await import("./composeLogs.ts");
    return composeLogs(services, {
      memento: context.workspaceState,
      onChange: (tail) => showTail(shown, tail),
      onDefect,
    });
  });

  const { claims, tree, shownTree, rows, refresh, limitsChanged } = composeTree({
    root,
    view,
    panels,
    demo,
    connections,
    lastSeenOf: (item) => logs.loaded?.tails.lastSeenOf(item),
    isTroubleFirst,
    redact,
    log,
    clock,
    onDefect,
    onMayBeAbandoned: () => void settleAbandoned().catch(() => undefined),
    opened: storedOpenNodes(context.workspaceState, store.list()),
    onOpened: keepOpenNodes(context.workspaceState, () => store.list()),
  });
  const follow: AfterAction["follow"] = (...given) =>
    void withErrorBoundary(services, "follow", async () => (await logs.load()).tails.follow(...given));
  const waitMs = () => readSetting("serverPanel.confirmation.waitSeconds") * 1000;
  const acting = new LoadedLater(async () => {
    const { composeActing } = await import("./composeActing.ts");
    return composeActing({
      root,
      redact,
      clock,
      log,
      dialogs,
      services,
      claims,
      follow,
      tree,
      panelName,
      waitMs,
      tell: (...told) =>
        void withErrorBoundary(services, "abandoned", async () =>
          (await interactions()).tellAbandoned(services, ...told),
        ),
      onActed: (record) => firstSteps.acted(record),
      onDefect,
    });
  });
  const runner = async () => (await acting.load()).runner;
  /** Loads nothing if the journal is empty, as it mostly is. */
  const settleAbandoned = async (): Promise<void> => {
    if ((await claims.journal.list()).length > 0) (await acting.load()).abandoned.look();
  };

  const drawn = viewServices(view, activityView, shownTree, log);
  const siteForms = new SiteFormsOfWindow(context.extensionUri, {
    clock,
    connections,
    dialogs,
    log,
    panels,
    redactor,
    reveal: drawn.reveal,
    runner,
    storageRoot: root,
    tree,
    isTreeVisible: () => view.view.visible,
    waitMs,
    recordResumed: async (...given) => (await acting.load()).recordResumed(...given),
    removeObstacle: (panel, obstacle) =>
      withErrorBoundary(services, "serverPanel.panel.edit", async () => {
        const { changeKey, editPanel } = await interactions();
        await (obstacle === "keyNeeded" ? changeKey : editPanel)(services, panel);
      }),
  });

  const told = new ToldKeys((key, value) => void vscode.commands.executeCommand("setContext", contextKeys[key], value));
  const workbench = createWorkbench(context.extension);
  const services: Services = {
    ...workbench,
    guide: { open: async (step) => told.anew(() => workbench.guide.open(step)) },
    // what a fix does may fail in its turn
    fixesFor: async (...given) => (await interactions()).fixesFor(services, ...given),
    store,
    demo,
    panels,
    connections,
    connectionServices,
    tree,
    runner,
    activity: async () => (await acting.load()).activity,
    dialogs,
    log,
    logTails: async () => (await logs.load()).tails,
    redactor,
    clock,
    readPages: new ReadPages(clock),
    changes: claims.journal,
    inHandAt: (panel, kind) => claims.inHandAt(panel, kind),
    storageRoot: root,
    memento: context.globalState,
    async sortByTrouble(isFirst) {
      await context.workspaceState.update(TROUBLE_FIRST, isFirst || undefined);
      showPanels(shown);
    },
    iconOf: itemIcon,
    openSiteForm: (panelId) => siteForms.open(panelId),
    drawOpen(ids) {
      for (const id of ids) refresh.expanded(id);
    },
    ...drawn,
  };

  const firstSteps = new FirstSteps(told.tell);
  const storedCount = () => store.list().length;
  const shown: ShownServices = {
    panels,
    storedCount,
    connections,
    keys,
    logs,
    tree,
    isTroubleFirst,
    setContext: told.tell,
  };
  const panelsChanged = (): void => {
    showPanels(shown);
    siteForms.panelsChanged();
  };
  const subscription = vscode.Disposable.from(
    demoChanged,
    store.onDidChange(() => panelsChanged()),
    demoChanged.event(() => panelsChanged()),
    watchWindow({
      view: view.view,
      refresh,
      claims,
      onEditorsChanged: () => showLogs(shown),
      onLimitsChanged() {
        limitsChanged();
        showPanels(shown);
      },
      onChecked: (wanted) =>
        withErrorBoundary(services, "checkbox", async () => (await interactions()).switchSettings(services, wanted)),
    }),
    refresh,
    claims,
  );
  void settleAbandoned().catch(onDefect);
  const demoOpened = startWindow({
    demo,
    memento: context.workspaceState,
    resumeLogs: () => withErrorBoundary(services, "resume", async () => (await logs.load()).resume()),
    showPanels: () => showPanels(shown),
    showDemos: () =>
      withErrorBoundary(services, "serverPanel.demo.open", async () => (await interactions()).showAllDemos(services)),
    onDefect,
  });
  return {
    services,
    shownTree,
    itemOf: (id) => rows.draw(id, refresh.isOpen(id)),
    resolveItem: (id, item) => rows.resolve(id, item),
    badge: () => view.view.badge,
    activity: () =>
      services.activity().catch((error: unknown) => {
        throw new Error(problemText(log, error), { cause: error });
      }),
    activityItemOf: async (entry) => (await acting.load()).activityItemOf(entry),
    dropPanels: (ids, targetId) =>
      withErrorBoundary(services, "drop", async () => (await interactions()).dropPanels(services, ids, targetId)),
    run: (id, args) => withErrorBoundary(services, id, async () => (await interactions()).handlers[id](services, args)),
    siteFormHost: (panelId) => siteForms.hostFor(panelId),
    async restoreSiteForm(panel, state) {
      // the form may be a demo panel's
      await demoOpened;
      await siteForms.restore(panel, state);
    },
    async dispose() {
      // while the demo panels are there, and calls to panels are possible
      await Promise.all([siteForms.dispose(), acting.loaded?.close()]);
      subscription.dispose();
      tree.dispose();
      await logs.dispose();
      connections.dispose();
      await guard.dispose();
      store.dispose();
      await acting.dispose();
      await demo.dispose();
      log.dispose();
    },
  };
}
