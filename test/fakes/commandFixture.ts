import assert from "node:assert/strict";
import { TargetClaims } from "../../src/actions/targetClaims.ts";
import { ActionRunner, type ActionRecord } from "../../src/actions/actionRunner.ts";
import { ActivityLog } from "../../src/activity/activityLog.ts";
import { withErrorBoundary } from "../../src/commands/context/showFailure.ts";
import { createLogTails, tellLogEnd } from "../../src/followedLogs/window/createLogTails.ts";
import { diagnoseConnection } from "../../src/doctor/window/diagnoseConnection.ts";
import { WindowSearch } from "../../src/fileSearch/window/windowSearch.ts";
import { fixesFor } from "../../src/commands/panels/fixesFor.ts";
import type { CallResult } from "../../src/connection/lastCall.ts";
import { ConnectionHistory } from "../../src/doctor/connectionHistory.ts";
import type { Reach } from "../../src/doctor/reach.ts";
import type { LogTails } from "../../src/followedLogs/logTails.ts";
import { demoIds } from "../../src/panels/isDemo.ts";
import type { PanelDraft, PanelRecord } from "../../src/panels/panelRecord.ts";
import { downloadTo } from "../../src/serverFiles/window/fileCommands.ts";
import { configurationsOver } from "./webServers.ts";
import { checkScript } from "./checkScript.ts";
import { exchangeScript } from "./exchangeScript.ts";
import { shippedScript } from "./shippedScript.ts";
import { RealPaths } from "../../src/serverFiles/realPaths.ts";
import { ServerFiles } from "../../src/serverFiles/serverFiles.ts";
import { PanelStore } from "../../src/panels/panelStore.ts";
import { createConfirm, showActionProgress } from "../../src/platform/confirm.ts";
import type { Dialogs } from "../../src/ports/dialogs.ts";
import type { KnownEdition } from "../../src/wire/answers/operation.ts";
import { Redactor } from "../../src/redaction/redactor.ts";
import type { ResourceKind } from "../../src/resources/resources.ts";
import type { OperationId } from "../../src/wire/operations/operations.ts";
import { ReadPages } from "../../src/commands/context/readPages.ts";
import { PanelTree } from "../../src/tree/panelTree.ts";
import { groupNodeId, panelNodeId, type ItemNode } from "../../src/tree/treeNodes.ts";
import type { Edition } from "../../src/wire/answers/operation.ts";
import { ConnectionFixture } from "./connectionFixture.ts";
import type { CalledBy } from "../../src/connection/lockoutGuard.ts";
import { FakeCalls, type Handlers } from "./fakeCall.ts";
import { ConnectedClients } from "../../src/mcp/clients/connectedClients.ts";
import { FakeAgentDoor, FakeEditorServers } from "./agents/fakeAgents.ts";
import { FakeSearchDisplay } from "./fakeSearchDisplay.ts";
import { FakeWorkspace } from "./fakeWorkspace.ts";
import { FakeWorkbench } from "./fakeWorkbench.ts";
import { FileClicks } from "../../src/views/fileClicks.ts";
import { SteppedClock } from "./steppedClock.ts";
import { LeapingClock } from "./leapingClock.ts";
import { memoryFiles } from "./memoryFiles.ts";
import { panelRecord } from "./rows.ts";
import type { Verb } from "../../src/resources/verbs.ts";
import { scriptOf, type Conversation, type ScriptedAnswer } from "./scriptedDialogs.ts";
import { TestLog, TestSecrets } from "./storageFixture.ts";
import { FakeScreen } from "./tailsFixture.ts";
import type { Demo } from "../../src/panels/demo.ts";
import type { Services } from "../../src/services.ts";
import type { Handler } from "../../src/commands/context/handler.ts";
import { LIMITS, total } from "./treeFixture.ts";

/** The API key of every panel. */
export const KEY = "PaneLLabKey0123456789abcdefABCDE";

/** A log that a person can be shown. */
class ShownLog extends TestLog {
  timesShown = 0;

  show(): void {
    this.timesShown += 1;
  }
}

class FakeDemo implements Demo {
  readonly #open = new Map<KnownEdition, PanelRecord>();

