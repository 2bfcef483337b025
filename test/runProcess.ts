import { spawn } from "node:child_process";
import { closeSync, openSync } from "node:fs";
import { projectDir } from "../scripts/paths.ts";
import { stopAbandonedServers } from "../scripts/vscode/runningServers.ts";

/** Time to clean up, in ms, between being asked to end and being ended. */
const GRACE_MS = 15_000;

/** How a script is run. */
export interface ProcessOptions {
  readonly deadlineMs: number;
  readonly environment?: Readonly<Record<string, string>>;
  /** Gets what it prints; without one that goes where this process prints. */
  readonly outputFile?: string;
}

const interrupted = new AbortController();
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => interrupted.abort());

/**
 * Runs a script with the present Node, in the project's folder; whether it succeeded. At the deadline, and when this process is asked to end, the
 * script and all that it started are ended.
 */
export async function runProcess(args: readonly string[], options: ProcessOptions): Promise<boolean> {
  const { deadlineMs, environment, outputFile } = options;
  if (interrupted.signal.aborted) return false;
  const isGroup = process.platform !== "win32";
  const output = outputFile === undefined ? "inherit" : openSync(outputFile, "w");
  const child = spawn(process.execPath, args, {
    cwd: projectDir,
    env: { ...process.env, ...environment },
    stdio: ["ignore", output, output],
    detached: isGroup,
  });
  if (output !== "inherit") closeSync(output);
  const send = (signal: NodeJS.Signals): void => {
    try {
      if (isGroup && child.pid !== undefined) process.kill(-child.pid, signal);
      else child.kill(signal);
    } catch {
      // it has ended meanwhile
    }
  };
  const end = (): void => {
    send("SIGTERM");
    setTimeout(send, GRACE_MS, "SIGKILL").unref();
  };
  interrupted.signal.addEventListener("abort", end);
  const timer = setTimeout(() => {
    console.error(`${args.join(" ")} has not finished in ${deadlineMs / 1000} s and is ended`);
    end();
  }, deadlineMs);
  const code = await new Promise<number | null>((resolve) => {
    child.once("error", () => resolve(1));
    child.once("exit", resolve);
  });
  clearTimeout(timer);
  interrupted.signal.removeEventListener("abort", end);
  send("SIGKILL");
  stopAbandonedServers();
  return code === 0 && !interrupted.signal.aborted;
}
