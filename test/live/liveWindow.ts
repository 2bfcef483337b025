import assert from "node:assert/strict";
import { liveAnswer } from "../fakes/liveAnswer.ts";
import type { AgentCall } from "../../src/agents/agentServices.ts";
import type { AgentToolName } from "../../src/agents/agentTools.ts";
import { chatCall } from "../fakes/agents/chatCall.ts";
import { closedDoor } from "../fakes/agents/closedDoor.ts";
import { ActionRunner, type ActionRecord } from "../../src/actions/actionRunner.ts";
import { TargetClaims } from "../../src/actions/targetClaims.ts";
import { ActivityLog } from "../../src/activity/activityLog.ts";
import { handlers } from "../../src/handlers.ts";
import { invokeTool, type InvokingServices } from "../../src/agents/window/invokeTool.ts";
import type { Invoke, ToolAnswer } from "../agents/dialogue.ts";
import { withErrorBoundary } from "../../src/commands/context/showFailure.ts";
import { diagnoseConnection } from "../../src/doctor/window/diagnoseConnection.ts";
import { WindowSearch } from "../../src/fileSearch/window/windowSearch.ts";
import { fixesFor } from "../../src/commands/panels/fixesFor.ts";
import { Connections } from "../../src/connection/connections.ts";
import { LockoutGuard } from "../../src/connection/lockoutGuard.ts";
import type { ConnectionServices } from "../../src/connection/panelConnection.ts";
import { secretsInUse } from "../../src/connection/secretsInUse.ts";
import { ConnectionHistory } from "../../src/doctor/connectionHistory.ts";
import { systemReach } from "../../src/doctor/reach.ts";
import type { CommandId } from "../../src/manifest/commands.ts";
import { settings } from "../../src/manifest/settings.ts";
import type { PanelRecord } from "../../src/panels/panelRecord.ts";
import { PanelStore } from "../../src/panels/panelStore.ts";
import { downloadTo } from "../../src/serverFiles/window/fileCommands.ts";
import { configurationsOver } from "../fakes/webServers.ts";
import { checkScript } from "../fakes/checkScript.ts";
import { exchangeScript } from "../fakes/exchangeScript.ts";
import { shippedScript } from "../fakes/shippedScript.ts";
import { FakeSearchDisplay } from "../fakes/fakeSearchDisplay.ts";
import { RealPaths } from "../../src/serverFiles/realPaths.ts";
import { createConfirm, showActionProgress } from "../../src/platform/confirm.ts";
import type { Choice, Dialogs, ListExtras } from "../../src/ports/dialogs.ts";
import { Redactor } from "../../src/redaction/redactor.ts";
import type { Part } from "../../src/resources/resource.ts";
import type { Verb } from "../../src/resources/verbs.ts";
import { groupAbove, groupKindOf, type ResourceKind } from "../../src/resources/resources.ts";
import { ReadPages } from "../../src/commands/context/readPages.ts";
import type { PlannedSite } from "../../src/siteForm/plannedSite.ts";
import type { SiteFormHost } from "../../src/siteForm/window/siteFormSession.ts";
import { sentences } from "../../src/characters/sentences.ts";
import type { ShownOutcome } from "../../src/siteForm/protocol.ts";
import { PanelTree } from "../../src/tree/panelTree.ts";
import { groupNodeId, panelNodeId, type ItemNode } from "../../src/tree/treeNodes.ts";
import { createSiteFormHost, type SiteFormServices } from "../../src/siteForm/window/createSiteFormHost.ts";
import { createLogTails, tellLogEnd } from "../../src/followedLogs/window/createLogTails.ts";
import type { OperationId } from "../../src/wire/operations/operations.ts";
import { FileClicks } from "../../src/views/fileClicks.ts";
import { createTransport } from "../../src/wire/http/transport.ts";
import { FakeWorkspace } from "../fakes/fakeWorkspace.ts";
import { FakeWorkbench } from "../fakes/fakeWorkbench.ts";
import { temporaryDirectory, TestLog, TestSecrets, until } from "../fakes/storageFixture.ts";
import { FakeScreen } from "../fakes/tailsFixture.ts";
import type { Services } from "../../src/services.ts";
import type { LivePanel } from "./livePanels.ts";

