import { htmlEscape } from "./http.ts";
import { javaLines } from "./lines.ts";
import type { JavaRun, JavaServer, HandlerContext, DemoJavaProject } from "./state.ts";

type Context = Pick<HandlerContext, "state" | "now" | "delays" | "schedule">;

/** What is still to happen to a server; the latest command wins. */
const pending = new WeakMap<JavaServer, () => void>();

/** Starts new processes after a delay; they listen a little later still. Until then the old ones stay. */
export function startServer(server: JavaServer, context: Context): void {
  const { delays, schedule } = context;
  replacePending(
    server,
    schedule.after(delays.javaProcess, () => {
      const run = { pids: newPids(server, context), since: context.now(), listening: false };
      server.run = run;
      server.log.push(...javaLines.start({ pid: run.pids[0] ?? 0, ports: server.ports }, run.since));
      endBySelf(server, run, context);
      if (server.ports.length === 0) return;
      replacePending(
        server,
        schedule.after(delays.javaListen, () => {
          if (server.run === run) run.listening = true;
        }),
      );
    }),
  );
}

/** Ends the processes after a delay. */
export function stopServer(server: JavaServer, { delays, schedule }: Context): void {
  replacePending(
    server,
    schedule.after(delays.javaProcess, () => {
      server.run = undefined;
    }),
  );
}

/** What a new run does where its processes end by themselves. */
export function endBySelf(server: JavaServer, run: JavaRun, { schedule }: Context): void {
  const { endsAfter } = server;
  if (endsAfter === undefined) return;
  schedule.after(endsAfter, () => {
    if (server.run === run) server.run = undefined;
  });
}

function replacePending(server: JavaServer, cancel: () => void): void {
  pending.get(server)?.();
  pending.set(server, cancel);
}

/** One for each of its processes. */
export function newPids({ processCount }: JavaServer, { state }: Pick<Context, "state">): readonly number[] {
  return Array.from({ length: processCount }, () => (state.serial += 3));
}

/** The end of a project's log, under its status (docs/protocol.md 7.10). */
export function javaLog({ logFile, server }: DemoJavaProject): Readonly<Record<string, unknown>> {
  const text = server.log.map((line) => `${line}\n`).join("");
  const data = htmlEscape(server.log.slice(-LOG_LINES).join("\n").trim());
  const path = logFile.slice(0, logFile.lastIndexOf("/"));
  return { status: true, path, file: logFile, data, size: sizeOf(Buffer.byteLength(text)) };
}

const LOG_LINES = 3_000;

/** As panels write the size of a file, such as `8.00 b`. */
function sizeOf(bytes: number): string {
  let size = bytes;
  for (const unit of ["b", "KB", "MB"]) {
    if (size < 1024) return `${size.toFixed(2)} ${unit}`;
    size /= 1024;
  }
  return `${size.toFixed(2)} GB`;
}
