import { spawn } from "node:child_process";
import { createWriteStream, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { forgetServer, recordServer, signalGroup, stopAbandonedServers } from "./runningServers.ts";

const START_DEADLINE_MS = 60_000;
const GRACE_MS = 3_000;

/** A program to run under the present Node, and how to recognize that it is up. */
export interface ServerProgram {
  readonly script: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** Holds the program's log (`server.log`) and its HOME. */
  readonly dataDir: string;
  /** Matches the line of output that says the program is listening. */
  readonly listening: RegExp;
}

/** A server in its own process group, with everything that it started. */
export interface ServerProcess {
  /** The match of `listening`. */
  readonly match: RegExpExecArray;
  /** All output so far. */
  readonly output: () => string;
  /** Settles when the server has gone away by itself or by `stop`. */
  readonly exited: Promise<void>;
  /** Ends the whole process group and waits for its end; can be called again. */
  readonly stop: () => Promise<void>;
}

/** Starts a server without the user's home folder, caches and sessions, and waits until it listens. */
export async function startServerProcess({
  script,
  args,
  env,
  dataDir,
  listening,
}: ServerProgram): Promise<ServerProcess> {
  stopAbandonedServers();
  const home = join(dataDir, "home");
  mkdirSync(home, { recursive: true });
  // VS Code puts its sockets here, and a socket's path has at most 107 bytes
  const tmp = mkdtempSync(join(tmpdir(), "vscode-"));
  const child = spawn(process.execPath, [script, ...args], {
    env: { ...privateEnvironment(), HOME: home, TMPDIR: tmp, EXTENSIONS_GALLERY: '{"serviceUrl":""}', ...env },
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
  });
  const { pid } = child;
  if (pid === undefined) throw new Error(`${process.execPath} does not start`);
  recordServer(pid, { script, tmp });

  const log = createWriteStream(join(dataDir, "server.log"));
  let output = "";
  const exited = new Promise<void>((resolve) => child.once("close", () => resolve()));
  const up = new Promise<RegExpExecArray>((resolve, reject) => {
    const read = (chunk: Buffer): void => {
      output += String(chunk);
      log.write(chunk);
      const match = listening.exec(output);
      if (match !== null) resolve(match);
    };
    child.stdout.on("data", read);
    child.stderr.on("data", read);
    void exited.then(() => reject(new Error(`The server ended early:\n${output}`)));
    setTimeout(
      () => reject(new Error(`The server is not up after ${START_DEADLINE_MS} ms:\n${output}`)),
      START_DEADLINE_MS,
    ).unref();
  });

  const stop = async (): Promise<void> => {
    await endGroup(pid);
    rmSync(tmp, { recursive: true, force: true });
    forgetServer(pid);
    log.end();
  };
  try {
    return { match: await up, output: () => output, exited, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function endGroup(pid: number): Promise<void> {
  for (const signal of ["SIGTERM", "SIGKILL"] as const) {
    const deadline = Date.now() + GRACE_MS;
    for (let isAlive = signalGroup(pid, signal); isAlive; isAlive = signalGroup(pid, 0)) {
      if (Date.now() > deadline) break;
      await sleep(50);
    }
  }
}

/** Leaves out the user's folders, and variables of a surrounding VS Code, which would take over the new one. */
function privateEnvironment(): NodeJS.ProcessEnv {
  const foreign = /^(NODE_OPTIONS|ELECTRON_RUN_AS_NODE|XDG_.*|VSCODE_.*|CODE_SERVER_.*)$/;
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !foreign.test(name)));
}
