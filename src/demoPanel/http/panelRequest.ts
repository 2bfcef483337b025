import type { IncomingMessage } from "node:http";
import type { Fields } from "../../wire/answers/operation.ts";

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