  get records(): readonly PanelRecord[] {
    return [...this.#open.values()];
  }

  async open(edition: KnownEdition): Promise<PanelRecord> {
    const id = demoIds[edition];
    const record = this.#open.get(edition) ?? panelRecord({ id, name: id });
    this.#open.set(edition, record);
    return record;
  }

  async close({ id }: Pick<PanelRecord, "id">): Promise<void> {
    for (const [edition, record] of this.#open) if (record.id === id) this.#open.delete(edition);
  }
}

/** The services of a window over files in memory and panels that answer from handlers. */
export class CommandFixture {
  readonly secrets: TestSecrets;
  readonly log: ShownLog;
  readonly workbench = new FakeWorkbench();
  readonly workspace = new FakeWorkspace();
  readonly connectionServices = new ConnectionFixture();
  readonly redactor = new Redactor();
  readonly history = new ConnectionHistory();
  /** Everything is found and reached. */
  readonly reach: Reach = { resolve: async () => ["192.0.2.1"], connect: async () => undefined };
  /** Time passes for followed logs only when a test says so. */
  readonly clock = new SteppedClock();
  readonly screens = new Map<string, FakeScreen>();
  readonly kept = new Map<string, unknown>();
  /** What all panels answer. */
  handlers: Handlers = {};
  /** What single panels answer in place of that, by their ids. */
  readonly ownHandlers = new Map<string, Handlers>();
  /** Words of the one defect that a test plants; any other one fails it. */
  plantedDefect: string | undefined;
  /** Operations that no panel has. */
  lacks: readonly OperationId[] = [];
  /** What was shown in the rows of panels without a call of the tree. */
  readonly callResults: (readonly [PanelRecord, CallResult])[] = [];
  readonly revealed: (readonly [id: string, expand: boolean | number])[] = [];
  readonly drawnOpen: string[] = [];
  readonly shownAgain: string[] = [];
  readonly forms: string[] = [];
  readonly finished: ActionRecord[] = [];
  readonly defects: unknown[] = [];
  /** Whether the next row is opened by Enter. */
  isEntered = false;
  readonly enterKey = { press: async () => void (this.isEntered = true), takePress: () => this.isEntered };
  /** What keys act on in the tree, and in the Activity view. */
  keyTargets: readonly string[] = [];
  activityTargets: readonly string[] = [];
  /** Whether what is in trouble stands first in its group. */
  isTroubleFirst = false;
  /** What is selected in the side bar. */
  selection: readonly string[] = [];
  /** What is being done, by the key of its target. */
  readonly pendingVerbs = new Map<string, Verb>();
  readonly agentDoor = new FakeAgentDoor();
  readonly editorServers = new FakeEditorServers();
  readonly claims = new TargetClaims({ root: "/data", clock: this.clock, files: memoryFiles() });
  readonly demo = new FakeDemo();
  readonly searchDisplay = new FakeSearchDisplay();
  readonly search: WindowSearch;
  readonly services: Services;
  readonly activity: ActivityLog;
  readonly logTails: LogTails;
  /** What is known of the panels, by id; others are known to be BaoTa's. */
  readonly editions = new Map<string, Edition>();
  /** What panels say of themselves when they are asked, by id; the same where they are not here. */
  readonly learnedEditions = new Map<string, Edition | (() => Promise<Edition>)>();
  /** Ids of the panels that were asked. */
  readonly editionsAsked: string[] = [];
  /** Panels whose files in sight were to be looked at again. */
  readonly lookedAt: string[] = [];
  /** Of each load of the tree: the panel's id and its asker. */
  readonly treeAskers: (readonly [string, CalledBy])[] = [];
  readonly #calls = new Map<string, FakeCalls>();
  /** The handlers are those of a demo panel, which has processes. */
  hasOwnProcesses = false;
  #dialogs: Dialogs = scriptOf([], runs).dialogs;

  private constructor(store: PanelStore, secrets: TestSecrets, log: ShownLog) {
    this.secrets = secrets;
    this.log = log;
    const { redactor, clock, claims, connectionServices, defects } = this;
    Object.assign(connectionServices, {
      reportCall: (panel: PanelRecord, result: CallResult) => void this.callResults.push([panel, result]),
    });
    const panels = () => [...this.demo.records, ...store.list()];
    const memento = {
      get: (key: string) => this.kept.get(key),
      update: async (key: string, value: unknown) => void this.kept.set(key, value),
    };
    const dialogs = forwarded(() => this.#dialogs);
    this.activity = new ActivityLog({ root: "/data", clock, log, redact: (text) => text, files: memoryFiles() });
    const tree = new PanelTree({
      listFiles: async ({ id }, path, signal) =>
        new ServerFiles(this.calls(id).callFor(signal), clock, signal).list(path),
      panels,
      callFor: ({ id }, signal, by) => {
        this.treeAskers.push([id, by]);
        return this.calls(id).callFor(signal);
      },
      onChange: () => undefined,
      onDetails: () => undefined,
      onUnreadable: () => undefined,
      onDefect: (error) => defects.push(error),
      editionOf: ({ id }) => this.#editionOf(id),
      learnEdition: async ({ id }) => this.#learn(id),
      pendingVerbAt: () => (key) => this.pendingVerbs.get(key),
      configurationAt: (...given) => this.services.configurations.of(...given),
      certificateLimits: () => LIMITS,
      isTroubleFirst: () => this.isTroubleFirst,
      language: () => "en",
      now: () => clock.wallTime(),
    });
    store.onDidChange(() => tree.panelsChanged());
    const runner = new ActionRunner({
      confirm: createConfirm(dialogs),
      showProgress: showActionProgress(dialogs),
      clock: new LeapingClock(),
      claims,
      waitMs: () => 10_000,
      onDefect: (error) => defects.push(error),
      onFinished: async (record) => void this.finished.push(record),
    });
    const connections: Services["connections"] = {
      of: ({ id, name, address, guardLevel }) => ({
        id,
        name,
        address,
        guardLevel,
        edition: this.#editionOf(id),
        learnEdition: async () => this.#learn(id),
        callFor: (signal) => this.calls(id).callFor(signal),
        offers: (operation) => this.calls(id).offers(operation),
      }),
    };
    this.logTails = createLogTails({
      panelOf: (panelId) => panels().find(({ id }) => id === panelId),
      connections,
      demo: this.demo,
      clock,
      openScreen: (name) => {
        const screen = new FakeScreen();
        this.screens.set(name, screen);
        return screen;
      },
      staleMinutes: () => 10,
      memento,
      onChange: () => undefined,
      onEnded: (tail, ending) =>
        void tellLogEnd(this.services, tail, ending).catch((error: unknown) => defects.push(error)),
      onDefect: (error) => defects.push(error),
    });
    const agentFiles = memoryFiles();
    const services: Services = {
      clipboard: this.workbench.clipboard,
      browser: this.workbench.browser,
      editors: this.workbench.editors,
      terminals: this.workbench.terminals,
      fileDialogs: this.workbench.fileDialogs,
      guide: this.workbench.guide,
      taskFiles: this.workbench.taskFiles,
      workspace: this.workspace,
      computer: "here",
      installation: async () => "00",
      store,
      demo: this.demo,
      panels,
      connections,
      connectionServices,
      reach: this.reach,
      history: this.history,
      support: this.workbench.support,
      agentDoor: async () => this.agentDoor,
      agentPrograms: async () => ({
        computer: { platform: "linux", home: "/home/w", variable: () => undefined },
        launched: { executable: "/editor", script: "/extension/dist/mcp.cjs", directory: "/data/agents" },
        files: agentFiles,
        connected: new ConnectedClients({ directory: "/data/agents", files: agentFiles, clock }),
        editor: this.editorServers,
      }),
      tree,
      selection: () => this.selection,
      iconOf: ({ state }) => state,
      keyTargets: async () => this.keyTargets,
      activityTargets: async () => this.activityTargets,
      enterKey: this.enterKey,
      fileClicks: new FileClicks(this.clock),
      drawOpen: (ids) => void this.drawnOpen.push(...ids),
      reveal: async (id, { expand }) => void this.revealed.push([id, expand]),
      showAgain: (id) => this.shownAgain.push(id),
      memento,
      openSiteForm: async (panelId, draft) => {
        this.forms.push(panelId);
        return draft !== undefined;
      },
      configurations: configurationsOver(clock),
      checkAgain: async () => "unknown",
      certificateLimits: () => ({ warningDays: 14, urgentDays: 7 }),
      realPaths: new RealPaths(clock),
      lookAtFiles: (panelId) => void this.lookedAt.push(panelId),
      download: async (file) => downloadTo(this.services, file),
      peekFile: async () => new Uint8Array(),
      filesChanged: () => undefined,
      runner,
      activity: async () => this.activity,
      dialogs,
      fixesFor: (...given) => fixesFor(services, ...given),
      diagnose: (panel) => diagnoseConnection(services, panel),
      log,
      logTails: this.logTails,
      redactor,
      clock,
      readPages: new ReadPages(clock),
      windowSearch: async () => this.search,
      changes: claims.journal,
      pendingVerbAt: () => (key) => this.pendingVerbs.get(key),
      storageRoot: "/data",
      shippedScript,
      exchangeScript,
      checkScript,
      openScreen: (name) => {
        const screen = this.screens.get(name) ?? new FakeScreen();
        this.screens.set(name, screen);
        return screen;
      },
      switchOrder: async () => void (this.isTroubleFirst = !this.isTroubleFirst),
    };
    this.services = services;
    this.search = new WindowSearch(services, () => this.searchDisplay);
  }

  /** A window without panels. */
  static async open(): Promise<CommandFixture> {
    const secrets = new TestSecrets();
    const log = new ShownLog();
    // a clock that stands still: nothing here takes long enough to be given up
    const store = await PanelStore.open({
      root: "/data",
      secrets,
      log,
      clock: new SteppedClock(),
      files: memoryFiles(),
    });
    log.lines.length = 0;
    return new CommandFixture(store, secrets, log);
  }

  async #learn(panelId: string): Promise<Edition> {
    this.editionsAsked.push(panelId);
    const messages = this.learnedEditions.get(panelId) ?? this.#editionOf(panelId);
    this.editions.set(panelId, typeof messages === "string" ? messages : await messages());
    return this.#editionOf(panelId);
  }

  #editionOf(panelId: string): Edition {
    return this.editions.get(panelId) ?? "baota";
  }

  /** The calls of a panel. */
  calls(panelId: string): FakeCalls {
    const calls = this.#calls.get(panelId) ?? new FakeCalls({});
    // a test may give other handlers at any time
    if (!this.#calls.has(panelId)) this.#calls.set(panelId, calls);
    calls.lacks = this.lacks;
    calls.hasOwnProcesses = this.hasOwnProcesses;
    calls.handlers = { "system.total": () => total(), ...this.handlers, ...this.ownHandlers.get(panelId) };
    return calls;
  }

  /** Stores a panel; trusted, so that only what is dangerous is asked. */
  async add(given: Partial<PanelDraft> = {}, entrance?: string): Promise<PanelRecord> {
    const draft = { name: "Shop", address: "https://192.0.2.1:8888", guardLevel: "trusted" as const, ...given };
    return this.services.store.add(draft, { apiKey: KEY, entrance });
  }

  /** Opens a group of a panel; its items. */
  async items({ id }: PanelRecord, kind: ResourceKind): Promise<readonly ItemNode[]> {
    const { tree } = this.services;
    await tree.children(undefined);
    await tree.children(panelNodeId(id));
    await tree.children(groupNodeId(id, kind));
    return tree.items(id, kind);
  }

  /** Runs a task in the error boundary, as a command is run, while a script answers. */
  async answering(answers: readonly ScriptedAnswer[], task: () => Promise<unknown>): Promise<Conversation> {
    const { dialogs, finish } = scriptOf(answers, runs);
    this.#dialogs = dialogs;
    await withErrorBoundary(this.services, "test", task);
    this.#assertNoDefect();
    const conversation = await finish();
    this.#assertNoDefect();
    return conversation;
  }

  /** Runs a command; `args` are those of the workbench. */
  async run(
    handler: Handler<Services>,
    args: readonly unknown[] = [],
    ...answers: readonly ScriptedAnswer[]
  ): Promise<Conversation> {
    return this.answering(answers, () => handler(this.services, args));
  }

  /** The boundary tells a script that does not fit, and every other defect, instead of throwing it. */
  #assertNoDefect(): void {
    const { plantedDefect } = this;
    const isPlanted = (line: string) => plantedDefect !== undefined && line.includes(plantedDefect);
    const defects = this.log.lines.filter((line) => line.startsWith("error ") && !isPlanted(line));
    assert.deepEqual(defects, []);
  }

  async dispose(): Promise<void> {
    assert.deepEqual(this.defects, []);
    const { services } = this;
    services.tree.dispose();
    await this.logTails.dispose();
    await services.connectionServices.guard.dispose();
    services.store.dispose();
    await this.activity.dispose();
  }
}

async function runs<T>(
  _title: string,
  task: (signal: AbortSignal, report: (message: string) => void) => Promise<T>,
): Promise<T> {
  return task(new AbortController().signal, () => undefined);
}

/** Dialogs that are others from one command to the next. */
function forwarded(current: () => Dialogs): Dialogs {
  return {
    input: (request) => current().input(request),
    pick: (...args) => current().pick(...args),
    pickSome: (...args) => current().pickSome(...args),
    pickMany: (...args) => current().pickMany(...args),
    live: (list) => current().live(list),
    ask: (...args) => current().ask(...args),
    decide: (...args) => current().decide(...args),
    announce: (...args) => current().announce(...args),
    choose: (...args) => current().choose(...args),
    read: (...args) => current().read(...args),
    tell: (message) => current().tell(message),
    notify: (...args) => current().notify(...args),
    mention: (...args) => current().mention(...args),
    progress: (...args) => current().progress(...args),
  };
}
