import { hostname } from "node:os";
import { join } from "node:path";
import * as vscode from "vscode";
import type { ActionRecord } from "./actions/actionRunner.ts";
import type { ActivityRow } from "./activity/activityRows.ts";
import type { AgentCall } from "./agents/agentServices.ts";
import type { AgentToolName } from "./agents/agentTools.ts";
import type { InvokingServices } from "./agents/window/invokeTool.ts";
import { problemText, withErrorBoundary } from "./commands/context/showFailure.ts";
import { ReadPages } from "./commands/context/readPages.ts";
import { systemReach } from "./doctor/reach.ts";
import type { CommandId } from "./manifest/commands.ts";
import { TROUBLE_FIRST } from "./manifest/manifest.ts";
import { shippedScripts } from "./onServer/shippedScripts.ts";
import { scriptReader, scriptsText } from "./deployments/exchange/scriptReader.ts";
import { installationId } from "./deployments/installation.ts";
import { isDemo } from "./panels/isDemo.ts";
import { PanelStore } from "./panels/panelStore.ts";
import { DemoHost } from "./platform/demoHost.ts";
import { missingFor } from "./platform/optionalParts.ts";
import { createWorkspace } from "./platform/workspace.ts";
import { createWorkbench } from "./platform/vscodeWorkbench.ts";
import { groupKindOf } from "./resources/resources.ts";
import { RealPaths } from "./serverFiles/realPaths.ts";
import { comparedFile } from "./serverFiles/window/comparedFile.ts";
import { FilePanelBar } from "./serverFiles/window/filePanelBar.ts";
import { createFileSystem } from "./storage/fileSystem.ts";
import type { LogScreen, Secrets } from "./storage/ports.ts";
import { keepOpenNodes, storedOpenNodes } from "./tree/openNodes.ts";
import { groupNodeId, panelNodeId } from "./tree/treeNodes.ts";
import type { ActivityView } from "./activity/window/activityView.ts";
import { EnterKey } from "./views/enterKey.ts";
import { FileClicks } from "./views/fileClicks.ts";
import type { DroppedFiles, PanelsView } from "./views/panelsView.ts";
import { itemIcon } from "./views/treeItems.ts";
import { storedTails, tellLogEnd } from "./followedLogs/window/createLogTails.ts";
import { logSentence } from "./followedLogs/window/logTexts.ts";
import { createBasics } from "./product/basics.ts";
import { connectPanels } from "./product/connectPanels.ts";
import { createLogs } from "./product/createLogs.ts";
import { ContextKeys, FirstSteps } from "./product/firstSteps.ts";
import { Lazy } from "./product/lazy.ts";
import { procedureInspector } from "./product/procedureInspector.ts";
import { viewServices } from "./product/viewServices.ts";
import { ConfigurationWatch } from "./product/configurationWatch.ts";
import type { Services } from "./services.ts";
import { WindowTree } from "./product/windowTree.ts";

/** The extension, apart from the registrations at activation. */
export type Product = Awaited<ReturnType<typeof startProduct>>;

/** What was registered before the product was needed. */
interface RegisteredParts extends Pick<Services, "agentDoor" | "agentPrograms"> {
  readonly view: PanelsView;
  readonly activityView: ActivityView;
  /** What this editor lacks, a line for each. */
  readonly lacking: readonly string[];
}

/**
 * Builds the services of a window, each after those that it needs, and starts background tasks. Later services listen
 * to events of earlier ones. The caller disposes the result. Rejects if the panels cannot be read.
 */
