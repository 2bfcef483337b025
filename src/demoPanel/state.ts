import type { DemoShell } from "./demoShell.ts";
import type { PanelRequest } from "./http.ts";
import type { Language } from "./demoSentences.ts";
import type { DemoParts } from "./parts.ts";
import type { ServerFiles } from "./serverFiles.ts";
import type { SiteCertificate } from "./siteCertificates.ts";
import type { Fields, KnownEdition } from "../wire/answers/operation.ts";
import type { OperationId, OperationIdOf } from "../wire/operations/operations.ts";

/** How long things take on a demo panel, in milliseconds: long enough to be seen, short enough not to bore. */
export const defaultDelays = {
  /** From a Java start, stop or restart until the processes have changed; aaPanel's start and restart block for it. */
  javaProcess: 1_500,
  /** From the signal that ends Java processes on aaPanel until they are gone; 0.3 to 0.6 s were seen. */
  javaEnd: 450,
  /** From new Java processes until they listen. */
  javaListen: 1_200,
  /** For each change of a container; up to 13 s on running panels (docs/protocol.md 8.7). */
  container: 2_000,
  /** For the package that command completion needs. */
  completionDownload: 2_000,
  composer: 3_000,
  /** From the start of a scheduled task until its script ends. */
  task: 1_500,
  /** From the start of an upgrade until its log and lock are there. */
  upgradeStart: 1_000,
  /** Between two pieces of an upgrade's log. */
  upgradeChunk: 150,
};

/** The delays of a demo panel; tests shorten them. */
export type Delays = Readonly<typeof defaultDelays>;

/** The timers of a demo panel, so that closing it leaves none. */
export class Schedule {
  readonly #timers = new Set<NodeJS.Timeout>();
  #closed = false;

  /** How many are still to come. */
  get pending(): number {
    return this.#timers.size;
  }

  /** Runs `action` in `ms`, but not after `close`; the returned function cancels it. */
  after(ms: number, action: () => void): () => void {
    if (this.#closed) return () => undefined;
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      action();
    }, ms);
    this.#timers.add(timer);
    return () => {
      clearTimeout(timer);
      this.#timers.delete(timer);
    };
  }

  /** Never settles once the schedule is closed. */
  sleep(ms: number): Promise<void> {
    return new Promise((resolve) => {
      this.after(ms, resolve);
    });
  }

  close(): void {
    this.#closed = true;
    for (const timer of this.#timers) clearTimeout(timer);
    this.#timers.clear();
  }
}

/** The request and the panel that a handler answers for. */
export interface HandlerContext {
  readonly state: DemoState;
  /** Fields as the client sent them, unchecked and without the signature. */
  readonly fields: Fields;
  readonly request: PanelRequest;
  /** The route of the wire that was used. */
  readonly route: string;
  readonly language: Language;
  /** The panel's clock, in milliseconds since the epoch. */
  readonly now: () => number;
  readonly delays: Delays;
  readonly schedule: Schedule;
  readonly shell: DemoShell;
}

/**
 * Answers one operation with a JSON value, or with an `Answer` where it is not JSON. An exception becomes the 404
 * page, as on panels. A handler runs to its end even when the client has gone.
 */
export type DemoHandler = (context: HandlerContext) => unknown;

/** A handler for each operation that an edition has a wire for. */
export type DemoHandlers<Edition extends KnownEdition> = { readonly [Id in OperationIdOf<Edition>]: DemoHandler };

/** Handlers of some operations. */
export type SomeHandlers = { readonly [Id in OperationId]?: DemoHandler };

/** Reads a field that the panel's code takes for granted; throws without it. */
export function required(fields: Fields, name: string): string {
  const value = fields[name];
  if (value === undefined) throw new Error(`no ${name}`);
  return value;
}

/** Reads a field as Python's `int()` does; throws where that fails. */
export function integer(fields: Fields, name: string, otherwise: number): number {
  const value = fields[name];
  if (value === undefined || value === "") return otherwise;
  if (!/^\s*-?\d+\s*$/.test(value)) throw new Error(`${name} is not an integer`);
  return Number(value);
}

/** The lines of a site's log files; `undefined` where there is no file. */
export interface SiteLogs {
  access: string[] | undefined;
  error: string[] | undefined;
}

/** A row of the panel's `sites` table, which has projects of every kind. */
export interface SiteRecord {
  readonly id: number;
  readonly name: string;
  path: string;
  running: boolean;
  /** The note as typed; panels send it HTML-escaped. */
  note: string;
  typeId: number;
  readonly projectType: string;
  /** On BaoTa, the run path of its last stop, which the next start brings back. */
  stoppedRunPath?: string;
  /** `8.2`, `静态` for static, or `其它` for unknown. */
  php: string;
  /** With their port, unless it is 80. */
  domains: readonly string[];
  /** The last day on which it is served; absent: for ever. */
  lastDay?: string;
  certificate: SiteCertificate | undefined;
  /** Absent if nothing was ever written. */
  logs?: SiteLogs;
}

