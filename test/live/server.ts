/** Undoes what was made or broke; a second call does nothing. */
export type Undo = () => Promise<void>;

/** What tests need of a server, and some servers lack. */
export type Part = "webServer" | "php" | "ftp" | "mysql" | "docker" | "java" | "composer";

/** A website, as it was created. */
export interface ServedSite {
  readonly name: string;
  readonly port: number;
  readonly root: string;
}

/** How a Java program behaves from its next start on, in milliseconds of the product's clock. */
export interface JavaBehavior {
  readonly listensAfterMs?: number;
  /** After it began to listen; for ever unless told. */
  readonly endsAfterMs?: number;
}

/** What the web terminal's settings are, and whether what completion needs is there. */
export interface TerminalSettings {
  readonly completion: boolean;
  readonly theme: boolean;
  readonly aiShell: boolean;
  readonly aiAnalysis: boolean;
  readonly hasPackage: boolean;
}

/**
 * What a server itself says, whatever its panel says, and what tests act on there. All names that are given to it have the
 * prefix of the run. Methods reject where the server cannot be asked.
 */
export interface Server {
  /** Why tests of this part have nothing to work with; `undefined`: they have. */
  lacks(part: Part): Promise<string | undefined>;

  /** Whether the web server answers for a site with what is in its root directory. */
  isServed(site: ServedSite): Promise<boolean>;
  isDirectory(path: string): Promise<boolean>;
  /** The lines of a log file; none where there is no file. */
  lines(path: string): Promise<readonly string[]>;
  hasFtpUser(name: string): Promise<boolean>;
  hasDatabase(name: string): Promise<boolean>;
  /** The process that listens on a port; `undefined`: none does. */
  listener(port: number): Promise<number | undefined>;
  /** By Docker's words; `undefined`: there is none of this name. */
  container(name: string): Promise<{ readonly status: string; readonly startedAt: string } | undefined>;
  containerLines(name: string): Promise<readonly string[]>;
  hasOrder(index: string): Promise<boolean>;
  terminal(): Promise<TerminalSettings>;
  /** The version of Composer; `undefined`: there is none. */
  composer(): Promise<string | undefined>;
  /** Codes of the installed versions of PHP, such as `82`. */
  phpVersions(): Promise<readonly string[]>;
  processors(): Promise<number>;
  /** Ids of the SSH hosts that are saved for the web terminal, and titles of the commands. */
  saved(): Promise<{ readonly hosts: readonly string[]; readonly commands: readonly string[] }>;

  /** Adds a line to a log file. */
  write(path: string, line: string): Promise<void>;
  /** A Java project that runs and listens on a port. */
  addJavaProject(name: string, port: number): Promise<void>;
  setJavaBehavior(name: string, behavior: JavaBehavior): Promise<void>;
  /** A container that runs and has written this line. */
  addContainer(name: string, line: string): Promise<void>;
  /** A container that was never started, and ends as soon as it is. */
  addBrokenContainer(name: string): Promise<void>;
  /** An order whose certificate expires at this time, in seconds since the epoch. */
  addOrder(index: string, domain: string, validUntil: number): Promise<void>;
  /** From now on the web server cannot load its configuration; what it serves stays. */
  breakWebServer(): Promise<Undo>;
  stopMysql(): Promise<Undo>;
  /** Remembers what tests are about to change. */
  keep(what: "terminal" | "composer"): Promise<Undo>;
  /** Removes everything that has the prefix of the run: websites, projects, containers, orders, databases, files. */
  sweep(): Promise<void>;
}
