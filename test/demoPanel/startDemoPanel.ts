import { runScript } from "../../src/demoPanel/stepTools.ts";
import * as http from "node:http";
import type * as https from "node:https";
import type { Socket } from "node:net";
import { Answer, notFoundPage, refusal, type Rejection, type PanelRequest } from "../../src/demoPanel/http.ts";
import {
  playedEditions,
  type DemoPanel as PlainPanel,
  type DemoPanelOptions as PlainOptions,
  startDemoPanel as startPlain,
} from "../../src/demoPanel/startDemoPanel.ts";
import type { OperationId } from "../../src/wire/operations/operations.ts";
import type { EditionReplies } from "./editionReplies.ts";
import { replies as aapanelReplies } from "./aapanel/editionReplies.ts";
import { handlers as aapanelHandlers } from "./aapanel/handlers.ts";
import { fullChinese, type LanguageName, languages } from "./aapanel/languages.ts";
import { unlisted as aapanelUnlisted } from "./aapanel/unlisted.ts";
import { replies as baotaReplies } from "./baota/editionReplies.ts";
import { handlers as baotaHandlers } from "./baota/handlers.ts";
import { Counters, type CountersView, type RequestOutcome } from "./counters.ts";
import { isAllowed } from "./isAllowed.ts";
import { redirect } from "./pages.ts";
import { pythonJson } from "./pythonJson.ts";
import { readAsPanel } from "./readAsPanel.ts";
import { Resolver } from "./resolver.ts";
import { Sessions } from "./sessions.ts";
import { quickSleep } from "../fakes/quickSleep.ts";
import { createTestState, type TestState } from "./state.ts";
import { closedDoor, passwordWanted } from "./switches.ts";

/** Options of a panel for tests. Live options are read again at each request, from the passed object. */
export interface DemoPanelOptions extends Omit<PlainOptions, "language" | "state" | "hooks"> {
  /** Live. The language of an aaPanel; English by default. */
  readonly language?: LanguageName;
  /** Live. The administrator's list (docs/protocol.md 3.8); everyone by default. */
  readonly allowedAddresses?: readonly string[];
  /** Has steps run for real, as whoever runs the tests. */
  readonly runsCommands?: true;
}

/** What no test waits for. */
const usualTools = { sleep: quickSleep("$DEMO_PATH") };

/** What runs the commands of steps in the demo's files. */
const runningTools = { runuser: `${runScript}exec 7>&-\nshift 3\nexec "$@"\n` };

/** A panel that runs in this process until it is closed. */
export interface DemoPanel extends PlainPanel {
  readonly state: TestState;
  readonly counters: CountersView;
}

/** The parts of each edition that the shipped demo leaves out. */
const besides = {
  baota: { replies: baotaReplies, handlers: baotaHandlers, unlisted: [] },
  aapanel: { replies: aapanelReplies, handlers: aapanelHandlers, unlisted: aapanelUnlisted },
};

/**
 * The demo's own server, with all that panels have besides and that can go wrong with them (docs/protocol.md): second
 * routes, other languages, switches, sessions, counters. Rejects where it cannot listen.
 */
export async function startDemoPanel(options: DemoPanelOptions = {}): Promise<DemoPanel> {
  const { edition = "baota", now = Date.now, createServer = http.createServer } = options;
  const { replies, handlers, unlisted } = besides[edition];
  const absent = options.absentRoutes ?? playedEditions[edition].absentRoutes;
  const resolver = new Resolver({ edition, absent, unlisted, replies });
  const state = createTestState(now(), edition);
  const sessions = new Sessions(() => replies.cookie.attributes(now()));
  const sockets = new Set<Socket>();
  const counters = new Counters({ sessions: () => sessions.count, openConnections: () => sockets.size });
  const traces = new WeakMap<http.IncomingMessage, Trace>();
  const askedPaths = new WeakMap<http.IncomingMessage, string>();

  function begin(message: http.IncomingMessage, response: http.ServerResponse): void {
    const trace = new Trace(message, counters);
    traces.set(message, trace);
    response.once("close", () => trace.end("aborted"));
    const cookie = sessions.cookieFor(message.headers.cookie);
    if (cookie !== undefined) response.setHeader("Set-Cookie", cookie);
  }

  const plain = await startPlain({
    ...options,
    tools: { ...usualTools, ...(options.runsCommands === true && runningTools), ...options.tools },
    state,
    get handlers() {
      return { ...handlers, ...options.handlers };
    },
    get delays() {
      return options.delays ?? {};
    },
    get language() {
      return edition === "baota" ? fullChinese : languages[options.language ?? "en"];
    },
    createServer: (listener) =>
      withSockets(
        createServer((message, response) => {
          begin(message, response);
          listener(message, response);
        }),
        sockets,
      ),
    hooks: {
      read: (request) => {
        const read = readAsPanel(request, replies);
        if (read instanceof Answer) return read;
        askedPaths.set(request.message, request.path);
        return resolver.located(read) ?? notFoundPage;
      },
      closed: (request, isSigned) =>
        closedDoor(request, state.switches, replies) ??
        (isSigned ? undefined : passwordWanted(request, state.switches)),
      barred: (request) => barred(request, replies, options.allowedAddresses ?? ["*"]),
      resolve: (request, usual) => resolver.resolve(request, askedPaths.get(request.message) ?? "", usual),
      called: (id, { message }) => {
        counters.called(id);
        traces.get(message)?.called(id);
      },
      send: ({ answer, outcome }, response) => {
        traces.get(response.req)?.end(outcome);
        if (answer.status >= 400 && !replies.cookie.onErrorPages) response.removeHeader("Set-Cookie");
        return answer === notFoundPage ? replies.notFoundPage : asPythonWrites(answer);
      },
    },
  });
  return { ...plain, state, counters };
}

function barred(
  { clientAddress }: PanelRequest,
  replies: EditionReplies,
  addresses: readonly string[],
): Rejection | undefined {
  const allowed = isAllowed(addresses, clientAddress);
  if (allowed === "broken") return { refused: false, answer: redirect("/login") };
  return allowed ? undefined : { refused: true, answer: refusal(replies.addressRefused(clientAddress)) };
}

function asPythonWrites(answer: Answer): Answer {
  const { status, headers, body } = answer;
  if (!/^(?:application\/json|text\/html); charset=utf-8$/.test(headers["Content-Type"] ?? "")) return answer;
  return typeof body !== "string" || body.startsWith("<")
    ? answer
    : new Answer(status, headers, pythonJson(JSON.parse(body)));
}

function withSockets(server: http.Server | https.Server, sockets: Set<Socket>): http.Server | https.Server {
  return server.on("connection", (socket: Socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
  });
}

/** Logs one request once. */
class Trace {
  readonly #message: http.IncomingMessage;
  readonly #counters: Counters;
  #operation: OperationId | undefined;
  #isLogged = false;

  constructor(message: http.IncomingMessage, counters: Counters) {
    this.#message = message;
    this.#counters = counters;
  }

  called(id: OperationId): void {
    this.#operation = id;
  }

  end(outcome: RequestOutcome): void {
    if (this.#isLogged) return;
    this.#isLogged = true;
    const { method = "", url = "" } = this.#message;
    this.#counters.log({ method, path: url.split("?", 1)[0] ?? "", operation: this.#operation, outcome });
  }
}