/** Running processes, the main one first. */
export interface JavaRun {
  readonly pids: readonly number[];
  readonly since: number;
  listening: boolean;
}

/** The processes of one Java project, or of all `neizhi` projects, which share a Tomcat. */
export interface JavaServer {
  /** Empty for a program that never opens a port. */
  readonly ports: readonly number[];
  run: JavaRun | undefined;
  /** Processes that hold the ports although the panel knows nothing of them. */
  lost?: JavaRun | undefined;
  /** Lines of the log file. */
  readonly log: string[];
}

/** A Java project. */
export interface DemoJavaProject extends SiteRecord {
  readonly javaType: "springboot" | "duli" | "neizhi";
  readonly server: JavaServer;
  logFile: string;
}

/** A Docker container. */
export interface DemoContainer {
  /** 64 hex digits. */
  readonly id: string;
  readonly name: string;
  readonly image: string;
  /** Seconds since the epoch. */
  readonly created: number;
  /** `80/tcp` → `address:port` of the host; `undefined` for a port that is not published. */
  readonly ports: Readonly<Record<string, string | undefined>>;
  /** Ends as soon as it is started. */
  readonly endsAtOnce: boolean;
  /** Docker removes it when it ends (`--rm`). */
  readonly autoRemove?: true;
  status: "running" | "exited" | "paused" | "created";
  /** A `dockerTime`, or `NEVER`. */
  startedAt: string;
  readonly log: string[];
}

/** A certificate order; times in seconds since the epoch. */
export interface DemoCertificateOrder {
  /** 32 hex digits. */
  readonly index: string;
  readonly domains: readonly string[];
  readonly authType: "http" | "dns" | "tls";
  readonly created: number;
  readonly renewed: number;
  readonly progress:
    | { readonly status: "valid"; readonly validUntil: number }
    | { readonly status: "pending" | "invalid"; readonly expires: number };
}

/** Docker's time for what never happened. */
export const NEVER = "0001-01-01T00:00:00Z";

/**
 * Formats a time as Docker does, with nanoseconds.
 * @param serial the digits below a millisecond, which keep two times apart where the clock does not move
 */
export function dockerTime(epochMs: number, serial: number): string {
  return `${new Date(epochMs).toISOString().slice(0, -1)}${String(serial % 1_000_000).padStart(6, "0")}Z`;
}

/** A saved SSH server of the web terminal. */
interface DemoTerminalHost {
  /** `IP_PORT`; the bare address in an old entry (docs/protocol.md 11.6). */
  readonly id: string;
  readonly port: number;
  readonly note: string;
  readonly position: number;
}

/** The file of the terminal's settings, which has only the keys that were set, in the order in which they were. */
export interface TerminalSettingsFile {
  use_completion?: boolean;
  terminal_theme?: boolean;
  ai_shell?: boolean;
  ai_shell_analyze?: boolean;
}

/** The web terminal. */
export interface TerminalState {
  /** `undefined` until something was set. */
  settings: TerminalSettingsFile | undefined;
  readonly hosts: DemoTerminalHost[];
  readonly commands: { readonly title: string; readonly shell: string }[];
}

/** The course of an upgrade. */
export interface UpgradeScript {
  /** Pieces of the log, appended one after the other: several lines, one, or a part of one. */
  readonly chunks: readonly string[];
  readonly succeeds: boolean;
}

/** The upgrade of the panel's own Python; tests may write the log and hold the lock themselves. */
export interface UpgradeState {
  /** The whole log file; `undefined` if there is none. */
  log: string | undefined;
  /** The lock file exists: an upgrade runs, or one was killed. */
  locked: boolean;
  /** The new Python is installed. */
  upgraded: boolean;
  /** The course of the next upgrade; without one it only takes the lock, and the test does the rest. */
  script: UpgradeScript | undefined;
}

/** Everything about sites except their rows. */
export interface WebState {
  /** Installed versions such as `82`, without `00` for static. */
  readonly phpVersions: string[];
  /** Categories besides the default one. */
  readonly categories: { readonly id: number; name: string }[];
  /** `site` is the id of the site that the account was created with. */
  readonly ftpUsers: { readonly site: number; readonly name: string }[];
  readonly databases: { readonly site: number; readonly name: string; readonly charset: string }[];
  /** The latest id; ids are never used twice. */
  lastSiteId: number;
}

/** Everything that a demo panel runs. Tests read it and change it in place. */
export interface DemoState extends DemoParts {
  version: string;
  /** Start of the server, in milliseconds since the epoch. */
  bootedAt: number;
  readonly sites: SiteRecord[];
  readonly javaProjects: DemoJavaProject[];
  readonly containers: DemoContainer[];
  readonly web: WebState;
  readonly files: ServerFiles;
  readonly terminal: TerminalState;
  readonly certificateOrders: DemoCertificateOrder[];
  readonly upgrade: UpgradeState;
  /** Counts up for process ids and the digits of Docker's times. */
  serial: number;
}
