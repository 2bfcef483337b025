import { createHash } from "node:crypto";
import type { IncomingMessage } from "node:http";
import type { Fields } from "../wire/answers/operation.ts";

/** A complete HTTP answer; a handler returns one where the answer is not JSON. */
export class Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Buffer;

  constructor(status: number, headers: Readonly<Record<string, string>>, body: string | Buffer) {
    this.status = status;
    this.headers = headers;
    this.body = body;
  }
}

/** The header of every answer of the panel's own application. */
export const fromApplication = { "X-Frame-Options": "SAMEORIGIN" };

/** Sends any JSON value, also a bare string or null (docs/protocol.md 2.5). */
export function jsonAnswer(value: unknown): Answer {
  const headers = { "Content-Type": "application/json; charset=utf-8", ...fromApplication };
  return new Answer(200, headers, JSON.stringify(value));
}

/** Sends a refusal: JSON, but as `text/html` (docs/protocol.md 3.2). */
export function refusal(msg: string): Answer {
  const headers = { "Content-Type": "text/html; charset=utf-8", ...fromApplication };
  return new Answer(200, headers, JSON.stringify({ status: false, msg }));
}

/** The answer to nearly every error (docs/protocol.md 4.1, 4.11). */
export const notFoundPage = new Answer(404, { "Content-Type": "text/html" }, "<html><h1>404 Not Found</h1></html>");

/** The classic envelope. */
export function statusReply(status: boolean, msg: string): { readonly status: boolean; readonly msg: string } {
  return { status, msg };
}

/** The envelope of `/mod` operations, whose `code` stays 0 on failure (docs/protocol.md 2.2). */
export function dataReply(status: boolean, msg: string, now: number, data: unknown = null): object {
  return { status, msg, data, code: 0, timestamp: Math.floor(now / 1000) };
}

/** aaPanel's second envelope; 0 is a success (docs/protocol.md 2.3). */
export function stampedReply(status: 0 | -1, message: unknown, now: number) {
  return { status, timestamp: Math.floor(now / 1000), message };
}

/** How an edition wraps messages and content. */
export interface Envelope {
  readonly reply: (succeeded: boolean, message: string, now: number) => unknown;
  readonly content: (content: unknown, now: number) => unknown;
}

/** Messages in the classic envelope, content without one. */
export const classic: Envelope = { reply: statusReply, content: (content) => content };

/** Everything in the second envelope. */
export const stamped: Envelope = {
  reply: (succeeded, result, now) => stampedReply(succeeded ? 0 : -1, { result }, now),
  content: (content, now) => stampedReply(0, content, now),
};

/** Escapes a note or a log as panels do. */
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
  /** The query without the signature. */
  readonly query: URLSearchParams;
  readonly body: Buffer;
  /** The file of a multipart form; empty if there is none. */
  readonly blob: Buffer;
  /** Form and query without the signature; the form wins. */
  readonly fields: Fields;
  readonly signature: { readonly time: string; readonly token: string } | undefined;
  readonly clientAddress: string;
}

const LARGEST_BODY = 50 * 1024 * 1024;

/** Reads a request to its end, so that the client sees the answer; `undefined` if it is too large or invalid. */
export async function readRequest(message: IncomingMessage): Promise<PanelRequest | undefined> {
  const body = await readBody(message);
  const url = URL.parse(message.url ?? "/", "http://panel");
  if (body === undefined || url === null) return undefined;
  const path = decoded(url.pathname);
  if (path === undefined) return undefined;
  const query = url.searchParams;
  const { form, blob } = await readForm(body, message.headers["content-type"] ?? "");
  // the first of several fields with one name counts
  const merged: Record<string, string> = Object.fromEntries([...form, ...query].toReversed());
  const { request_time: time, request_token: token, ...fields } = merged;
  query.delete("request_time");
  query.delete("request_token");
  const signature = time === undefined || token === undefined ? undefined : { time, token };
  const clientAddress = (message.socket.remoteAddress ?? "").replace(/^::ffff:/, "");
  return { message, path, query, body, blob, fields, signature, clientAddress };
}

interface Form {
  readonly form: readonly (readonly [string, string])[];
  readonly blob: Buffer;
}

async function readForm(body: Buffer, contentType: string): Promise<Form> {
  const blob = Buffer.alloc(0);
  if (contentType.startsWith("application/x-www-form-urlencoded"))
    return { form: [...new URLSearchParams(body.toString("utf8"))], blob };
  if (!contentType.startsWith("multipart/form-data")) return { form: [], blob };
  const parts = await new Response(new Uint8Array(body), { headers: { "content-type": contentType } })
    .formData()
    .catch(() => new FormData());
  const file = parts.get("blob");
  return {
    form: [...parts].filter((part): part is [string, string] => typeof part[1] === "string"),
    blob: file instanceof Blob ? Buffer.from(await file.arrayBuffer()) : blob,
  };
}

async function readBody(message: IncomingMessage): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of message as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size <= LARGEST_BODY) chunks.push(chunk);
  }
  if (size > LARGEST_BODY) return undefined;
  return Buffer.concat(chunks);
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

/** Counts failed calls per client address as panels do (docs/protocol.md 3.4, 3.6). */
class Lockout {
  readonly #counts = new Map<string, { readonly failures: number; readonly until: number }>();
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

  /** Clears the count; but without one, a success counts as a failure, so that the lock can come one call early. */
  succeeded(address: string): void {
    if (this.#failures(address) > 0) this.#counts.delete(address);
    else this.#set(address, 1);
  }

  #failures(address: string): number {
    const count = this.#counts.get(address);
    if (count === undefined || this.#now() >= count.until) return 0;
    return count.failures;
  }

  #set(address: string, failures: number): void {
    this.#counts.set(address, { failures, until: this.#now() + EXPIRES_AFTER_MS });
  }
}

/** The messages of an edition's refusals (docs/protocol.md 3.1). */
export interface Refusals {
  readonly key: string;
  readonly lock: string;
}

/** Further checks of requests, which tests add. */
export interface Doors {
  /** Runs before the signature counts. */
  readonly closed?: (request: PanelRequest, isSigned: boolean) => Answer | undefined;
  /** Runs for an address that is not locked out. */
  readonly barred?: (request: PanelRequest) => Rejection | undefined;
}

interface GateOptions {
  readonly key: string;
  readonly refusals: Refusals;
  readonly doors: Doors;
  readonly now: () => number;
}

/** The answer to a request that does not pass; a refusal counts for the lockout. */
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

  /** Returns why a request does not pass, `undefined` if it does. The signature may be of any time. */
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
