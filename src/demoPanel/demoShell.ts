import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { accessSync, constants, readdirSync, readFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { freeAt, guardsOf } from "./limits.ts";
import { ServerDirectory } from "./serverDirectory.ts";
import type { ServerFiles } from "./serverFiles.ts";
import { serviceTools } from "./serviceConfigurations.ts";
import { shellTools } from "./shellTools.ts";
import { stepTools } from "./stepTools.ts";

/** What a shell counts a file's length in. */
const BLOCK = 512;

/** How a script ended: with its last process, killed, or not begun, for this computer has no shell. */
export type ScriptEnd = "ended" | "killed" | "noShell";

/** Runs scripts in a shell of this computer, on the files of a demo's server. */
export class DemoShell {
  readonly #files: ServerFiles;
  readonly #path: string;
  readonly #ownTools: Readonly<Record<string, string>>;
  readonly #running = new Map<ChildProcess, Promise<unknown>>();
  /** There from the first script on: to lay out all files of the server anew for each one takes longer than the script. */
  #directory: ServerDirectory | undefined;
  #isClosed = false;

  /**
   * @param path where programs are, as in `PATH`
   * @param ownTools programs that stand before all others, each a script of `sh`
   */
  constructor(files: ServerFiles, path: string, ownTools: Readonly<Record<string, string>> = {}) {
    this.#files = files;
    this.#path = path;
    this.#ownTools = { ...stepTools, ...ownTools };
  }

  /**
   * Runs a script of the server until all processes of it are gone. What it writes comes as it is written.
   * @param words the script's path on the server, and what it gets
   */
  async run(words: readonly string[], write: (text: Buffer) => void): Promise<ScriptEnd> {
    if (this.#isClosed) return "killed";
    const shell = this.#program("sh");
    if (shell === undefined) return "noShell";
    const directory = (this.#directory ??= new ServerDirectory(this.#files));
    directory.synchronise();
    directory.setTools(this.#tools(shell));
    const child = spawn(
      shell,
      ["-c", `exec 7>&3 3>&- 2>&1; umask 022${this.#limit(words)}; exec sh "$@"`, "sh", ...words],
      {
        cwd: directory.root,
        env: {
          PATH: `${directory.tools}${delimiter}${this.#path}`,
          DEMO_ROOT: directory.root,
          DEMO_NOTES: directory.notes,
          DEMO_GUARDS: directory.guards,
          DEMO_PATH: this.#path,
          DEMO_SH: shell,
        },
        // its own group, which can be ended as a whole; all of it have the last pipe, which closes with the last of them
        detached: true,
        stdio: ["ignore", "pipe", "ignore", "pipe"],
      },
    );
    child.stdout?.on("data", write);
    const isOver = once(child, "close");
    this.#running.set(child, isOver);
    try {
      await isOver;
      if (child.signalCode === null) return "ended";
      return "killed";
    } finally {
      try {
        this.synchronise();
      } finally {
        this.#running.delete(child);
      }
    }
  }

  /** Lets calls of the panel see what running scripts have done so far, and these what calls have. */
  synchronise(): void {
    if (!this.#isClosed && this.isRunning) this.#directory?.synchronise();
  }

  /** Lets running scripts see what a call has changed. */
  showChanges(): void {
    if (!this.#isClosed && this.isRunning) this.#directory?.showChanges();
  }

  /** Ends all processes at once, as a power cut does. */
  kill(): void {
    for (const { pid } of this.#running.keys()) if (pid !== undefined) killOne(-pid);
    if (this.isRunning && this.#directory !== undefined) killAllOf(this.#directory.root);
  }

  /** Whether any process of a script runs. */
  get isRunning(): boolean {
    return this.#running.size > 0;
  }

  /** Waits until no script runs. */
  async over(): Promise<void> {
    await Promise.allSettled(this.#running.values());
  }

  /** Leaves no process and no directory; where no script runs it waits for nothing, for its window may be about to end. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.kill();
    if (this.isRunning) await this.over();
    this.#directory?.remove();
    this.#directory = undefined;
  }

  /** Lets no file grow longer than the script's file system takes: so much can be had of a full disk without a disk. */
  #limit([script = "/"]: readonly string[]): string {
    const blocks = Math.floor(freeAt(this.#files, script) / BLOCK);
    if (blocks === Infinity) return "";
    return `; trap "" XFSZ; ulimit -f ${blocks}`;
  }

  /** What stands before the programs that this computer has, by their names. */
  #tools(shell: string): ReadonlyMap<string, string> {
    const shown = Object.entries(shellTools(guardsOf(this.#files)));
    const there = shown.filter(([name]) => this.#program(name) !== undefined);
    const tools = [...there, ...Object.entries(serviceTools(this.#files)), ...Object.entries(this.#ownTools)];
    return new Map(tools.map(([name, text]) => [name, `#!${shell}\n${text}`]));
  }

  #program(name: string): string | undefined {
    if (process.platform === "win32") return undefined;
    return this.#path
      .split(delimiter)
      .map((directory) => join(directory, name))
      .find(isProgram);
  }
}

function isProgram(place: string): boolean {
  try {
    accessSync(place, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Ends what has left the groups of the scripts. Where no `/proc` tells, nothing can, for there is no `setsid`. */
function killAllOf(root: string): void {
  if (process.platform !== "linux") return;
  for (const name of readdirSync("/proc").filter((each) => /^\d+$/.test(each)))
    if (environmentOf(name).includes(`DEMO_ROOT=${root}\0`)) killOne(Number(name));
}

function environmentOf(process: string): Buffer | string {
  try {
    return readFileSync(join("/proc", process, "environ"));
  } catch {
    // it has ended, or is somebody else's
    return "";
  }
}

/** @param pid of a process, or negative of the leader of a group */
function killOne(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch (error) {
    // it has ended, which we are about to be told
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}
