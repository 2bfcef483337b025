import { createHash } from "node:crypto";
import type { IncomingMessage } from "node:http";
import type { Fields } from "../wire/answers/operation.ts";

/** A complete HTTP answer. A handler may return one in place of a JSON value, for what is not JSON. */
export class Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;

  constructor(status: number, headers: Readonly<Record<string, string>>, body: string) {
    this.status = status;
    this.headers = headers;
    this.body = body;
  }
}

/** What the panel's application itself sends has this header. */
export const fromApplication = { "X-Frame-Options": "SAMEORIGIN" };

/** Any JSON value, bare strings and null included (docs/protocol.md 2.5). */
export function jsonAnswer(value: unknown): Answer {
  const headers = { "Content-Type": "application/json; charset=utf-8", ...fromApplication };
  return new Answer(200, headers, JSON.stringify(value));
}

/** A refusal: JSON, but under `text/html` (docs/protocol.md 3.2). */
export function refusal(msg: string): Answer {
  const headers = { "Content-Type": "text/html; charset=utf-8", ...fromApplication };
  return new Answer(200, headers, JSON.stringify({ status: false, msg }));
}

/** Stands for nearly every error (docs/protocol.md 4.1, 4.11). */
export const notFoundPage = new Answer(404, { "Content-Type": "text/html" }, "<html><h1>404 Not Found</h1></html>");

/** The classic envelope. */
export function statusReply(status: boolean, msg: string): { readonly status: boolean; readonly msg: string } {
  return { status, msg };
}

/** The newer envelope, which `/mod` operations use; `code` stays 0 on failure (docs/protocol.md 2.2). */
export function dataReply(
  status: boolean,
  msg: string,
  now: number,
  data: unknown = null,
): Readonly<Record<string, unknown>> {
  return { status, msg, data, code: 0, timestamp: Math.floor(now / 1000) };
}

/** aaPanel's second envelope; 0 is a success (docs/protocol.md 2.3). */
export function stampedReply(status: 0 | -1, message: unknown, now: number): Readonly<Record<string, unknown>> {
  return { status, timestamp: Math.floor(now / 1000), message };
}

/** Words and content in an envelope. */
export interface Envelope {
  readonly said: (isDone: boolean, words: string, now: number) => unknown;
  readonly content: (content: unknown, now: number) => unknown;
}

/** Classic words, and content without an envelope. */
export const classic: Envelope = { said: statusReply, content: (content) => content };

/** All in the second one. */
export const stamped: Envelope = {
  said: (isDone, result, now) => stampedReply(isDone ? 0 : -1, { result }, now),
  content: (content, now) => stampedReply(0, content, now),
};

/** As panels escape notes and logs. */
export function htmlEscape(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("'", "&#x27;");
}

/** A request as the panel's application sees it. */
export interface PanelRequest {
  readonly message: IncomingMessage;
  /** Decoded, without the query. */
  readonly path: string;
  /** The query without the signature, for links. */
  readonly query: URLSearchParams;
  readonly body: Buffer;
  /** Query and form in one, the form first, without the signature. */
  readonly fields: Fields;
  readonly signature: { readonly time: string; readonly token: string } | undefined;
  readonly clientAddress: string;
}

const LARGEST_BODY = 50 * 1024 * 1024;

/** Reads a request to its end, so that the client sees the answer; `undefined` where it is too large, or its URL is none. */
export async function readRequest(message: IncomingMessage): Promise<PanelRequest | undefined> {
  const body = await readBody(message);
  const url = URL.parse(message.url ?? "/", "http://panel");
  const path = url === null ? undefined : decoded(url.pathname);
  if (body === undefined || url === null || path === undefined) return undefined;
  const query = url.searchParams;
  const isForm = message.headers["content-type"]?.startsWith("application/x-www-form-urlencoded") === true;
  const form = new URLSearchParams(isForm ? body.toString("utf8") : "");
  // of several fields with one name the first counts
  const merged: Record<string, string> = Object.fromEntries([...form, ...query].toReversed());
  const { request_time: time, request_token: token, ...fields } = merged;
  query.delete("request_time");
  query.delete("request_token");
  const signature = time === undefined || token === undefined ? undefined : { time, token };
  const clientAddress = (message.socket.remoteAddress ?? "").replace(/^::ffff:/, "");
  return { message, path, query, body, fields, signature, clientAddress };
}