/** What a person sees of a command, and the record of its action. */
export interface CommandResult {
  /** Empty if there was none. */
  readonly question: string;
  readonly message: string;
  /** `undefined` if the command stopped before the action. */
  readonly record: ActionRecord | undefined;
}

type Pace = Pick<LivePanel, "clock" | "waitMs">;

/** Further choices of a person: a log directory, parts to delete with a website. */
interface Chosen {
  readonly path?: string;
  readonly parts?: readonly string[];
  /** A version of PHP in two digits. */
  readonly php?: string;
  /** A setting of a website by its label, and what it is to be: a row of its list by label, or a text that is typed. */
  readonly setting?: { readonly label: string; readonly row?: string; readonly typed?: string };
  /** The path of a backup, and of the file to which it is downloaded. */
  readonly archive?: string;
  readonly local?: string;
  /** Which log of a website. */
  readonly log?: "access" | "error";
  /** The files of a certificate and its key. */
  readonly files?: { readonly certificate: string; readonly key?: string };
}

/** A person who agrees to everything; keeps questions and messages. */
class AgreeingPerson {
  questions: string[] = [];
  messages: string[] = [];
  chosen: Chosen = {};

  readonly dialogs = {
    ask: async (message: string, detail: string) => {
      this.questions.push(`${message}\n${detail}`);
      return true;
    },
    decide: async (message: string, detail: string) => {
      this.questions.push(`${message}\n${detail}`);
      return true;
    },
    announce: async () => true,
    // what an agent deploys has a preview
    live: async (list) =>
      liveAnswer(list, list.title.startsWith("Roll Back") ? " > Roll Back" : " > Deploy", () => undefined),
    // after the question comes the name of the target, before it the log directory
    input: async ({ placeholder, value, problem }) => {
      if (this.questions.length > 0) return placeholder;
      const typed = this.chosen.setting?.typed ?? this.chosen.path ?? value;
      assert.equal(problem?.(typed ?? ""), undefined, typed);
      return typed;
    },
    pick: async <T>(
      _title: string,
      _placeholder: string,
      choices: readonly Choice<T>[],
      _current?: T,
      extras?: ListExtras<T>,
    ) => {
      const { setting, php, archive, log } = this.chosen;
      const isChosen = ({ label, value }: Choice<T>) =>
        setting === undefined ? value === (php ?? archive ?? log) : label === setting.label || label === setting.row;
      return choices.find(isChosen)?.value ?? extras?.last?.value("");
    },
    pickMany: async <T>(_title: string, _placeholder: string, choices: readonly Choice<T>[]) =>
      choices
        .map(({ value }) => value)
        .filter((value) => typeof value === "string" || this.chosen.parts?.includes((value as Part).kind)),
    choose: async (message: string) => assert.fail(`nobody expects “${message}”`),
    tell: async ({ message }) => void this.messages.push(message),
    notify: ({ message }) => void this.messages.push(message),
    mention: (message: string) => void this.messages.push(message),
    progress: async (_title, task) => task(new AbortController().signal, () => undefined),
  } as Partial<Dialogs> as Dialogs;
}

/** The product without VS Code, on real files and sockets. The caller disposes it. */
export class LiveWindow {
  readonly services: Services;
  /** What a test has kept for the window; the window itself keeps nothing. */
  readonly kept = new Map<string, unknown>();
  /** Operations that were called. */
  readonly asked = new Set<OperationId>();
  /** Number of refused signatures. */
  refused = 0;
  readonly #records: ActionRecord[] = [];
  readonly #screens: FakeScreen[] = [];
  readonly #defects: unknown[] = [];
  readonly #person = new AgreeingPerson();
  readonly #dispose: () => Promise<void>;
  readonly #claims: TargetClaims;
  readonly #search: WindowSearch;

