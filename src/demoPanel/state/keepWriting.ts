import { containerLine } from "../lines/containerLine.ts";
import { javaLines } from "../lines/javaLines.ts";
import { webLines } from "../lines/webLines.ts";
import type { DemoState } from "./demoState.ts";
import type { Schedule } from "./schedule.ts";

/** Between two rounds. */
const ROUND_MS = 2_500;

/** More than any panel sends. */
const MOST_LINES = 4_000;

/** Lets everything that runs write into its log until the schedule is closed, at each round something else. */
export function keepWriting({ state, now, schedule }: Writing, round = 1): void {
  schedule.after(ROUND_MS, () => {
    writeRound(state, round, now());
    keepWriting({ state, now, schedule }, round + 1);
  });
}

interface Writing {
  readonly state: DemoState;
  readonly now: () => number;
  readonly schedule: Schedule;
}

function writeRound({ sites, javaProjects, containers }: DemoState, round: number, at: number): void {
  for (const { id, name, running, logs } of sites) {
    if (!running) continue;
    const number = round + id;
    if (number % 3 !== 0) write(logs?.access, [webLines.access(name, number, at)]);
    if (number % 9 === 0) write(logs?.error, [webLines.error(name, number, at)]);
  }
  for (const [index, server] of [...new Set(javaProjects.map((project) => project.server))].entries()) {
    const { run, ports, log } = server;
    const isAtWork = run !== undefined && (run.listening || ports.length === 0);
    if (isAtWork && (round + index) % 2 === 0) write(log, javaLines.work({ pid: run.pids[0] ?? 0, ports }, round, at));
  }
  for (const [index, container] of containers.entries())
    if (container.status === "running" && (round + index) % 2 === 0)
      write(container.log, [containerLine(container, round, at)]);
}

function write(log: string[] | undefined, lines: readonly string[]): void {
  log?.push(...lines);
  if (log !== undefined && log.length > MOST_LINES) log.splice(0, MOST_LINES / 4);
}
