import { existsSync, readFileSync, readdirSync } from "node:fs";

/** The beginning of a time, in s, for which only this run of the tests sleeps. */
export const LONG = `600.${process.pid}`;

/** The processes of this machine whose command line holds a word; none is shown that ends meanwhile. */
export function processesWith(word: string): readonly number[] {
  const pids = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  return pids.filter((pid) => commandLine(pid).includes(word)).map(Number);
}

/** Whether a process with this in its command line runs. */
export function runs(word: string): boolean {
  return processesWith(word).length > 0;
}

/** The processes that run the scripts below a directory. */
export function scriptsBelow(base: string): readonly number[] {
  return processesWith(base).filter((pid) => /(?:step|job|exchange)\.sh/.test(commandLine(String(pid))));
}

/** The processes that exchange files below a directory, or attend a step: what waits for the output of a step is none. */
export function exchangesBelow(base: string): readonly number[] {
  return processesWith(base).filter((pid) => commandLine(String(pid)).includes("exchange.sh"));
}

/** Ends at once whatever runs the scripts below a directory. */
export function killScripts(base: string): void {
  for (const pid of scriptsBelow(base)) process.kill(pid, "SIGKILL");
}

function commandLine(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "latin1");
  } catch (error) {
    if (!existsSync(`/proc/${pid}`)) return "";
    // it ends at this moment
    if ((error as NodeJS.ErrnoException).code === "ESRCH") return "";
    throw error;
  }
}