  private constructor(root: string, store: PanelStore, { clock, waitMs }: Pace, log: TestLog) {
    const { dialogs } = this.#person;
    const onDefect = (error: unknown) => void this.#defects.push(error);
    const workbench = new FakeWorkbench();
    const redactor = new Redactor();
    const redact = (text: string) => redactor.redact(text, []);
    const guard = new LockoutGuard({ root, clock, log });
    const connectionServices: ConnectionServices = {
      guard,
      clock,
      createTransport,
      apiKey: secretsInUse(redactor, (record) => store.apiKey(record)).apiKey,
      onSecrets: (secrets) => redactor.addSent(secrets),
      onCall: (_record, { operation, outcome }) => {
        this.asked.add(operation);
        if (outcome === "refused") this.refused += 1;
      },
      reportCall: (record, result) => tree.reportCall(record, result),
      recheck: ({ id }) => void tree.reload(panelNodeId(id), "automatic"),
    };
    const connections = new Connections(connectionServices);
    const claims = (this.#claims = new TargetClaims({ root, clock }));
    const tree = new PanelTree({
      listFiles: async () => ({ entries: [], isCut: false, unreadable: 0, hasRecycleBin: true }),
      panels: () => store.list(),
      callFor: (panel, signal, by) => connections.of(panel).callFor(signal, by),
      onChange: () => undefined,
      onUnreadable: () => undefined,
      onDetails: () => undefined,
      onDefect,
      editionOf: (panel) => connections.of(panel).edition,
      learnEdition: (panel, signal, by) => connections.of(panel).learnEdition(signal, by),
      certificateLimits: () => ({ warningDays: 14, urgentDays: 4 }),
      isTroubleFirst: () => false,
      language: () => "en",
      now: () => Date.now(),
    });
    const runner = new ActionRunner({
      confirm: createConfirm(dialogs),
      showProgress: showActionProgress(dialogs),
      clock,
      claims,
      waitMs: () => waitMs,
      onDefect,
      onFinished: async (record) => void this.#records.push(record),
    });
    const activity = new ActivityLog({ root, clock, log, redact });
    const demo: Services["demo"] = {
      records: [],
      open: async () => assert.fail("there is no demo panel"),
      close: async () => undefined,
    };
    const memento = { get: (key: string) => this.kept.get(key), update: async () => undefined };
    const tails = createLogTails({
      panelOf: (panelId) => store.get(panelId),
      connections,
      demo,
      clock,
      openScreen: () => {
        const screen = new FakeScreen();
        this.#screens.push(screen);
        return screen;
      },
      staleMinutes: () => settings["serverPanel.upgradeLog.staleMinutes"].default,
      memento,
      onChange: () => undefined,
      onEnded: (tail, ending) => void tellLogEnd(this.services, tail, ending).catch(onDefect),
      onDefect,
    });
    this.services = {
      clipboard: workbench.clipboard,
      browser: workbench.browser,
      editors: workbench.editors,
      terminals: workbench.terminals,
      fileDialogs: {
        ...workbench.fileDialogs,
        saveLocal: async () => this.#person.chosen.local,
        openLocal: async (title) => {
          const { certificate, key } = this.#person.chosen.files ?? {};
          return [title.startsWith("Private Key") ? key : certificate].filter((path) => path !== undefined);
        },
      },
      guide: workbench.guide,
      taskFiles: workbench.taskFiles,
      workspace: new FakeWorkspace(),
      computer: "live test",
      agentDoor: async () => closedDoor(root, clock),
      agentPrograms: async () => {
        throw new Error("no agent is connected in these tests");
      },
      installation: async () => "00",
      store,
      demo,
      panels: () => store.list(),
      connections,
      connectionServices,
      reach: systemReach(clock),
      history: new ConnectionHistory(),
      support: workbench.support,
      tree,
      changes: claims.journal,
      pendingVerbAt: () => undefined,
      selection: () => [],
      iconOf: ({ state }) => state,
      keyTargets: async () => [],
      enterKey: { press: async () => undefined, takePress: () => false },
      fileClicks: new FileClicks(clock),
      activityTargets: async () => [],
      drawOpen: () => undefined,
      reveal: async () => undefined,
      showAgain: () => undefined,
      memento,
      switchOrder: async () => undefined,
      openSiteForm: async () => false,
      configurations: configurationsOver(clock),
      checkAgain: async () => "unknown",
      certificateLimits: () => ({ warningDays: 14, urgentDays: 7 }),
      realPaths: new RealPaths(clock),
      lookAtFiles: () => undefined,
      download: async (file) => downloadTo(this.services, file),
      peekFile: async () => new Uint8Array(),
      filesChanged: () => undefined,
      runner,
      activity: async () => activity,
      dialogs,
      log: Object.assign(log, { show: () => undefined }),
      fixesFor: (...given) => fixesFor(this.services, ...given),
      diagnose: (panel) => diagnoseConnection(this.services, panel),
      logTails: tails,
      openScreen: () => ({
        append: () => undefined,
        clear: () => undefined,
        show: () => undefined,
        isVisible: () => false,
        dispose: () => undefined,
      }),
      redactor,
      clock,
      readPages: new ReadPages(clock),
      windowSearch: async () => this.#search,
      storageRoot: root,
      shippedScript,
      exchangeScript,
      checkScript,
    };
    this.#search = new WindowSearch(this.services, () => new FakeSearchDisplay());
    this.#dispose = async () => {
      await this.#search.dispose();
      tree.dispose();
      await tails.dispose();
      connections.dispose();
      await guard.dispose();
      store.dispose();
      await activity.dispose();
    };
  }