export async function startProduct(
  context: vscode.ExtensionContext,
  { view, activityView, lacking, ...agentClients }: RegisteredParts,
) {
  const { globalState, workspaceState } = context;
  const basics = createBasics(context);
  const { root, clock, redactor, redact, log, onDefect, dialogs, waitMs } = basics;
  const workbench = createWorkbench(context.extension);
  const contextKeys = new ContextKeys((id, value) => void vscode.commands.executeCommand("setContext", id, value));
  const firstSteps = new FirstSteps(contextKeys);
  for (const line of lacking) log.info(line);

  // the panels
  const store = await PanelStore.open({ root, secrets: secretsOf(context), log, clock }).catch((error: unknown) => {
    log.dispose();
    throw error;
  });
  const demoChanged = new vscode.EventEmitter<void>();
  const demo = new DemoHost(workspaceState, () => demoChanged.fire());
  const panels = () => [...demo.records, ...store.list()];
  const panelOf = (panelId: string) => panels().find(({ id }) => id === panelId);
  const panelName = (panelId: string) => panelOf(panelId)?.name;

  const { connections, connectionServices, guard, history, secrets, callResults, rechecks } = connectPanels(
    basics,
    store,
    demo,
  );
  // of steps, by name: those of the next deployment come into the same
  const stepScreens = new Map<string, LogScreen>();
  const { logTails, logsBar, screens, tailChanged, tailEnded } = createLogs(basics, {
    panelOf,
    connections,
    demo,
    memento: workspaceState,
  });

  // the tree
  const mayBeAbandoned = new vscode.EventEmitter<void>();
  const shippedScript = shippedScripts((name) => join(context.extensionPath, "dist", name));
  const checkScript = async () => shippedScript("check.sh");
  const configurationWatch = new ConfigurationWatch({
    root,
    clock,
    checkScript,
    log,
    redact,
    onDefect,
    tree: () => windowTree.tree,
    callFor(panelId, signal, by) {
      const panel = panelOf(panelId);
      return panel && connections.of(panel).callFor(signal, by);
    },
  });
  const { configurations } = configurationWatch;
  const isTroubleFirst = () => workspaceState.get(TROUBLE_FIRST) === true;
  const windowTree: WindowTree = new WindowTree({
    root,
    view,
    panels,
    connections,
    lastSeenOf: (item) => logTails.lastSeenOf(item),
    configurationAt: (...given) => configurations.of(...given),
    isTroubleFirst,
    redact,
    log,
    clock,
    onDefect,
    onRead: (id) => configurationWatch.groupRead(id),
    onMayBeAbandoned: () => mayBeAbandoned.fire(),
    opened: storedOpenNodes(workspaceState, store.list()),
    onOpened: keepOpenNodes(workspaceState, () => store.list()),
  });
  const { claims, tree, rows, refresh } = windowTree;
  const showPanels = (): void => {
    tree.panelsChanged();
    contextKeys.set("panelCount", panels().length);
    contextKeys.set("storedPanels", store.list().length);
    contextKeys.set("troubleFirst", isTroubleFirst());
  };

  // the actions
  const activityLog = new Lazy(async () => {
    const { ActivityLog } = await import("./activity/activityLog.ts");
    return new ActivityLog({ root, clock, log, redact });
  });
  const acting = {
    clock,
    claims,
    waitMs,
    onDefect,
    async onFinished(record: ActionRecord) {
      firstSteps.acted(record);
      const { afterAction } = await import("./product/afterAction.ts");
      await afterAction(
        {
          clock,
          panelName,
          log,
          activity: await activityLog.get(),
          configurations,
          tree,
          started: (...given) => configurationWatch.started(...given),
          follow: (...given) => logTails.follow(...given),
        },
        record,
      );
    },
  };
  const actions = new Lazy(async () =>
    (await import("./product/createActions.ts")).createActions({
      ...acting,
      dialogs,
      panelOf: (panelId) => {
        const panel = panelOf(panelId);
        return panel && connections.of(panel);
      },
      show: (...args) =>
        void bounded("abandoned", async () =>
          (await import("./commands/context/runAndTell.ts")).showAbandoned(shared, ...args),
        ),
      inspectProcedure: procedureInspector(acting, {
        deployments: async () => import("./deployments/abandonedDeployment.ts"),
        files: async () => import("./serverFiles/window/changeFiles.ts"),
        sites: async () => import("./siteForm/creation/abandonedSite.ts"),
      }),
    }),
  );
  const runner: Services["runner"] = {
    run: async (...given) => (await actions.get()).runner.run(...given),
    runAll: async (...given) => (await actions.get()).runner.runAll(...given),
  };
  const lookForAbandoned = async (): Promise<void> => {
    if ((await claims.journal.list()).length > 0) (await actions.get()).abandoned.look();
  };

  // the commands, but for the site form, which uses some of them
  const drawn = viewServices(view, activityView, tree, log);
  const enterKey = new EnterKey(clock, async () => vscode.commands.executeCommand("list.select"));
  const shared: Omit<Services, "openSiteForm"> = {
    ...workbench,
    ...drawn,
    enterKey,
    fileClicks: new FileClicks(clock),
    guide: { open: async (step) => contextKeys.tickAgain(() => workbench.guide.open(step)) },
    fixesFor: async (...given) => (await import("./commands/panels/fixesFor.ts")).fixesFor(shared, ...given),
    diagnose: async (panel) =>
      (await import("./doctor/window/diagnoseConnection.ts")).diagnoseConnection(shared, panel),
    store,
    demo,
    panels,
    connections,
    connectionServices,
    reach: systemReach(clock),
    history,
    tree,
    runner,
    activity: async () => activityLog.get(),
    dialogs,
    log,
    logTails,
    openScreen(name) {
      const screen = stepScreens.get(name) ?? screens.open(name);
      stepScreens.set(name, screen);
      return screen;
    },
    redactor,
    clock,
    workspace: createWorkspace(context.extension),
    computer: hostname(),
    ...agentClients,
    installation: async () => installationId(root, createFileSystem(clock), clock),
    shippedScript,
    exchangeScript: scriptReader(shippedScript),
    checkScript,
    windowSearch: async () => windowSearch.get(),
    readPages: new ReadPages(clock),
    changes: claims.journal,
    pendingVerbAt: (panel, kind) => claims.pendingVerbAt(panel, kind),
    storageRoot: root,
    memento: globalState,
    async sortByTrouble(isFirst) {
      await workspaceState.update(TROUBLE_FIRST, isFirst || undefined);
      showPanels();
    },
    iconOf: itemIcon,
    drawOpen(ids) {
      for (const id of ids) refresh.expanded(id);
    },
    configurations,
    checkAgain: async (...given) => configurationWatch.checkAgain(...given),
    certificateLimits: windowTree.limits,
    realPaths: new RealPaths(clock),
    comparedFile: comparedFile(() => contextKeys.set("fileSelected", true)),
    download: async (file) => (await import("./serverFiles/window/fileCommands.ts")).downloadTo(shared, file),
    peekFile: async (...given) => (await serverFiles.get()).peek(...given),
    lookAtFiles(panelId) {
      shared.realPaths.forget();
      serverFiles.made?.lookAgain(panelId);
    },
    filesChanged(...changed) {
      tree.filesChanged(...changed);
      serverFiles.made?.pathsChanged(...changed);
    },
  };
  const handlers = async () => (await import("./handlers.ts")).handlers;
  const bounded = async (name: string, task: () => Promise<unknown>) => withErrorBoundary(shared, name, task);

  // the site forms
  const formProblem = (error: unknown) => redactor.redact(problemText(log, error));
  const panelIds = () => panels().map(({ id }) => id);
  const siteForms = new Lazy(async () =>
    (await import("./product/createSiteForms.ts")).createSiteForms({
      ...shared,
      extensionUri: context.extensionUri,
      recordFound: async (...given) => (await actions.get()).abandoned.recordFound(...given),
      problemText: formProblem,
      claims,
      async goOn(nodeId, step) {
        const command: CommandId = `serverPanel.site.${step}`;
        await bounded(command, async () => (await handlers())[command](services, [nodeId]));
      },
      isTreeVisible: () => view.view.visible,
      removeObstacle: async (panel, obstacle) =>
        bounded("serverPanel.panel.edit", async () => {
          if (obstacle === "keyNeeded") await (await import("./commands/panels/changeKey.ts")).changeKey(shared, panel);
          else await (await import("./commands/panels/editPanel.ts")).editPanel(shared, panel);
        }),
    }),
  );
  const services: Services = {
    ...shared,
    openSiteForm: async (...given) => (await siteForms.get()).forms.open(...given),
  };

  // the search in files
  const windowSearch = new Lazy(async () => {
    const { createSearch } = await import("./fileSearch/window/createSearch.ts");
    return createSearch(services, (...given) => contextKeys.set(...given));
  });

  // the tools for agents
  const agents = new Lazy(async () => {
    const { invokeTool } = await import("./agents/window/invokeTool.ts");
    const { readAgentAccess } = await import("./agents/window/readAgentAccess.ts");
    const invoking: InvokingServices = {
      ...services,
      limits: windowTree.limits,
      agentAccess: readAgentAccess,
    };
    return { invoking, invokeTool };
  });

  // the files of the servers
  const serverFiles = new Lazy(async () => {
    const { ServerFileSystem } = await import("./serverFiles/window/serverFileSystem.ts");
    return new ServerFileSystem(services);
  });
  const filePanelBar = new FilePanelBar(services);

  // the tasks
  const tasks = new Lazy(async () =>
    (await import("./tasks/window/serverTasks.ts")).createServerTasks({
      ...services,
      deploy: async (...given) =>
        (await import("./deployments/window/deployByTask.ts")).deployByTask(services, ...given),
      onDefect,
      callFor(panelId, signal, by) {
        const panel = panelOf(panelId);
        return panel && connections.of(panel).callFor(signal, by);
      },
      sentenceFor: (notice, where) =>
        // by the wall clock: read by people
        logSentence(notice, where, panelName(where.tail.log.panelId) ?? "", 0, clock.wallTime()),
    }),
  );

  // what happens in the window
  const showLogs = (): void => {
    const { current, shown } = logTails;
    logsBar.update();
    contextKeys.set(
      "followedLogInSight",
      current.some(({ id }) => logTails.isVisible(id)),
    );
    contextKeys.set("followedLogs", current.length);
    contextKeys.set("shownLogs", shown.length);
  };
  /** Takes a change of the panels: ends everything of removed ones, and shows the others. */
  const panelsChanged = (): void => {
    logTails.panelsChanged();
    showLogs();
    connections.keepOnly(new Set(panelIds()));
    secrets.keepOnly(panels());
    configurations.keepOnly(new Set(panelIds()));
    showPanels();
    siteForms.made?.forms.panelsChanged();
    serverFiles.made?.panelsChanged();
    windowSearch.made?.panelsChanged(new Set(panelIds()));
    filePanelBar.update();
  };
  const events = vscode.Disposable.from(
    store.onDidChange(panelsChanged),
    demoChanged.event(panelsChanged),
    callResults.event(({ panel, result }) => {
      tree.reportCall(panel, result);
      if (!isDemo(panel)) firstSteps.reportCall(result);
    }),
    rechecks.event(({ id }) => void tree.reload(panelNodeId(id), "automatic")),
    tailChanged.event(({ log: { panelId, kind } }) => {
      tree.rebuild(groupNodeId(panelId, groupKindOf(kind)));
      showLogs();
    }),
    tailEnded.event(({ tail, ending }) => void tellLogEnd(services, tail, ending).catch(onDefect)),
    mayBeAbandoned.event(() => void lookForAbandoned().catch(onDefect)),
    view.view.onDidChangeVisibility(({ visible }) => windowTree.setVisible(visible)),
    view.view.onDidExpandElement(({ element }) => refresh.expanded(element)),
    view.view.onDidCollapseElement(({ element }) => refresh.collapsed(element)),
    view.view.onDidChangeCheckboxState(({ items }) => {
      const wanted = items.map(([id, state]) => [id, state === vscode.TreeItemCheckboxState.Checked] as const);
      void bounded("checkbox", async () =>
        (await import("./commands/resources/terminalSettingCommands.ts")).switchSettings(services, wanted),
      );
    }),
    vscode.window.onDidChangeWindowState(({ focused }) => refresh.setFocused(focused)),
    vscode.window.onDidChangeVisibleTextEditors(showLogs),
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (!["serverPanel.certificates", "serverPanel.disks"].some((part) => event.affectsConfiguration(part))) return;
      windowTree.limitsChanged();
      showPanels();
    }),
    demoChanged,
    callResults,
    rechecks,
    tailChanged,
    tailEnded,
    mayBeAbandoned,
  );

  refresh.setFocused(vscode.window.state.focused);
  windowTree.setVisible(view.view.visible);
  void lookForAbandoned().catch(onDefect);
  const demosOpened = demo.reopen().catch(onDefect);
  panelsChanged();
  void configurationWatch.begin(panelIds).catch(onDefect);
  logTails.resume(storedTails(workspaceState));
  // npm start opens the demo panels without being asked
  if (process.env["SERVER_PANEL_DEMO"] === "1")
    void bounded("serverPanel.demo.open", async () =>
      (await import("./commands/panels/openDemo.ts")).showAllDemos(services),
    );
  return {
    services,
    tasks: async () => tasks.get(),
    itemOf: (id: string) => rows.draw(id, refresh.isOpen(id)),
    resolveItem: (id: string, item: vscode.TreeItem) => rows.resolve(id, item),
    activity: async () => activityLog.get(),
    // by the wall clock: read by people
    activityItemOf: async (row: ActivityRow) =>
      (await import("./activity/window/activityItem.ts")).activityItemOf(row, clock.wallTime()),
    dropPanels: async (ids: readonly string[], targetId: string | undefined) =>
      bounded("drop", async () =>
        (await import("./commands/panels/movePanels.ts")).dropPanels(services, ids, targetId),
      ),
    /** Invokes a tool for an agent; rejects only if it was canceled. */
    async invokeTool(name: AgentToolName, input: unknown, call: AgentCall) {
      const { invokeTool, invoking } = await agents.get();
      return invokeTool(invoking, name, input, call);
    },
    dropFiles: async (dropped: DroppedFiles, targetId: string | undefined) =>
      bounded("drop", async () =>
        (await import("./serverFiles/window/fileCommands.ts")).dropFiles(services, dropped, targetId),
      ),
    /** Runs a command; never rejects. */
    run: async (id: CommandId, args: readonly unknown[]) =>
      bounded(id, async () => (await handlers())[id](services, args)),
    siteFormHost: async (panelId: string) => (await siteForms.get()).hostFor(panelId),
    /** The script that servers run for deployments, as a text. */
    exchangeScript: async () => scriptsText(await services.exchangeScript()),
    async serverFiles() {
      // the file may be on a demo panel
      await demosOpened;
      return serverFiles.get();
    },
    async restoreSiteForm(panel: vscode.WebviewPanel, state: unknown) {
      // the form may be a demo panel's
      await demosOpened;
      (await siteForms.get()).forms.restore(panel, state);
    },
    async dispose() {
      // while the demo panels are there, and calls to panels are possible
      const endSearch = async () => (await windowSearch.ifNeeded())?.dispose();
      const endActions = async () => {
        const made = await actions.ifNeeded();
        await Promise.all([made?.runner.close(), made?.abandoned.dispose()]);
      };
      await Promise.all([endActions(), endSearch()]);
      events.dispose();
      (await serverFiles.ifNeeded())?.dispose();
      filePanelBar.dispose();
      windowTree.dispose();
      configurationWatch.dispose();
      logsBar.dispose();
      await logTails.dispose();
      screens.dispose();
      connections.dispose();
      await guard.dispose();
      store.dispose();
      await (await activityLog.ifNeeded())?.dispose();
      await demo.dispose();
      log.dispose();
    },
  };
}

/** Wraps VS Code's secrets, which are thenables, in promises. Where an editor does not name them, none is known. */
function secretsOf(context: Pick<vscode.ExtensionContext, "secrets">): Secrets {
  const { secrets } = context;
  const isUnnamed = missingFor("orphanedSecrets", context) !== undefined;
  return {
    get: async (name) => secrets.get(name),
    store: async (name, value) => secrets.store(name, value),
    delete: async (name) => secrets.delete(name),
    keys: async () => (isUnnamed ? [] : secrets.keys()),
  };
}
