import type { IncomingMessage } from "node:http";
import type { Fields } from "../../wire/answers/operation.ts";
import { isObject } from "../../wire/answers/isObject.ts";
import type { Accent } from "./accent.ts";
import { type Answer, emptyNotFound } from "./answer.ts";

const LONGEST_URL = 1024;
const LONGEST_PATH = 256;

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
export async function readRequest(message: IncomingMessage, accent: Accent): Promise<PanelRequest | Answer> {
  const { notFoundPage, largestBody, readsJson } = accent;
  const body = await readBody(message, largestBody);
  const { method } = message;
  if (method !== "GET" && method !== "POST") return emptyNotFound;
  const url = URL.parse(message.url ?? "/", "http://panel");
  const path = url === null ? undefined : decoded(url.pathname);
  const isTooLong = `http://${message.headers.host ?? ""}${message.url ?? ""}`.length > LONGEST_URL;
  if (url === null || path === undefined || isTooLong || body === undefined) return notFoundPage;
  if (path.length > LONGEST_PATH || !/^[\p{L}\p{N}_./-]*$/u.test(path)) return notFoundPage;
  if (isCrawler(message.headers["user-agent"] ?? "")) return notFoundPage;
  const query = url.searchParams;
  const { request_time: time, request_token: token, ...fields } = merged(query, formOf(message, body, readsJson));
  query.delete("request_time");
  query.delete("request_token");
  const signature = time === undefined || token === undefined ? undefined : { time, token };
  const { host = "", authorization } = message.headers;
  const socketAddress = (message.socket.remoteAddress ?? "").replace(/^::ffff:/, "");
  const clientAddress = accent.clientAddress(socketAddress, message.headers);
  return { method, path, query, fields, signature, clientAddress, host, authorization };
}

/** `undefined` where it is too large; it is read all the same, so that the client sees the answer. */
async function readBody(message: IncomingMessage, largest: number): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of message as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size <= largest) chunks.push(chunk);
  }
  return size > largest ? undefined : Buffer.concat(chunks);
}

/** Bodies of any other type are ignored. */
function formOf(message: IncomingMessage, body: Buffer, readsJson: boolean): URLSearchParams {
  const type = message.headers["content-type"] ?? "";
  const text = body.toString("utf8");
  if (readsJson && type.startsWith("application/json")) return new URLSearchParams(jsonFields(text));
  return new URLSearchParams(type.startsWith("application/x-www-form-urlencoded") ? text : "");
}

/** None where it is no JSON object. */
function jsonFields(text: string): Record<string, string> {
  try {
    const value: unknown = JSON.parse(text);
    if (!isObject(value)) return {};
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, String(member)]));
  } catch {
    return {};
  }
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