async function readBody(message: IncomingMessage): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of message as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size <= LARGEST_BODY) chunks.push(chunk);
  }
  return size > LARGEST_BODY ? undefined : Buffer.concat(chunks);
}

function decoded(pathname: string): string | undefined {
  try {
    return decodeURIComponent(pathname);
  } catch {
    return undefined;
  }
}

const LIMIT = 20;
const EXPIRES_AFTER_MS = 3_600_000;

interface Count {
  failures: number;
  until: number;
}

/** Counts failed calls per client address as panels do (docs/protocol.md 3.4, 3.6). */
class Lockout {
  readonly #counts = new Map<string, Count>();
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  isLocked(address: string): boolean {
    return this.#failures(address) >= LIMIT;
  }

  failed(address: string): void {
    this.#set(address, this.#failures(address) + 1);
  }

  /** Clears the count; but where there is none, a success counts as a failure, so that the lock can come one early. */
  succeeded(address: string): void {
    if (this.#failures(address) > 0) this.#counts.delete(address);
    else this.#set(address, 1);
  }

  #failures(address: string): number {
    const count = this.#counts.get(address);
    return count === undefined || this.#now() >= count.until ? 0 : count.failures;
  }

  #set(address: string, failures: number): void {
    this.#counts.set(address, { failures, until: this.#now() + EXPIRES_AFTER_MS });
  }
}

/** What a panel says to those whom it refuses (docs/protocol.md 3.1). */
export interface Refusals {
  readonly key: string;
  readonly lock: string;
}

/** What an administrator can close besides the signature; only tests do. */
export interface Doors {
  /** What stops a request before its signature counts; `undefined`: nothing. */
  readonly closed?: (request: PanelRequest, isSigned: boolean) => Answer | undefined;
  /** What stops it for its address, once that is not locked out; `undefined`: nothing. */
  readonly barred?: (request: PanelRequest) => Rejection | undefined;
}

/** What the gate needs to know. */
interface GateOptions {
  readonly key: string;
  readonly refusals: Refusals;
  readonly doors: Doors;
  readonly now: () => number;
}

/** A request that was not let through: with a refusal, which counts for the lockout, or with another answer. */
export interface Rejection {
  readonly refused: boolean;
  readonly answer: Answer;
}

/** Checks signature, address and lockout in the order in which panels do (docs/protocol.md 3.7). */
export class Gate {
  readonly #keyHash: string;
  readonly #refusals: Refusals;
  readonly #doors: Doors;
  readonly #lockout: Lockout;

  constructor({ key, refusals, doors, now }: GateOptions) {
    this.#keyHash = md5(key);
    this.#refusals = refusals;
    this.#doors = doors;
    this.#lockout = new Lockout(now);
  }

  /** `undefined`: it is let through. The signature needs a time, whichever. */
  reject(request: PanelRequest): Rejection | undefined {
    const { signature, clientAddress } = request;
    const isSigned = signature?.token === md5((signature?.time ?? "") + this.#keyHash);
    const closed = this.#doors.closed?.(request, isSigned);
    if (closed !== undefined) return { refused: false, answer: closed };
    if (signature === undefined) return { refused: false, answer: notFoundPage };
    if (this.#lockout.isLocked(clientAddress)) return { refused: true, answer: refusal(this.#refusals.lock) };
    const wrongKey = isSigned ? undefined : { refused: true, answer: refusal(this.#refusals.key) };
    const rejection = this.#doors.barred?.(request) ?? wrongKey;
    if (rejection === undefined) this.#lockout.succeeded(clientAddress);
    else if (rejection.refused) this.#lockout.failed(clientAddress);
    return rejection;
  }
}

function md5(text: string): string {
  return createHash("md5").update(text, "utf8").digest("hex");
}
