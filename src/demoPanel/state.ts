import type { PanelRequest } from "./http.ts";
import type { Language } from "./sentences.ts";
import type { Fields, KnownEdition } from "../wire/answers/operation.ts";
import type { OperationId, OperationIdOf } from "../wire/operations/operations.ts";

/** How long things take on a demo panel, in milliseconds. */
export interface Delays {
  /**
   * From a Java start, stop or restart until the processes have changed; BaoTa's call itself answers at once. That for
   * which aaPanel's start and restart block.
   */
  readonly javaProcess: number;
  /** From the signal that ends Java processes on aaPanel until they are gone; 0.3 to 0.6 s were seen. */
  readonly javaEnd: number;
  /** From new Java processes until they listen. */
  readonly javaListen: number;
  /** For which a container call blocks; up to 13 s on running panels (docs/protocol.md 8.7). */
  readonly container: number;
  /** For which completion blocks where its package is missing. */
  readonly completionDownload: number;
  /** For which an update of Composer blocks. */
  readonly composer: number;
  /** From the start of an upgrade until its log and lock are there. */
  readonly upgradeStart: number;
  /** Between two pieces of an upgrade's log. */
  readonly upgradeChunk: number;
}

/** Long enough to be seen, short enough not to bore. */
export const defaultDelays: Delays = {
  javaProcess: 1_500,
  javaEnd: 450,
  javaListen: 1_200,
  container: 2_000,
  completionDownload: 2_000,
  composer: 3_000,
  upgradeStart: 1_000,
  upgradeChunk: 150,
};

/** Everything that happens later in a demo panel, so that closing it leaves no timer. */
export class Schedule {
  readonly #timers = new Set<NodeJS.Timeout>();
  #closed = false;

