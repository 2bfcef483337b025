import type { IncomingMessage } from "node:http";
import type { Fields } from "../../wire/answers/operation.ts";
import { type Answer, emptyNotFound, notFoundPage } from "./answer.ts";

const LONGEST_URL = 1024;
const LONGEST_PATH = 256;
const LARGEST_BODY = 16 * 1024 * 1024;

/** A request as the panel's application sees it. */
export interface PanelRequest {
  readonly method: "GET" | "POST";
  /** Decoded, without the query. */
  readonly path: string;
  /** The query without the signature, for links. */
  readonly query: URLSearchParams;
  /** Query and form in one, the form first, without the signature. */
  readonly fields: Fields;
  readonly signature: { readonly time: string; readonly token: string } | undefined;
  readonly clientAddress: string;
  /** The header `Host`, with the port. */
  readonly host: string;
  readonly authorization: string | undefined;
}

/** Reads a request to its end, or says what panels answer before they look at it (docs/protocol.md 5.1). */
export async function readRequest(message: IncomingMessage): Promise<PanelRequest | Answer> {
  const body = await readBody(message);
  const { method } = message;
  if (method !== "GET" && method !== "POST") return emptyNotFound;
  const url = URL.parse(message.url ?? "/", "http://panel");
  const path = url === null ? undefined : decoded(url.pathname);
  const isTooLong = `http://${message.headers.host ?? ""}${message.url ?? ""}`.length > LONGEST_URL;
  if (url === null || path === undefined || isTooLong || body === undefined) return notFoundPage;
  if (path.length > LONGEST_PATH || !/^[\p{L}\p{N}_./-]*$/u.test(path)) return notFoundPage;
  if (isCrawler(message.headers["user-agent"] ?? "")) return notFoundPage;
  const query = url.searchParams;
  const { request_time: time, request_token: token, ...fields } = merged(query, formOf(message, body));
  query.delete("request_time");
  query.delete("request_token");
  const signature = time === undefined || token === undefined ? undefined : { time, token };
  const { host = "", authorization } = message.headers;
  return { method, path, query, fields, signature, clientAddress: addressOf(message), host, authorization };
}

/** `undefined` where it is too large; it is read all the same, so that the client sees the answer. */
async function readBody(message: IncomingMessage): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of message as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size <= LARGEST_BODY) chunks.push(chunk);
  }
  return size > LARGEST_BODY ? undefined : Buffer.concat(chunks);
}

/** JSON bodies are ignored (docs/protocol.md 1.5). */
function formOf(message: IncomingMessage, body: Buffer): URLSearchParams {
  const isForm = (message.headers["content-type"] ?? "").startsWith("application/x-www-form-urlencoded");
  return new URLSearchParams(isForm ? body.toString("utf8") : "");
}

/** Of several fields with one name the first counts. */
function merged(query: URLSearchParams, form: URLSearchParams): Record<string, string> {
  return Object.fromEntries([...form, ...query].toReversed());
}

function decoded(pathname: string): string | undefined {
  try {
    return decodeURIComponent(pathname);
  } catch {
    return undefined;
  }
}

function isCrawler(userAgent: string): boolean {
  return userAgent.includes("bot") || /spider/i.test(userAgent);
}

/** Panels believe a proxy on their own machine (docs/protocol.md 3.11). */
function addressOf(message: IncomingMessage): string {
  const socketAddress = (message.socket.remoteAddress ?? "").replace(/^::ffff:/, "");
  if (!/^(127\.|::1$)/.test(socketAddress)) return socketAddress;
  const forwarded = String(message.headers["x-forwarded-for"] ?? "").split(",");
  return forwarded.at(-1)?.trim() || socketAddress;
}
