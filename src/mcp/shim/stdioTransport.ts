import type { Readable, Writable } from "node:stream";
import {
  parseJSONRPCMessage,
  ProtocolErrorCode,
  type JSONRPCMessage,
  type Transport,
} from "@modelcontextprotocol/server";
import { LineReader, TOO_LONG } from "../wire/lineReader.ts";

/** Longest message of a client, in bytes: far more than any needs. */
const LONGEST = 1_000_000;

/**
 * A client on standard input and output. The library's own transport ends at a message that is too long, says nothing to what is no
 * message, and reads on where nobody reads the answers.
 */
export class StdioTransport implements Transport {
  onclose?: (() => void) | undefined;
  onmessage?: ((message: JSONRPCMessage) => void) | undefined;
  readonly #input: Readable;
  readonly #output: Writable;
  /** The ids of requests that have no answer yet. */
  readonly #open = new Set<string | number>();
  readonly #hear: (message: JSONRPCMessage) => void;
  #isClosed = false;
  #end: () => void = () => undefined;
  /** Resolves when the client is gone. */
  readonly closed = new Promise<void>((end) => (this.#end = end));

  /** @param hear gets each message before the library does */
  constructor(input: Readable, output: Writable, hear: (message: JSONRPCMessage) => void) {
    this.#input = input;
    this.#output = output;
    this.#hear = hear;
  }

  async start(): Promise<void> {
    const reader = new LineReader(LONGEST);
    this.#input.on("data", (bytes: Buffer) => {
      for (const line of reader.take(bytes)) this.#take(line);
    });
    for (const stream of [this.#input, this.#output])
      for (const event of ["end", "close", "error"]) stream.once(event, () => void this.close());
  }

  async send(message: JSONRPCMessage): Promise<void> {
    if (!("method" in message) && message.id !== undefined) this.#open.delete(message.id);
    this.#write(message);
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.onclose?.();
    this.#end();
  }

  #take(line: string | typeof TOO_LONG): void {
    if (line === TOO_LONG) return this.#refuse(ProtocolErrorCode.InvalidRequest, "The message is too long.");
    if (line.trim() === "") return undefined;
    const json = jsonIn(line);
    if (json === undefined) return this.#refuse(ProtocolErrorCode.ParseError, "The message is not JSON.");
    const message = messageIn(json);
    if (message === undefined)
      return this.#refuse(ProtocolErrorCode.InvalidRequest, "The message is no request of JSON-RPC 2.0.");
    if ("method" in message && "id" in message) {
      const { id } = message;
      if (this.#open.has(id)) return this.#refuse(ProtocolErrorCode.InvalidRequest, "This id is in use.", id);
      this.#open.add(id);
    }
    // the library does not answer what was canceled
    else if ("method" in message && message.method === "notifications/cancelled")
      this.#open.delete(message.params?.["requestId"] as string | number);
    this.#hear(message);
    return this.onmessage?.(message);
  }

  #refuse(code: ProtocolErrorCode, message: string, id?: string | number): void {
    this.#write({ jsonrpc: "2.0", ...(id !== undefined && { id }), error: { code, message } });
  }

  #write(message: JSONRPCMessage): void {
    if (this.#output.write(`${JSON.stringify(message)}\n`) || this.#input.isPaused()) return;
    // who does not read its answers is not asked for more requests
    this.#input.pause();
    this.#output.once("drain", () => this.#input.resume());
  }
}

/** The value of a line; `undefined`: it is not JSON. */
function jsonIn(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

/** The message that a value is; `undefined`: it is none. */
function messageIn(value: unknown): JSONRPCMessage | undefined {
  try {
    return parseJSONRPCMessage(value);
  } catch {
    return undefined;
  }
}
