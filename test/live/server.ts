/** Port of the Java project under test. */
export const JAVA_PORT = 18_990;

/** Reverts a change on the server; a second call does nothing. */
export type Undo = () => Promise<void>;

/** An undo whose second call does nothing. */
export function once(undo: Undo): Undo {
  let done: Promise<void> | undefined;
  return () => (done ??= undo());
}

/** Types of projects beside those of Java, in the words of panels. */
export type ProjectType = "nodejs" | "python" | "go" | "other";

/** Software that tests need and a server may lack. */
export type Part =
  "webServer" | "php" | "ftp" | "mysql" | "redis" | "docker" | "java" | "nodejs" | "python" | "composer";

/** Services by their init scripts; `php-fpm-82` and such. */
export type ServiceName = "nginx" | "mysqld" | "redis" | "pure-ftpd" | `php-fpm-${string}`;

/** A website and its root directory. */
export interface ServedSite {
  readonly name: string;
  readonly port: number;
  readonly root: string;
}

/** Timing of a Java program from its next start, in milliseconds of the product's clock. */
export interface JavaBehavior {
  readonly listensAfterMs?: number;
  /** Counted from when it listens; it runs on without this. */
  readonly endsAfterMs?: number;
}

/** Settings of a panel's API, by the panel's names. */
export interface ApiSettings {
  readonly open?: boolean;
  readonly limit_addr?: readonly string[];
}

/** Who owns a file, and what is allowed. */
interface Access {
  readonly uid: number;
  readonly gid: number;
  readonly mode: number;
}

/** A process of a server. */
export interface ServerProcess {
  readonly pid: number;
  /** What it was called with, in one line. */
  readonly command: string;
}

/** What a visitor got of a page. */
export interface Page {
  readonly status: number;
  readonly text: string;
}

/** What a visitor got of a page and, right after it, of an asset. */
export interface Visit {
  /** Milliseconds since the epoch, by the server's clock. */
  readonly at: number;
  readonly page: Page;
  readonly asset: Page;
}

/** What keeps a panel busy. */
export interface Work {
  /** Whether its queue and the tasks are still at it. */
  goesOn(): Promise<boolean>;
  readonly end: Undo;
}

/** Settings of the web terminal, and whether the package for completion is installed. */
export interface TerminalSettings {
  readonly completion: boolean;
  readonly theme: boolean;
  readonly aiShell: boolean;
  readonly aiAnalysis: boolean;
  readonly hasPackage: boolean;
}

/**
 * Access to a server past its panel: checks its real state and prepares what tests work on. Every name passed in starts with
 * the prefix of the run. Methods reject if the server cannot be reached.
 */
export interface Server {
  /** Reason why a part cannot be tested here; `undefined` if it can. */
  lacks(part: Part): Promise<string | undefined>;

  /** Whether the web server delivers files from the root directory of a site. */
  isServed(site: ServedSite): Promise<boolean>;
  /** Asks a website for its first page, as a visitor does, at a time of the product's clock. */
  visit(site: Pick<ServedSite, "name" | "port">, time: number): Promise<void>;
  /** What a visitor gets of a page, whose path begins with a stroke. */
  page(site: Pick<ServedSite, "name" | "port">, path: string): Promise<Page>;
  /**
   * Has visitors ask for `/page.php` and `/asset.txt`, 25 times a second each, until that is ended. Blanks in answers are strokes then.
   */
  keepVisiting(site: ServedSite): Promise<{ readonly end: () => Promise<readonly Visit[]> }>;
  /** The fingerprint of the certificate with which the web server answers for a website; `undefined`: it has none for it. */
  servedCertificate(name: string): Promise<string | undefined>;
  /** The logs of the panel and of websites that have this text in them. A demo panel keeps no log of requests. */
  logsWith(text: string): Promise<readonly string[]>;
  isDirectory(path: string): Promise<boolean>;
  /** Whether there is anything at a path; a link counts, wherever it leads. */
  has(path: string): Promise<boolean>;
  /** Owner, group and mode, such as 0o644, of a file or directory. */
  access(path: string): Promise<Access>;
  /** Whether a file has the attribute `i`, with which it cannot change. */
  isLocked(path: string): Promise<boolean>;
  /** The sha1 of each file below a directory, by its relative path. */
  hashes(directory: string): Promise<ReadonlyMap<string, string>>;
  /** Relative paths of everything below a directory; none where there is no directory. */
  below(directory: string): Promise<readonly string[]>;
  read(path: string): Promise<Buffer>;
  /** Lines of a log file; none if there is no file. */
  lines(path: string): Promise<readonly string[]>;
  hasFtpUser(name: string): Promise<boolean>;
  hasDatabase(name: string): Promise<boolean>;
  /** Id of the process that listens on a port, for Java and other projects of the run. */
  listener(port: number): Promise<number | undefined>;
  /** State of a container in Docker's words; `undefined` if there is none of this name. */
  container(name: string): Promise<{ readonly status: string; readonly startedAt: string } | undefined>;
  containerLines(name: string): Promise<readonly string[]>;
  /** Adds a project and waits until it listens on its port; its log has its name. @param user as whom it runs, and who owns it */
  addProject(type: ProjectType, name: string, port: number, user?: "root" | "www"): Promise<void>;
  /** Has the program of a project end as soon as it is started next. */
  breakProject(type: ProjectType, name: string): Promise<void>;
  /** Adds a scheduled task that is on, and writes a line, perhaps before it leaves by `exit`; it never runs by itself meanwhile. */
  addTask(name: string, end?: "exit 3"): Promise<void>;
  /** Removes the scheduled tasks whose names begin so. */
  removeTasks(beginning: string): Promise<void>;
  /** Size of the log of a scheduled task, and whether it is on. */
  task(name: string): Promise<{ readonly bytes: number; readonly isOn: boolean }>;
  /** Process ID of a service; `undefined` while it does not run. */
  serviceProcess(name: ServiceName): Promise<number | undefined>;
  /** Process IDs of the workers of a web server; empty while it does not run. */
  webServerWorkers(): Promise<readonly number[]>;
  hasOrder(index: string): Promise<boolean>;
  terminal(): Promise<TerminalSettings>;
  /** Version of Composer; `undefined` if it is not installed. */
  composer(): Promise<string | undefined>;
  /** Installed versions of PHP, such as `82`. */
  phpVersions(): Promise<readonly string[]>;
  processors(): Promise<number>;
  /** The processes that work in a directory with this word in its path, or whose command line has it. */
  processesOf(word: string): Promise<readonly ServerProcess[]>;
  /** Ids of SSH hosts and titles of commands saved for the web terminal. */
  saved(): Promise<{ readonly hosts: readonly string[]; readonly commands: readonly string[] }>;

