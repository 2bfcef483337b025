import { type Answer, notFoundPage, type PanelRequest } from "../../src/demoPanel/http.ts";
import { isObject } from "../../src/wire/answers/isObject.ts";
import type { EditionReplies } from "./editionReplies.ts";
import { emptyNotFound } from "./pages.ts";

const LONGEST_URL = 1024;
const LONGEST_PATH = 256;

/** Reads a request as panels do, or answers it before its signature is checked (docs/protocol.md 5.1). */
export function readAsPanel(request: PanelRequest, replies: EditionReplies): PanelRequest | Answer {
  const { message, path, body, clientAddress } = request;
  const { method, headers } = message;
  if (method !== "GET" && method !== "POST") return emptyNotFound;
  const isTooLong = `http://${headers.host ?? ""}${message.url ?? ""}`.length > LONGEST_URL;
  if (isTooLong || body.length > replies.largestBody) return notFoundPage;
  if (path.length > LONGEST_PATH || !/^[\p{L}\p{N}_./-]*$/u.test(path)) return notFoundPage;
  if (isCrawler(headers["user-agent"] ?? "")) return notFoundPage;
  const isJson = replies.readsJson && headers["content-type"]?.startsWith("application/json") === true;
  return {
    ...request,
    ...(isJson && withJson(request)),
    clientAddress: replies.clientAddress(clientAddress, headers),
  };
}

/** Adds the fields of a JSON body; ignores a body that is not a JSON object. */
function withJson({ body, fields, signature }: PanelRequest): Pick<PanelRequest, "fields" | "signature"> {
  const { request_time: time = signature?.time, request_token: token = signature?.token, ...more } = fieldsOf(body);
  return {
    fields: { ...fields, ...more },
    signature: time === undefined || token === undefined ? undefined : { time, token },
  };
}

function fieldsOf(body: Buffer): Readonly<Record<string, string>> {
  try {
    return textFields(JSON.parse(body.toString("utf8")));
  } catch {
    return {};
  }
}

/** Returns the members of a JSON object as fields; of other values none. */
export function textFields(value: unknown): Readonly<Record<string, string>> {
  if (!isObject(value)) return {};
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, String(member)]));
}

function isCrawler(userAgent: string): boolean {
  return userAgent.includes("bot") || /spider/i.test(userAgent);
}
