import { randomInt } from "node:crypto";
import { once } from "node:events";
import * as http from "node:http";
import type * as https from "node:https";
import type { AddressInfo, Socket } from "node:net";
import * as tls from "node:tls";
import { handlers as aapanelHandlers } from "./aapanel.ts";
import { handlers as baotaHandlers } from "./baota.ts";
import { dispatch, type Dispatched, type DispatcherHooks, type DispatcherOptions, Endpoints } from "./dispatcher.ts";
import { type Refusals, type Answer, type Doors, Gate, readRequest } from "./http.ts";
import { chinese, english, type Language } from "./demoSentences.ts";
import { DemoShell } from "./demoShell.ts";
import { type DemoHandler, type SomeHandlers, defaultDelays, type Delays, type DemoState, Schedule } from "./state.ts";
import { createState, keepWriting } from "./seed.ts";
import type { KnownEdition } from "../wire/answers/operation.ts";
import type { OperationId, RouteOf } from "../wire/operations/operations.ts";

interface PlayedEdition {
  readonly language: Language;
  readonly handlers: SomeHandlers;
  /** Routes of the wire table that running panels lack. */
  readonly absentRoutes: readonly RouteOf<OperationId>[];
  readonly refusals: Refusals;
}

/** The editions that a demo panel can play. */
export const playedEditions: Readonly<Record<KnownEdition, PlayedEdition>> = {
  baota: {
    language: chinese,
    handlers: baotaHandlers,
    // no known panel has the document's `/xdocker` (docs/protocol.md 8.1)
    absentRoutes: ["xdocker"],
    refusals: { key: "密钥校验失败", lock: "连续20次验证失败,禁止1小时" },
  },
  aapanel: {
    language: english,
    handlers: aapanelHandlers,
    // a file of it is not in the public source (docs/protocol.md 7.11)
    absentRoutes: ["v2mod"],
    // English, whatever its language (docs/protocol.md 2.8)
    refusals: {
      key: "Secret key verification failed",
      lock: "20 consecutive verification failures, prohibited for 1 hour",
    },
  },
};

/** Options of a demo panel, all but the first two for tests. Live options are read again at each request. */
export interface DemoPanelOptions {
  /** BaoTa by default. */
  readonly edition?: KnownEdition;
  /** Lets everything that runs write into its log all the time. */
  readonly isLively?: true;
  /** The API key; 32 random characters by default. */
  readonly key?: string;
  /** `127.0.0.1` by default. */
  readonly host?: string;
  /** A free port by default. */
  readonly port?: number;
  /** Milliseconds since the epoch, for lockout, timestamps and ages; delays ignore it. */
  readonly now?: () => number;
  readonly state?: DemoState;
  /** Its timers. */
  readonly schedule?: Schedule;
  /** Where scheduled tasks find the programs that they run; this process's `PATH` by default. */
  readonly path?: string;
  /** Programs that they find before all others, by their names; each is a script of `sh`. */
  readonly tools?: Readonly<Record<string, string>>;
  /** Live. */
  readonly delays?: Partial<Delays>;
  /** Live. Replaces the sentences of the edition. */
  readonly language?: Language;
  /** Live. Replaces handlers; a fault is a handler that throws, never settles or returns an `Answer`. */
  readonly handlers?: SomeHandlers;
  /** Routes of the wire table that this panel lacks; by default those that no known panel of the edition has. */
  readonly absentRoutes?: readonly RouteOf<OperationId>[];
  /** Creates a server over TLS, or one with faults below HTTP. */
  readonly createServer?: (listener: http.RequestListener) => http.Server | https.Server;
  readonly hooks?: DispatcherHooks & Doors & SendingHook;
}

interface SendingHook {
  /** Replaces an answer. */
  readonly send?: (dispatched: Dispatched, response: http.ServerResponse) => Answer;
}

/** A panel that runs in this process until it is closed. */
export interface DemoPanel {
  /** Such as `http://127.0.0.1:41234`. */
  readonly address: string;
  readonly key: string;
  readonly state: DemoState;
  /** What runs the scripts of scheduled tasks. */
  readonly shell: DemoShell;
  /** Cuts off answers that are under way; resolves when every socket, timer and process is gone. */
  close(): Promise<void>;
}

/** Starts a panel that answers as running panels do (docs/protocol.md). Rejects if it cannot listen. */
export async function startDemoPanel(options: DemoPanelOptions = {}): Promise<DemoPanel> {
  // by the wall clock: a server has a clock of its own
  const { key = randomKey(), host = "127.0.0.1", port = 0, now = Date.now, createServer = http.createServer } = options;
  const { edition = "baota", state = createState(now(), edition), schedule = new Schedule(), hooks = {} } = options;
  const { handlers, absentRoutes, refusals, language } = playedEditions[edition];
  const shell = new DemoShell(state.files, options.path ?? process.env["PATH"] ?? "", options.tools);
  if (options.isLively === true) keepWriting({ state, now, schedule });
  const dispatching: DispatcherOptions = {
    endpoints: new Endpoints(edition, options.absentRoutes ?? absentRoutes),
    gate: new Gate({ key, refusals, doors: hooks, now }),
    handlerOf: (id) => seenByScripts(options.handlers?.[id] ?? handlers[id] ?? missing, id),
    context: () => ({
      state,
      now,
      schedule,
      shell,
      delays: { ...defaultDelays, ...options.delays },
      language: options.language ?? language,
    }),
    hooks,
  };

  async function respond(message: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
    const dispatched = await dispatch(await readRequest(message), dispatching);
    if (!response.destroyed) send(response, hooks.send?.(dispatched, response) ?? dispatched.answer);
  }

  const sockets = new Set<Socket>();
  const server = createServer((message, response) => {
    // rejects if the request is cut off while it is read
    respond(message, response).catch(() => response.destroy());
  });
  // panels have no idle limit, and announce none
  server.keepAliveTimeout = 0;
  server.on("connection", (socket: Socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
  });
  server.listen(port, host);
  await once(server, "listening");
  const { port: actualPort } = server.address() as AddressInfo;
  const scheme = server instanceof tls.Server ? "https" : "http";

  return {
    address: `${scheme}://${host}:${actualPort}`,
    key,
    state,
    shell,
    async close() {
      schedule.close();
      const ended = shell.close();
      const closed = new Promise((resolve) => server.close(resolve));
      const gone = [...sockets].map((socket) => new Promise((resolve) => socket.once("close", resolve)));
      for (const socket of sockets) socket.destroy();
      await Promise.all([closed, ended, ...gone]);
    },
  };
}

function send(response: http.ServerResponse, { status, headers, body }: Answer): void {
  const bytes = typeof body === "string" ? Buffer.from(body, "utf8") : body;
  response.writeHead(status, { ...headers, "Content-Length": bytes.length, Server: "nginx" });
  response.end(bytes);
}

/** Asked again and again while a script runs, whose output alone it reads: to look at all files for each of these takes longer than the script. */
const READS_OUTPUT: OperationId = "scheduledTask.log";

/** Has a handler work on the files as running scripts have left them, and these see what it does. */
function seenByScripts(handler: DemoHandler, id: OperationId): DemoHandler {
  return async (context) => {
    if (id !== READS_OUTPUT) context.shell.synchronise();
    try {
      return await handler(context);
    } finally {
      context.shell.showChanges();
    }
  };
}

function missing(): never {
  throw new Error("no such operation");
}

const KEY_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

function randomKey(): string {
  return Array.from({ length: 32 }, () => KEY_LETTERS[randomInt(KEY_LETTERS.length)]).join("");
}