  /** Writes a file of root, and creates its directories. */
  put(path: string, bytes: Uint8Array, mode?: number): Promise<void>;
  link(path: string, to: string): Promise<void>;
  /** Moves a file over another one, as an editor does that saves into a new file. */
  move(from: string, to: string): Promise<void>;
  /** Removes a directory with all that is in it. */
  remove(directory: string): Promise<void>;
  /** Gives a file or directory the attribute `i`, with which it cannot change, or `a`, with which it can only grow. */
  lock(path: string, attribute: "i" | "a"): Promise<Undo>;
  /** Gives a file or directory, without what is in it, to a user. */
  give(path: string, user: "root" | "www"): Promise<void>;
  /** Has a file or directory allow this, such as 0o644. */
  setMode(path: string, mode: number): Promise<void>;
  /** Has a file look as if it was last changed so many minutes ago. */
  age(path: string, minutes: number): Promise<void>;
  /** Stops a website and starts it, as the panel's own page does: on aaPanel by other calls than the product's. */
  turnOffAndOn(site: { readonly id: number; readonly name: string }): Promise<void>;
  /** Has the panel take another directory, which is made, for the root of a website. */
  setRoot(name: string, root: string): Promise<void>;
  /** Has the panel's queue work on something long, with more behind it, and some scheduled tasks run. A demo panel has no queue. */
  keepBusy(): Promise<Work>;
  /** Begins a file system at a directory, which is made: that of another directory, or a new one that takes so many bytes. */
  mount(path: string, from: { readonly directory: string } | { readonly bytes: number }): Promise<Undo>;
  /** Adds a line to a log file. */
  write(path: string, line: string): Promise<void>;
  /** Adds a Java project and waits until it listens on `JAVA_PORT`. */
  addJavaProject(name: string): Promise<void>;
  setJavaBehavior(name: string, behavior: JavaBehavior): Promise<void>;
  /** Adds a running container with this line in its log. */
  addContainer(name: string, line: string): Promise<void>;
  /** Adds a container that exits at every start, and leaves it created. */
  addBrokenContainer(name: string): Promise<void>;
  /** Adds an order with a certificate; `validUntil` in seconds since the epoch. */
  addOrder(index: string, domain: string, validUntil: number): Promise<void>;
  /** Gives a website a certificate of its own making that the web server uses. */
  secure(site: ServedSite): Promise<void>;
  /** Gives a website a certificate of its own making with this many days left; the web server does not use it. */
  addCertificate(site: ServedSite, days: number): Promise<void>;
  /** Breaks the configuration of the web server, which goes on with the old one. */
  breakWebServer(): Promise<Undo>;
  /** Breaks the configuration of a PHP-FPM, which goes on with the old one. */
  breakPhp(version: string): Promise<Undo>;
  /** Changes settings of the API under which the panel is called. */
  changeApi(settings: ApiSettings): Promise<Undo>;
  stopMysql(): Promise<Undo>;
  /** Ends processes at once. */
  kill(processes: readonly ServerProcess[]): Promise<void>;
  /** Restarts the panel, as its own button does. */
  restartPanel(): Promise<void>;
  /** Saves what tests are about to change. */
  keep(what: "terminal" | "composer"): Promise<Undo>;
  /** Removes everything with the prefix of the run: websites, projects, tasks, containers, orders, databases, files. */
  sweep(): Promise<void>;
}