  /** Runs `action` in `ms`; the returned function prevents it. After `close` nothing runs any more. */
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

/** What a handler works with. */
export interface HandlerContext {
  readonly state: DemoState;
  /** As the client sent them, without signature and unchecked. */
  readonly fields: Fields;
  readonly request: PanelRequest;
  /** The name of the wire that was used, where an operation has several. */
  readonly route: string;
  /** The panel's sentences. */
  readonly language: Language;
  /** Milliseconds since the epoch, of the panel's clock. */
  readonly now: () => number;
  readonly delays: Delays;
  readonly schedule: Schedule;
}

/**
 * Answers one operation: with a JSON value, or with an `Answer` where it is not JSON. What throws is answered with the
 * 404 page, as on panels. It runs to its end even when nobody waits any more.
 */
export type DemoHandler = (context: HandlerContext) => unknown;

/** One for each operation that an edition has a wire for. */
export type DemoHandlers<Edition extends KnownEdition> = { readonly [Id in OperationIdOf<Edition>]: DemoHandler };

/** The handlers of an edition, of which `Given` must have each, and nothing besides. */
export type ExactHandlers<Edition extends KnownEdition, Given> = DemoHandlers<Edition> & {
  readonly [Id in Exclude<keyof Given, OperationIdOf<Edition>>]: never;
};

/** Those of some operations. */
export type SomeHandlers = { readonly [Id in OperationId]?: DemoHandler };

/** A field that the panel's code takes for granted: without it the handler throws. */
export function required(fields: Fields, name: string): string {
  const value = fields[name];
  if (value === undefined) throw new Error(`no ${name}`);
  return value;
}

/** A field that Python's `int()` reads; throws where it cannot. */
export function integer(fields: Fields, name: string, otherwise: number): number {
  const value = fields[name];
  if (value === undefined || value === "") return otherwise;
  if (!/^\s*-?\d+\s*$/.test(value)) throw new Error(`${name} is not an integer`);
  return Number(value);
}

/** A certificate of a site; times in milliseconds since the epoch. */
export interface SiteCertificate {
  readonly issuer: string;
  readonly issuerOrganisation: string;
  readonly validFrom: number;
  readonly validTo: number;
  readonly domains: readonly string[];
}

/** The lines of what the web server writes about a site; `undefined` where there is no file. */
export interface SiteLogs {
  access: string[] | undefined;
  error: string[] | undefined;
}

/** A row of the panel's `sites` table, which holds projects of every kind. */
export interface SiteRecord {
  readonly id: number;
  readonly name: string;
  path: string;
  running: boolean;
  /** As it was typed; panels send it HTML-escaped. */
  note: string;
  /** Server-local `YYYY-MM-DD hh:mm:ss`. */
  readonly added: string;
  typeId: number;
  readonly projectType: string;
  /** Such as `8.2`; `静态` is static, `其它` unknown. */
  php: string;
  /** With the port where it is not 80. */
  readonly domains: readonly string[];
  certificate: SiteCertificate | undefined;
  /** Absent where nothing was ever written. */
  logs?: SiteLogs;
}

/** The processes of a start, the main one first. */
export interface JavaRun {
  readonly pids: readonly number[];
  readonly since: number;
  listening: boolean;
}

/** What runs Java projects: one per project, but for `neizhi` ones, which share a Tomcat. */
export interface JavaServer {
  /** What it listens on; none where it never opens a port. */
  readonly ports: readonly number[];
  /** How many processes it has, the main one first. */
  readonly processCount: number;
  run: JavaRun | undefined;
  /** So many milliseconds after they began, its processes end by themselves; absent: they do not. */
  endsAfter?: number;
  /** Processes that hold the ports and that the panel knows nothing of. */
  lost?: JavaRun | undefined;
  /** The lines of its log file. */
  readonly log: string[];
}

/** A Java project. */
export interface DemoJavaProject extends SiteRecord {
  readonly javaType: "springboot" | "duli" | "neizhi";
  readonly server: JavaServer;
  logFile: string;
  /** Settings were changed and the project not restarted since. */
  changed: boolean;
}

/** A container; `startedAt` and `finishedAt` as Docker writes them, the year 1 for never. */
export interface DemoContainer {
  /** 64 hex digits. */
  readonly id: string;
  readonly name: string;
  readonly image: string;
  readonly command: readonly string[];
  /** Seconds since the epoch. */
  readonly created: number;
  /** Empty where it has no network. */
  readonly address: string;
  /** `80/tcp` → the host's `address:port`; `undefined` where it is not published. */
  readonly ports: Readonly<Record<string, string | undefined>>;
  /** Ends as soon as it is started. */
  readonly endsAtOnce: boolean;
  /** Docker removes it when it ends (`--rm`). */
  readonly autoRemove?: true;
  status: "running" | "exited" | "paused" | "created";
  startedAt: string;
  finishedAt: string;
  pid: number;
  /** The lines that it has written. */
  readonly log: string[];
}

/** An order of a certificate; times in seconds since the epoch. */
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

/** How Docker writes a time that has not come. */
export const NEVER = "0001-01-01T00:00:00Z";

/**
 * RFC 3339 with nanoseconds.
 * @param serial stands in the digits below a millisecond, which keeps two times apart where the clock does not move
 */
export function dockerTime(epochMs: number, serial: number): string {
  return `${new Date(epochMs).toISOString().slice(0, -1)}${String(serial % 1_000_000).padStart(6, "0")}Z`;
}

/** What of the server's files matters here, by absolute path without a slash at the end. */
export interface ServerFiles {
  readonly directories: Set<string>;
  /** The sizes of regular files, in bytes. */
  readonly files: Map<string, number>;
}

/** While it is there, what is deleted goes to the recycle bin (docs/protocol.md 6.38). */
export const BIN_SWITCH = "/www/server/panel/data/recycle_bin.pl";
/** Where the web terminal keeps the package that completion needs. */
export const COMPLETION_PACKAGE = "/www/server/panel/BTPanel/static/zh.json.gz";

/** Like `mkdir -p`; throws where that fails. */
export function makeDirectory({ directories, files }: ServerFiles, path: string): void {
  if (["/proc", "/sys", ...files.keys()].some((parent) => isBelow(path, parent))) throw new Error("cannot be created");
  directories.add(path);
}

/** With all that is in it, to the recycle bin where that is on. @param now in milliseconds since the epoch */
export function removeDirectory({ directories, files }: ServerFiles, path: string, now: number): void {
  if (!directories.has(path)) return;
  for (const paths of [directories, files])
    for (const each of paths.keys()) if (isBelow(each, path)) paths.delete(each);
  if (files.has(BIN_SWITCH)) directories.add(`/www/.Recycle_bin/${path.replaceAll("/", "_bt_")}_t_${now / 1000}`);
}

/** The size of a file, in bytes; `directory` also of those above what is there. `undefined`: nothing is there. */
export function entryAt({ directories, files }: ServerFiles, path: string): number | "directory" | undefined {
  const isDirectory = ["/proc", "/sys", ...directories, ...files.keys()].some((below) => isBelow(below, path));
  return files.get(path) ?? (isDirectory ? "directory" : undefined);
}

function isBelow(path: string, parent: string): boolean {
  return path === parent || path.startsWith(`${parent}/`);
}

/** A server where somebody may log in by SSH, as it was saved. */
interface DemoTerminalHost {
  /** `IP_PORT`; the bare address where the entry is old (docs/protocol.md 11.6). */
  readonly id: string;
  readonly port: number;
  readonly note: string;
  readonly position: number;
}

/** The file that holds the settings: each key only once it was written, in the order of writing. */
export interface TerminalSettingsFile {
  use_completion?: boolean;
  terminal_theme?: boolean;
  ai_shell?: boolean;
  ai_shell_analyze?: boolean;
}

/** The web terminal. */
export interface TerminalState {
  /** `undefined`: no setting was ever made. */
  settings: TerminalSettingsFile | undefined;
  /** The package that completion needs cannot be downloaded, which leaves an empty file. */
  isOffline: boolean;
  readonly hosts: DemoTerminalHost[];
  readonly commands: { readonly title: string; readonly shell: string }[];
}

/** What an upgrade will write, and how it ends. */
export interface UpgradeScript {
  /** Appended to the log as they are, one after the other: several lines, one, or a part of one. */
  readonly chunks: readonly string[];
  readonly succeeds: boolean;
}

/** The upgrade of the panel's own Python; tests may write the log and hold the lock themselves. */
export interface UpgradeState {
  /** The whole log file; `undefined` where there is none. */
  log: string | undefined;
  /** The lock file exists: an upgrade runs, or one was killed. */
  locked: boolean;
  /** The new Python is there already. */
  upgraded: boolean;
  /** What the next start plays; `undefined`: it takes the lock and leaves the rest to the test. */
  script: UpgradeScript | undefined;
}

/** What belongs to sites besides their rows. */
export interface WebState {
  /** Installed versions as `82`, without `00` for static. */
  readonly phpVersions: string[];
  /** Categories that somebody made; the default one and the views are always there. */
  readonly categories: { readonly id: number; readonly name: string }[];
  /** `site` is the id of the site that they were created with. */
  readonly ftpUsers: { readonly site: number; readonly name: string }[];
  readonly databases: { readonly site: number; readonly name: string; readonly charset: string }[];
  /** MySQL does not run: databases stay, and none can be made. */
  databaseServerIsDown: boolean;
  /** What the web server says of its configuration where that is broken: no site can be created then. */
  configurationError: string | undefined;
  /** Ids are never given twice. */
  lastSiteId: number;
}

/** The lists and figures that are the same on every server as it is found. */
export function seedRest() {
  return {
    /** The PHP dependency manager. */
    composer: {
      /** Empty where the panel cannot tell. */
      version: "2.7.0",
      /** What an update would bring; `undefined` where the download fails, which the panel does not say. */
      available: "2.8.1" as string | undefined,
      /** Without any PHP nothing can be updated. */
      hasPhp: true,
    },
  };
}

/** Everything that a demo panel runs. Tests read it and change it in place. */
export interface DemoState extends Readonly<ReturnType<typeof seedRest>> {
  version: string;
  /** When the server was started, in milliseconds since the epoch. */
  bootedAt: number;
  readonly sites: SiteRecord[];
  readonly javaProjects: DemoJavaProject[];
  readonly containers: DemoContainer[];
  readonly web: WebState;
  readonly files: ServerFiles;
  readonly terminal: TerminalState;
  readonly certificateOrders: DemoCertificateOrder[];
  readonly upgrade: UpgradeState;
  /** Counts up, for what must be unique: process ids, and Docker's times where the clock stands still. */
  serial: number;
}
