import type { Readable, Writable } from "node:stream";
import type { Context, McpServer } from "tmcp";
import * as v from "valibot";
import { LineReader, TOO_LONG } from "../wire/lineReader.ts";

/** Longest message of a client, in bytes: far more than any needs. */
const LONGEST = 1_000_000;

/** How often a client is told again what is going on: many give up a call that is silent for a minute. */
const AGAIN_MS = 10_000;

/** Errors of JSON-RPC. */
const NO_JSON = -32_700;
const NO_REQUEST = -32_600;
const NO_METHOD = -32_601;
const FAILED = -32_603;

/** The newest version with sessions. The library's newest is the one before it, from which nothing differs in what we offer. */
const NEWEST_SESSION = "2025-11-25";
const OLDER_SESSIONS = ["2025-06-18", "2025-03-26", "2024-11-05"];

/** What is offered. The library has more, and stumbles over some of it where nothing of the kind is offered. */
const METHODS = new Set([
  "initialize",
  "ping",
  "prompts/get",
  "prompts/list",
  "server/discover",
  "tools/call",
  "tools/list",
]);

const id = v.union([v.string(), v.pipe(v.number(), v.integer())]);
const messageSchema = v.looseObject({
  jsonrpc: v.literal("2.0"),
  id: v.optional(id),
  method: v.optional(v.string()),
  params: v.optional(
    v.looseObject({
      _meta: v.optional(v.looseObject({ progressToken: v.optional(id) })),
      requestId: v.optional(v.unknown()),
      protocolVersion: v.optional(v.unknown()),
    }),
  ),
});
type ClientMessage = v.InferOutput<typeof messageSchema>;

/** What the session gets with each request. */
export interface RequestContext extends Record<string, unknown> {
  /** Aborts when the client cancels the request, or is gone. */
  readonly signal: AbortSignal;
  /** Tells the client what is going on, if it wants to know. */
  readonly progress: (sentence: string) => void;
}

/** What the transport needs of the library. */
type Server = Pick<McpServer<undefined, RequestContext>, "on" | "receive">;

/**
 * A client on standard input and output. Unlike the library's own it reads lines of bounded length, runs the requests of a session side by
 * side, so that a question to a person holds up nothing else, and cancels what is canceled.
 */
export class StdioTransport {
  readonly #server: Server;
  readonly #input: Readable;
  readonly #output: Writable;
  readonly #running = new Map<string | number, AbortController>();
  /** Of a client with a session. */
  #client: NonNullable<Context["sessionInfo"]> = {};

  constructor(server: Server, input: Readable, output: Writable) {
    this.#server = server;
    server.on("initialize", ({ clientInfo, capabilities }) => {
      this.#client = { clientInfo, clientCapabilities: capabilities };
    });
    this.#input = input;
    this.#output = output;
  }

  /** Serves the client until it is gone. Everything it has asked for is canceled then. */
  async serve(): Promise<void> {
    const reader = new LineReader(LONGEST);
    this.#input.on("data", (bytes: Buffer) => {
      for (const line of reader.take(bytes)) void this.#take(line);
    });
    const ends = [this.#input, this.#output].flatMap((stream) =>
      ["end", "close", "error"].map(async (event) => new Promise<void>((ended) => stream.once(event, () => ended()))),
    );
    await Promise.race(ends);
    for (const running of this.#running.values()) running.abort();
  }

  async #take(line: string | typeof TOO_LONG): Promise<void> {
    if (line === TOO_LONG) return this.#refuse(undefined, NO_REQUEST, "The message is too long.");
    if (line.trim() === "") return undefined;
    const json = v.safeParse(v.pipe(v.string(), v.parseJson()), line);
    if (!json.success) return this.#refuse(undefined, NO_JSON, "The message is not JSON.");
    const parsed = v.safeParse(messageSchema, json.output);
    if (!parsed.success) return this.#refuse(undefined, NO_REQUEST, "The message is no request of JSON-RPC 2.0.");
    const message = parsed.output;
    // nothing is asked of the client, so this answers nothing
    if (message.method === undefined) return undefined;
    if (message.method === "notifications/cancelled") return this.#cancel(message.params?.requestId);
    // of the other notifications none changes anything here
    if (message.id === undefined) return undefined;
    return this.#answer(message, message.id);
  }

  #cancel(requestId: unknown): void {
    this.#running.get(requestId as string)?.abort();
  }

  async #answer(message: ClientMessage, requestId: string | number): Promise<void> {
    if (this.#running.has(requestId)) return this.#refuse(requestId, NO_REQUEST, "This id is in use.");
    if (!METHODS.has(message.method ?? "")) return this.#refuse(requestId, NO_METHOD, "Method not found");
    const canceled = new AbortController();
    const progress = this.#progressFor(message);
    this.#running.set(requestId, canceled);
    try {
      const response = await this.#server.receive(message as never, {
        sessionInfo: this.#client,
        custom: { signal: canceled.signal, progress: progress.tell },
      });
      // nobody waits for the answer to what was canceled
      if (canceled.signal.aborted || !response) return;
      this.#write(message.method === "initialize" ? begun(message, response) : response);
    } catch {
      this.#refuse(requestId, FAILED, "The request could not be answered.");
    } finally {
      progress.end();
      this.#running.delete(requestId);
    }
  }

  #progressFor({ params }: ClientMessage): { readonly tell: (sentence: string) => void; readonly end: () => void } {
    const progressToken = params?._meta?.progressToken;
    if (progressToken === undefined) return { tell: () => undefined, end: () => undefined };
    let told = 0;
    let timer: NodeJS.Timeout | undefined;
    const tell = (message: string): void => {
      clearTimeout(timer);
      told += 1;
      this.#write({
        jsonrpc: "2.0",
        method: "notifications/progress",
        params: { progressToken, progress: told, message },
      });
      timer = setTimeout(() => tell(message), AGAIN_MS);
    };
    return { tell, end: () => clearTimeout(timer) };
  }

  #refuse(requestId: string | number | undefined, code: number, message: string): void {
    this.#write({ jsonrpc: "2.0", ...(requestId !== undefined && { id: requestId }), error: { code, message } });
  }

  #write(message: object): void {
    if (this.#output.write(`${JSON.stringify(message)}\n`) || this.#input.isPaused()) return;
    // who does not read its answers is not asked for more requests
    this.#input.pause();
    this.#output.once("drain", () => this.#input.resume());
  }
}

/** The answer to `initialize`, with the version that is agreed, and without what the library keeps for itself. */
function begun({ params }: ClientMessage, response: object): object {
  if (!("result" in response)) return response;
  const { capabilities, instructions, serverInfo } = response.result as Readonly<Record<string, unknown>>;
  const wanted = params?.protocolVersion;
  const protocolVersion = OLDER_SESSIONS.find((version) => version === wanted) ?? NEWEST_SESSION;
  return { ...response, result: { protocolVersion, capabilities, instructions, serverInfo } };
}
