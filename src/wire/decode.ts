import { isIP } from "node:net";
import * as v from "valibot";
import type { Attachment } from "./answers/attachment.ts";
import { classicFailureIn, LONGEST_MESSAGE, type Opened } from "./answers/envelope.ts";
import { PanelError, type PanelFailure } from "./answers/failure.ts";
import { fieldsAtFault } from "./answers/listing.ts";
import { parseJson } from "./answers/parseJson.ts";
import type { Operation, Wire } from "./answers/operation.ts";
import { redirectOf, type Redirect } from "./answers/redirect.ts";
import { refusalText } from "./answers/refusalText.ts";
import type { WholeAnswer } from "./http/exchange.ts";

/** A raw answer with its whole, decompressed body. Never log the body: a page can hold the form we sent. */
export interface RawAnswer {
  readonly status: number;
  readonly contentType: string;
  readonly body: string;
  readonly redirect?: Redirect;
  /** In place of a body. */
  readonly attachment?: Attachment;
}

/** @param origin of the request */
export function rawAnswerOf(answer: WholeAnswer, origin: string): RawAnswer {
  const { status, contentType, location, text, attachment } = answer;
  return {
    status,
    contentType,
    body: text,
    ...(location !== undefined && { redirect: redirectOf(location, origin) }),
    ...(attachment && { attachment }),
  };
}

/**
 * Answers of panels to operations that they do not have (docs/protocol.md 2.7, transcripts `java_unknown_module`,
 * `docker_mod_com_list`).
 */
const UNSUPPORTED =
  /^(?:指定参数无效!|Specific parameters are invalid!|specify parameters are Invalid!|没有在模型中找到指定模块|The specified module was not found in the model|\[[\w/]+\]模块中找不到\[)/;

/**
 * Reads an answer to an operation; throws `PanelError` for anything else. @param body the result of `jsonOf`, if that
 * is a step of its own
 */
export function decodeAnswer<P, R>(row: Operation<P, R>, wire: Wire<P>, answer: RawAnswer, body = jsonOf(answer)): R {
  assertNotRefused(answer, body);
  const opened = wire.envelope(body);
  if (opened.kind !== "success") throw new PanelError(unsuccessful(opened, answer.status, row));
  const result = v.safeParse(row.result, opened.content);
  if (!result.success) throw new PanelError({ kind: "malformed", fields: fieldsAtFault(result.issues) });
  return result.output;
}

/**
 * Parses the body of an answer under any content type and status (docs/protocol.md 2.1); throws `PanelError`. An attachment is
 * left as it is.
 */
export function jsonOf({ body, status, redirect, attachment }: RawAnswer): unknown {
  if (attachment !== undefined) return attachment;
  try {
    return parseJson(body);
  } catch {
    const form = formOf({ status, body });
    throw new PanelError({ kind: "page", status, ...(redirect && { redirect }), ...(form && { form }) });
  }
}

/**
 * What the page about the security entrance tells people to run, in every language. Older panels send it in place of the page of
 * docs/protocol.md 4.1 (4.14).
 */
const ENTRANCE = "/etc/init.d/bt default";
/** The head of a panel's report of an exception, in every language. The form that was sent comes after it (docs/protocol.md 4.6). */
const EXCEPTION = "REQUEST_DATE: ";
const LONGEST_HEAD = 4_000;

/** The form of a page that only panels have; `undefined`: it may be anybody's. */
export function formOf({ status, body }: Pick<RawAnswer, "status" | "body">): "entrance" | "exception" | undefined {
  const head = body.slice(0, LONGEST_HEAD);
  if (head.includes(ENTRANCE)) return "entrance";
  return status === 500 && head.includes(EXCEPTION) ? "exception" : undefined;
}

/** The beginnings of the sentences of refusals (docs/protocol.md 3.1). */
const REFUSED =
  /^(?:密钥校验失败|IP校验失败|连续\d{1,3}次验证失败|Secret key verification failed|IP validation failed|\d{1,3} consecutive verification failures)/;

/**
 * A refusal is HTTP 200 under text/html with `{status:false,msg}`; nothing else of a running panel has that form
 * (docs/protocol.md 3.2). The document shows no form for it, so a known sentence is enough.
 */
function assertNotRefused({ status, contentType }: RawAnswer, body: unknown): void {
  const refusal = classicFailureIn(body);
  if (refusal === undefined) return;
  const message = refusal.slice(0, LONGEST_MESSAGE);
  const isPage = status === 200 && contentType.toLowerCase().startsWith("text/html");
  if (!isPage && !(status === 200 && REFUSED.test(message))) return;
  const [, clientAddress = ""] = /\[([0-9a-fA-F.:]{2,45})\]/.exec(message) ?? [];
  // aaPanel 6.8 says of an address what others say of the lock (docs/protocol.md 3.13)
  if (isIP(clientAddress) !== 0) throw new PanelError({ kind: "refused", reason: "ip", clientAddress });
  throw new PanelError({ kind: "refused", reason: reasonOf(message) });
}

function reasonOf(message: string): "key" | "ip" | "locked" | "unknown" {
  if (/密钥校验失败|key verification failed/i.test(message)) return "key";
  if (/IP校验失败|IP validation failed/i.test(message)) return "ip";
  if (/连续\d+次验证失败|consecutive verification failures/i.test(message)) return "locked";
  return "unknown";
}

/**
 * The failure of an answer. Panels reject with status 200; gateways that give up on one send JSON of their own with
 * other statuses. JSON with status 404 says of a read what the page does (docs/protocol.md 4.1), and is the no to a change.
 */
function unsuccessful(
  opened: Exclude<Opened, { kind: "success" }>,
  status: number,
  { effect }: Pick<Operation<unknown, unknown>, "effect">,
): PanelFailure {
  if (opened.kind === "nothingDone") return { kind: "rejected", message: refusalText(opened.message) };
  if (status !== 200 && status !== 404) return { kind: "page", status };
  if (opened.kind === "failure" && UNSUPPORTED.test(opened.message.slice(0, LONGEST_MESSAGE)))
    return { kind: "unsupported" };
  if (status === 404 && effect === "read") return { kind: "page", status, form: "json" };
  if (opened.kind === "unclear") return { kind: "malformed", fields: ["(whole)"] };
  return { kind: "rejected", message: refusalText(opened.message) };
}
