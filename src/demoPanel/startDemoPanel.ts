import { randomInt } from "node:crypto";
import * as http from "node:http";
import type * as https from "node:https";
import type { AddressInfo, Socket } from "node:net";
import * as tls from "node:tls";
import { Answer } from "./http/answer.ts";
import { Counters, type CountersView, type RequestOutcome } from "./counters.ts";
import { defaultDelays, type Delays } from "./state/delays.ts";
import { createState, type DemoState } from "./state/demoState.ts";
import { Dispatcher, type Trace } from "./dispatcher.ts";
import { Endpoints } from "./endpoints.ts";
import { Gate } from "./http/gate.ts";
import type { Language, SomeHandlers } from "./state/handler.ts";
import { playedEditions } from "./playedEditions.ts";
import type { KnownEdition } from "../wire/answers/operation.ts";
import type { OperationId, RouteOf } from "../wire/operations/operations.ts";
import { readRequest } from "./http/panelRequest.ts";
import { keepWriting } from "./state/keepWriting.ts";
import { Schedule } from "./state/schedule.ts";
import { Sessions } from "./http/sessions.ts";

/** Everything has a default. What is marked live is read again at each request, from the object that was passed. */
export interface DemoPanelOptions {
  /** BaoTa unless told. */
  readonly edition?: KnownEdition;
  /** Live. Of an aaPanel's sentences; English unless told. */
  readonly language?: Language;
  /** The API key; 32 random characters unless told. */
  readonly key?: string;
  /** `127.0.0.1` unless told. */
  readonly host?: string;
  /** A free one unless told. */
  readonly port?: number;
  /** Milliseconds since the epoch: lockout, timestamps, ages. It does not move the delays. */
  readonly now?: () => number;
  /** Live. */
  readonly delays?: Partial<Delays>;
  /** Live. In place of how a panel answers; a fault is a handler that throws, never settles or gives an `Answer`. */
  readonly handlers?: SomeHandlers;
  /** Live. As an administrator would list them (docs/protocol.md 3.8); everyone unless told. */
  readonly allowedAddresses?: readonly string[];
  /** Routes of the wire table that this panel lacks; unless told those that no known panel of its edition has. */
  readonly absentRoutes?: readonly RouteOf<OperationId>[];
  /** What runs writes into its logs all the time; nothing does unless told. */
  readonly isLively?: true;
  /** For a server over TLS, or one with faults below HTTP. */
  readonly createServer?: (listener: http.RequestListener) => http.Server | https.Server;
}

/** A panel that runs in this process. Who starts it closes it. */
export interface DemoPanel {
  /** Such as `http://127.0.0.1:41234`. */
  readonly address: string;
  readonly key: string;
  readonly state: DemoState;
  readonly counters: CountersView;
  /** Resolves when every socket and timer is gone; answers that are under way are cut off. */
  close(): Promise<void>;
}

/** Starts a panel that speaks the API as running panels do (docs/protocol.md). Rejects where it cannot listen. */
export async function startDemoPanel(options: DemoPanelOptions = {}): Promise<DemoPanel> {
  const { key = randomKey(), host = "127.0.0.1", port = 0, now = Date.now, createServer = http.createServer } = options;
  const { edition = "baota" } = options;
  const { accent, handlers, unlisted, absentRoutes } = playedEditions[edition];
  const state = createState(now(), edition);
  const schedule = new Schedule();
  if (options.isLively === true) keepWriting({ state, now, schedule });
  const sessions = new Sessions(() => accent.cookie.attributes(now()));
  const sockets = new Set<Socket>();
  const counters = new Counters({ sessions: () => sessions.count, openConnections: () => sockets.size });
  const dispatcher = new Dispatcher({
    endpoints: new Endpoints({ edition, absent: options.absentRoutes ?? absentRoutes, unlisted, accent }),
    accent,
    gate: new Gate({
      key,
      allowedAddresses: () => options.allowedAddresses ?? ["*"],
      switches: state.switches,
      accent,
      now,
    }),
    handlerOf: (id) => options.handlers?.[id] ?? handlers[id] ?? (() => accent.notFoundPage),
    context: () => ({
      state,
      now,
      schedule,
      delays: { ...defaultDelays, ...options.delays },
      language: options.language ?? "en",
    }),
    onCall: (id) => counters.called(id),
  });

  async function respond(message: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
    const cookie = sessions.cookieFor(message.headers.cookie);
    const method = message.method ?? "";
    const path = (message.url ?? "").split("?", 1)[0] ?? "";
    const trace: Trace = { operation: undefined };
    let isLogged = false;
    const log = (outcome: RequestOutcome) => {
      if (!isLogged) counters.log({ method, path, operation: trace.operation, outcome });
      isLogged = true;
    };
    response.once("close", () => log("aborted"));
    const request = await readRequest(message, accent);
    const { answer, outcome } =
      request instanceof Answer
        ? { answer: request, outcome: "page" as const }
        : await dispatcher.dispatch(request, trace);
    if (response.destroyed) return;
    log(outcome);
    const isErrorPage = answer.status >= 400;
    send(response, answer, isErrorPage && !accent.cookie.onErrorPages ? undefined : cookie);
  }

  const server = createServer((message, response) => {
    // what rejects is the reading of a request that was cut off
    respond(message, response).catch(() => response.destroy());
  });
  // neither an idle limit nor its announcement, as on panels
  server.keepAliveTimeout = 0;
  server.on("connection", (socket: Socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
  });
  await listen(server, port, host);
  const { port: actualPort } = server.address() as AddressInfo;
  const scheme = server instanceof tls.Server ? "https" : "http";

  return {
    address: `${scheme}://${host}:${actualPort}`,
    key,
    state,
    counters,
    async close() {
      schedule.close();
      const closed = new Promise((resolve) => server.close(resolve));
      const gone = [...sockets].map((socket) => new Promise((resolve) => socket.once("close", resolve)));
      for (const socket of sockets) socket.destroy();
      await Promise.all([closed, ...gone]);
    },
  };
}

function send(response: http.ServerResponse, { status, headers, body }: Answer, cookie: string | undefined): void {
  const bytes = Buffer.from(body, "utf8");
  response.writeHead(status, {
    ...headers,
    "Content-Length": bytes.length,
    Server: "nginx",
    ...(cookie === undefined ? {} : { "Set-Cookie": cookie }),
  });
  response.end(bytes);
}

function listen(server: http.Server | https.Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, () => {
      server.removeListener("error", reject);
      resolve();
    });
  });
}

const KEY_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

function randomKey(): string {
  return Array.from({ length: 32 }, () => KEY_LETTERS[randomInt(KEY_LETTERS.length)]).join("");
}
