import type { PanelTreeOptions } from "../../src/tree/panelTreeOptions.ts";
import { PanelTree } from "../../src/tree/panelTree.ts";
import type { PanelRecord } from "../../src/panels/panelRecord.ts";
import type { CertificateLimits } from "../../src/resources/trouble.ts";
import { FileError } from "../../src/serverFiles/fileError.ts";
import type { Configuration } from "../../src/serverFiles/configurationFiles.ts";
import type { Directory } from "../../src/serverFiles/serverFiles.ts";
import type { Clock } from "../../src/storage/ports.ts";
import type { CalledBy } from "../../src/connection/lockoutGuard.ts";
import type { OperationId } from "../../src/wire/operations/operations.ts";
import type { Machine } from "../../src/wire/answers/machine.ts";
import type { Edition } from "../../src/wire/answers/operation.ts";
import { FakeCalls, type Handlers } from "./fakeCall.ts";
import { containerRow, javaRow, listOf, orderRow, panelRecord, siteRow } from "./rows.ts";

export const PANEL = panelRecord();
export const PANEL_ID = `panel:${PANEL.id}`;
export const SITES = `group:${PANEL.id}/site`;
export const JAVA = `group:${PANEL.id}/javaProject`;
export const CONTAINERS = `group:${PANEL.id}/container`;
const DATABASES = `group:${PANEL.id}/database`;
export const SERVICES = `group:${PANEL.id}/service`;
const TASKS = `group:${PANEL.id}/scheduledTask`;
export const ORDERS = `group:${PANEL.id}/certificateOrder`;
export const TERMINAL = `group:${PANEL.id}/terminalSetting`;
export const HOSTS = `group:${PANEL.id}/savedHost`;
export const COMMANDS = `group:${PANEL.id}/savedCommand`;
export const MAINTENANCE = `group:${PANEL.id}/dependencyManager`;

/** The groups right under a panel. */
export const TOP_GROUPS = [SITES, JAVA, CONTAINERS, DATABASES, SERVICES, TASKS, MAINTENANCE, ORDERS, TERMINAL];

export const LIMITS: CertificateLimits = { warningDays: 14, urgentDays: 4 };

/** What the panel says of itself. */
export const total = (version: string | undefined = "11.7.0") => ({ version, machine: MACHINE });

/** What it says of the machine that it runs on. */
export const MACHINE: Machine = {
  system: "Debian GNU/Linux 12 (bookworm) x86_64(Py3.11.2)",
  uptime: { count: 12, unit: "day" },
  memoryMegabytes: 7821,
  memoryUsedMegabytes: 2519,
  processors: 4,
  processorPercent: 7.1,
};

const answers: Handlers = {
  "system.total": () => total(),
  "site.list": () => listOf([siteRow({ id: 1, name: "a" })]),
  "java.list": () => listOf([javaRow({ name: "demo", pids: [1] })]),
  "container.list": () => ({ ...listOf([containerRow({ id: "c" })]), total: 1 }),
  "certificateOrder.list": () => listOf([orderRow({ index: "o" })]),
  "terminal.settings": () => ({ completion: true, theme: false, aiShell: undefined, aiAnalysis: undefined }),
  "terminal.hosts": () => listOf([{ id: "192.0.2.9_22", address: "192.0.2.9", port: 22, note: "", position: 1 }]),
  "terminal.commands": () => listOf([{ title: "disk", command: "df -h" }]),
  "composer.version": () => ({ version: "2.7.0" }),
};

/** A tree over one panel, with all that it asked and told. */
export class TreeFixture {
  panels: readonly PanelRecord[] = [PANEL];
  readonly calls = new FakeCalls(answers);
  /** Address and asker of each call. */
  readonly askers: (readonly [string, CalledBy])[] = [];
  readonly changes: (string | undefined)[] = [];
  /** Ids of the panels that have told load and disks, or not. */
  readonly details: string[] = [];
  readonly unreadable: unknown[] = [];
  readonly defects: unknown[] = [];
  /** Milliseconds since the epoch. */
  now = 1_700_000_000_000;
  /** Tells the time in place of `now`, where it is given. */
  clock: Pick<Clock, "wallTime"> | undefined;
  edition: Edition = "unknown";
  limits = LIMITS;
  isTroubleFirst = false;
  language = "en";
  /** What is known of the configurations of web servers, by their names. */
  readonly configurations = new Map<string, Configuration>();
  /** What is in the directories of the server. */
  readonly directories = new Map<string, () => Directory>();
  /** The directories that were read. */
  readonly listed: string[] = [];
  readonly tree: PanelTree = new PanelTree({
    listFiles: async (_panel, path) => {
      this.listed.push(path);
      const directory = this.directories.get(path);
      if (directory === undefined) throw new FileError({ kind: "notFound", path });
      return directory();
    },
    panels: () => this.panels,
    callFor: (panel, signal, by) => {
      this.askers.push([panel.address, by]);
      return this.calls.callFor(signal);
    },
    onChange: (id) => this.changes.push(id),
    onDetails: (id) => this.details.push(id),
    onUnreadable: (panel, kind, fields) => this.unreadable.push([panel.name, kind, fields]),
    onDefect: (error) => this.defects.push(error),
    editionOf: () => this.edition,
    learnEdition: async () => this.edition,
    pendingVerbAt: (panel, kind) => this.#pendingVerbAt(panel, kind),
    configurationAt: (_panelId, server) => this.configurations.get(server),
    certificateLimits: () => this.limits,
    isTroubleFirst: () => this.isTroubleFirst,
    language: () => this.language,
    now: () => this.clock?.wallTime() ?? this.now,
  });
  readonly #pendingVerbAt: NonNullable<PanelTreeOptions["pendingVerbAt"]>;

  constructor(pendingVerbAt: PanelTreeOptions["pendingVerbAt"] = () => undefined) {
    this.#pendingVerbAt = pendingVerbAt;
  }

  answer(handlers: Handlers): void {
    this.calls.handlers = { ...this.calls.handlers, ...handlers };
  }

  /** Opens roots and panel, and then nodes below, as a view does. */
  async open(...ids: readonly string[]): Promise<void> {
    await this.tree.children(undefined);
    await this.tree.children(PANEL_ID);
    for (const id of ids) await this.tree.children(id);
    this.changes.length = 0;
  }

  /** How much of a group is loaded and shown. */
  count(id: string) {
    const node = this.tree.node(id);
    return node?.type === "group" ? node.count : undefined;
  }

  /** Labels of the items of a group, or the types of what stands in their place. */
  async shown(id: string): Promise<readonly string[]> {
    const nodes = (await this.tree.children(id)).map((child) => this.tree.node(child));
    return nodes.map((node) => (node?.type === "item" ? node.label : (node?.type ?? "missing")));
  }
}

/** Lets a test answer an operation by hand: `asked` resolves when it was called. */
export function byHand<Result>() {
  const asked = Promise.withResolvers<void>();
  const answer = Promise.withResolvers<Result>();
  const handler = () => {
    asked.resolve();
    return answer.promise;
  };
  return { handler, asked: asked.promise, resolve: answer.resolve, reject: answer.reject };
}

/** The operations that were called, without parameters. */
export function made(calls: FakeCalls): readonly OperationId[] {
  return calls.made.map(([id]) => id);
}