  static async open(pace: Pace): Promise<LiveWindow> {
    const root = await temporaryDirectory();
    const log = new TestLog();
    const store = await PanelStore.open({ root, secrets: new TestSecrets(), log, clock: pace.clock });
    return new LiveWindow(root, store, pace, log);
  }

  /** Stores a panel, perhaps with another address or key. */
  async add(panel: LivePanel, changes: Partial<Pick<LivePanel, "address" | "key">> = {}): Promise<LiveTarget> {
    const { name, pin } = panel;
    const { address, key } = { ...panel, ...changes };
    const isSecure = address.startsWith("https:");
    const draft = { name, address, ...(pin === undefined || !isSecure ? {} : { pin }) };
    return new LiveTarget(this, await this.services.store.add(draft, { apiKey: key }));
  }

  /** Runs a command as the workbench does, up to its message. */
  async command(id: CommandId, args: readonly unknown[], chosen: Chosen = {}): Promise<CommandResult> {
    const { services } = this;
    Object.assign(this.#person, { questions: [], messages: [], chosen });
    this.#records.length = 0;
    await withErrorBoundary(services, id, async () => handlers[id](services, args));
    // commands do not wait for it
    await until(() => this.#person.messages.length > 0);
    this.#assertNoDefect();
    return {
      question: this.#person.questions.join("\n"),
      message: this.#person.messages.join(" "),
      record: this.#records[0],
    };
  }

  /** What it has begun and not ended yet. */
  get journal(): TargetClaims["journal"] {
    return this.#claims.journal;
  }

  /** Invokes a tool as an agent that may do everything, whose questions a person agrees to. */
  readonly invoke: Invoke = async (tool, input) => {
    return JSON.parse(await this.invokeText(tool, input, chatCall())) as ToolAnswer;
  };

  /** Invokes a tool for any agent; the text of its result. */
  async invokeText(tool: AgentToolName, input: unknown, call: AgentCall): Promise<string> {
    const text = await invokeTool(this.#forAgents, tool, input, call);
    this.#assertNoDefect();
    return text;
  }

  get #forAgents(): InvokingServices {
    const limits = () => ({ warningDays: 14, urgentDays: 4, diskPercent: 90 });
    return { ...this.services, limits, agentAccess: () => "all" as const };
  }

  /** Makes the host of a form for a new website. */
  form(panel: PanelRecord): SiteFormHost {
    const services: SiteFormServices = {
      ...this.services,
      claims: this.#claims,
      removeObstacle: async () => undefined,
      goOn: async () => undefined,
      isTreeVisible: () => false,
      recordAbandoned: async () => undefined,
    };
    const host = createSiteFormHost(services, panel.id);
    assert.ok(host);
    return host;
  }

  /** Follows a log by its command and returns its screen. */
  async follow(id: CommandId, args: readonly unknown[], chosen: Chosen = {}): Promise<FakeScreen> {
    const { services } = this;
    this.#person.chosen = chosen;
    const timesShown = new Map(this.#screens.map((each) => [each, each.timesShown]));
    await withErrorBoundary(services, id, async () => handlers[id](services, args));
    const screen = this.#screens.find((each) => each.timesShown !== timesShown.get(each));
    assert.ok(screen, `${id} opened no log`);
    return screen;
  }

  async stopFollowing(): Promise<void> {
    const { logTails } = this.services;
    for (const { id } of logTails.current) logTails.stop(id);
  }

  async dispose(): Promise<void> {
    await this.#dispose();
    this.#assertNoDefect();
  }

  #assertNoDefect(): void {
    assert.deepEqual(this.#defects, []);
  }
}

/** A panel in a window. */
export class LiveTarget {
  readonly window: LiveWindow;
  readonly record: PanelRecord;

  constructor(window: LiveWindow, record: PanelRecord) {
    this.window = window;
    this.record = record;
  }

  /** Lists a kind anew. */
  async items(kind: ResourceKind): Promise<readonly ItemNode[]> {
    const { tree } = this.window.services;
    const { id } = this.record;
    const group = groupKindOf(kind);
    const above = groupAbove(group);
    await tree.children(undefined);
    await tree.children(panelNodeId(id));
    if (above !== undefined) await tree.children(groupNodeId(id, above));
    await tree.children(groupNodeId(id, group));
    await tree.reload(groupNodeId(id, group), "user");
    return tree.items(id, kind);
  }

  /** Finds a row by name in a new list. */
  async item(kind: ResourceKind, label: string): Promise<ItemNode> {
    const items = await this.items(kind);
    const found = items.find((each) => each.label === label || each.key === label);
    assert.ok(found, `no ${kind} “${label}” among ${items.map((each) => each.label).join(", ")}`);
    return found;
  }

  /** Runs an action on the row of this name. */
  async act(kind: ResourceKind, verb: Verb, label: string, chosen: Chosen = {}): Promise<CommandResult> {
    const { id } = await this.item(kind, label);
    return this.window.command(`serverPanel.${verb}` as CommandId, [id], chosen);
  }

  /** Creates a website as its form does; the message is the one for a closed form. */
  async create(site: PlannedSite): Promise<{ readonly outcome: ShownOutcome; readonly message: string }> {
    const host = this.window.form(this.record);
    const { signal } = new AbortController();
    const outcome = await host.submit({ site, signal, onPhase: () => undefined });
    return { outcome, message: sentences(outcome.title, outcome.reason, ...outcome.warnings) };
  }

  /** Follows the log of the row of this name. */
  async follow(id: CommandId, kind: ResourceKind, label: string, chosen: Chosen = {}): Promise<FakeScreen> {
    return this.window.follow(id, [(await this.item(kind, label)).id], chosen);
  }
}
