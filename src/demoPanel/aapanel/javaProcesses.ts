import { endBySelf, newPids } from "../bothEditions/javaServers.ts";
import { javaLines } from "../lines/javaLines.ts";
import type { JavaRun, JavaServer } from "../records/demoRecords.ts";
import type { HandlerContext } from "../state/handler.ts";

type Context = Pick<HandlerContext, "state" | "now" | "delays" | "schedule">;

/**
 * Starts new processes, whose ids the panel keeps in place of those that it had. Where others still hold the ports, the
 * new ones die of it in the time that an ending takes, and the panel knows of none (docs/protocol.md 7.14, 7.16).
 */
export function launchJavaProcesses(server: JavaServer, context: Context): void {
  const { delays, schedule, now } = context;
  const run: JavaRun = { pids: newPids(server, context), since: now(), listening: false };
  const isHeld = server.ports.length > 0 && (server.run ?? server.lost) !== undefined;
  if (isHeld) server.lost ??= server.run;
  server.run = run;
  if (isHeld) {
    schedule.after(delays.javaEnd, () => {
      server.log.push(...PORT_IN_USE);
      end(server, run);
    });
    return;
  }
  server.log.push(...javaLines.start({ pid: run.pids[0] ?? 0, ports: server.ports }, run.since));
  endBySelf(server, run, context);
  if (server.ports.length === 0) return;
  schedule.after(delays.javaListen, () => {
    if (server.run === run) run.listening = true;
  });
}

/** Asks the processes to end, and waits for nothing. */
export function terminateJavaProcesses(server: JavaServer, { delays, schedule }: Context): void {
  const { run } = server;
  if (run !== undefined) schedule.after(delays.javaEnd, () => end(server, run));
}

function end(server: JavaServer, run: JavaRun): void {
  if (server.run === run) server.run = undefined;
  if (server.lost === run) server.lost = undefined;
}

const PORT_IN_USE = [
  'Exception in thread "main" java.net.BindException: Address already in use',
  "\tat java.base/sun.nio.ch.Net.bind0(Native Method)",
  "\tat java.base/java.net.ServerSocket.<init>(ServerSocket.java:274)",
  "\tat com.example.Application.main(Application.java:9)",
];
