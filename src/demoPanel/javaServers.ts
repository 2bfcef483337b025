import { htmlEscape } from "./http.ts";
import { javaLines } from "./lines.ts";
import type { DemoJavaProject, HandlerContext, JavaRun, JavaServer } from "./state.ts";

type Context = Pick<HandlerContext, "state" | "now" | "delays" | "schedule">;

/** Cancels the next step of a server; the latest command wins. */
const pending = new WeakMap<JavaServer, () => void>();

/** Replaces the processes after a delay; the new ones listen a little later. */
export function startServer(server: JavaServer, context: Context): void {
  const { delays, schedule } = context;
  later(server, context, () => {
    const run = newRun(server, context);
    server.run = run;
    server.log.push(...javaLines.start({ pid: run.pids[0] ?? 0, ports: server.ports }, run.since));
    if (server.ports.length > 0)
      pending.set(
        server,
        schedule.after(delays.javaListen, () => (run.listening = true)),
      );
  });
}

/** Ends the processes after a delay. */
export function stopServer(server: JavaServer, context: Context): void {
  later(server, context, () => (server.run = undefined));
}

function later(server: JavaServer, { delays, schedule }: Context, step: () => void): void {
  pending.get(server)?.();
  pending.set(server, schedule.after(delays.javaProcess, step));
}

/** Creates as many processes as there were, one after a stop. */
export function newRun({ run }: JavaServer, { state, now }: Context): JavaRun {
  const pids = Array.from({ length: run?.pids.length ?? 1 }, () => (state.serial += 3));
  for (const pid of pids) state.processes.begin(pid, now());
  return { pids, since: now(), listening: false };
}

const LOG_LINES = 3_000;

/** Reads the end of a project's log (docs/protocol.md 7.10). */
export function javaLog({ logFile, server }: DemoJavaProject): Readonly<Record<string, unknown>> {
  const bytes = server.log.reduce((sum, line) => sum + Buffer.byteLength(line) + 1, 0);
  const size = bytes < 1024 ? `${bytes.toFixed(2)} b` : `${(bytes / 1024).toFixed(2)} KB`;
  const data = htmlEscape(server.log.slice(-LOG_LINES).join("\n").trim());
  return { status: true, path: logFile.slice(0, logFile.lastIndexOf("/")), file: logFile, data, size };
}
