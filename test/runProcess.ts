import { spawn } from "node:child_process";
import { projectDir } from "../scripts/paths.ts";
import { stopAbandonedServers } from "../scripts/vscode/runningServers.ts";

/** Time to clean up, in ms, between being asked to end and being ended. */
const GRACE_MS = 15_000;

/**
 * Runs a script with the present Node, in the project's folder; whether it succeeded. At the deadline, and when this process is asked to end, the
 * script and all that it started are ended.
 */
export async function runProcess(
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
  deadlineMs: number,
): Promise<boolean> {
  const isGroup = process.platform !== "win32";
  const child = spawn(process.execPath, args, {
    cwd: projectDir,
    env: { ...process.env, ...environment },
    stdio: ["ignore", "inherit", "inherit"],
    detached: isGroup,
  });
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
  const interrupted = (): void => {
    end();
    child.once("exit", () => {
      stopAbandonedServers();
      process.exit(130);
    });
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, interrupted);
  const timer = setTimeout(() => {
    console.error(`${args.join(" ")} has not finished in ${deadlineMs / 1000} s and is ended`);
    end();
  }, deadlineMs);
  const code = await new Promise<number | null>((resolve) => {
    child.once("error", () => resolve(1));
    child.once("exit", resolve);
  });
  clearTimeout(timer);
  send("SIGKILL");
  stopAbandonedServers();
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.off(signal, interrupted);
  return code === 0;
}
