import { isObject } from "./isObject.ts";

/** The content of a JSON answer, without its envelope. */
export type Opened =
  | { readonly kind: "success"; readonly content: unknown }
  /** A success, with the remark that there was nothing to do. */
  | { readonly kind: "nothingDone"; readonly message: string }
  | { readonly kind: "failure"; readonly message: string }
  /** Neither a success nor a failure. */
  | { readonly kind: "unclear" };

/**
 * Opens the answers of one wire: what a success is, where its content lies and where the panel's words stand. The content
 * of a success has the form that the operation's `result` reads. A success shows in a value of its own, compared exactly: 0 is one on some wires, and words change with version and
 * language (docs/protocol.md 2.3, 2.8).
 */
export type Envelope = (body: unknown) => Opened;

/** Characters of a panel's sentence that are kept: sentences are recognised by their beginning. */
export const LONGEST_MESSAGE = 1_000;

/**
 * The header of aaPanel's file of sentences, which it sends as the translation of an empty text (docs/protocol.md
 * 6.30).
 */
const HEADER = /Project-Id-Version: .{0,200}\n(?:[A-Z][\w-]{0,60}: .{0,200}(?:\n|$))*/;

/** The panel's sentence without such headers, alone or between its words. */
export function withoutHeader(sentence: string): string {
  if (sentence.length > LONGEST_MESSAGE) return sentence;
  return sentence.replace(HEADER, "");
}

/** Empty if the text is such a header and nothing else: a text may quote one. */
function nothingForHeader(text: string): string {
  if (withoutHeader(text) === "") return "";
  return text;
}

/** A body whose `msg` is not such a header. */
function withNothingForHeader(body: unknown): unknown {
  if (!isObject(body) || typeof body["msg"] !== "string") return body;
  return { ...body, msg: nothingForHeader(body["msg"]) };
}

/**
 * `{status, msg}`, with or without `data` and `code` beside them. The content is all of it. `code` stays 0 on
 * failure, so only `status` counts (docs/protocol.md 2.2).
 */
export const classic = bare((body) => isObject(body) && body["status"] === true);

/** A bare array; a failure is a classic one. */
export const bareArray = bare(Array.isArray);

/** An object with this field and no `status`, or one that means something else; a failure is a classic one. */
export function bareObject(field: string): Envelope {
  return bare((body) => isObject(body) && field in body && body["status"] !== false);
}

/**
 * No envelope round what `isContent` accepts; a failure is a classic one, one of the second envelope, or a bare text
 * (docs/protocol.md 2.4, 2.5).
 */
export function bare(isContent: (body: unknown) => boolean): Envelope {
  return (answer) => {
    const body = withNothingForHeader(answer);
    if (isStamped(body, -1)) return { kind: "failure", message: wordsIn(body["message"]) };
    if (isContent(body)) return { kind: "success", content: body };
    const message = typeof body === "string" ? body : classicFailureIn(body);
    if (message === undefined) return { kind: "unclear" };
    return { kind: "failure", message };
  };
}

/** The sentence of `{status: false, msg}`. */
export function classicFailureIn(body: unknown): string | undefined {
  if (!isObject(body) || body["status"] !== false) return undefined;
  if (typeof body["msg"] === "string") return body["msg"];
  return undefined;
}

/**
 * `{status, timestamp, message}`, where 0 is success and -1 failure. The content is `message`: data, or `{result}`
 * with the panel's words. A `message` that says false itself is a failure under 0. Panels mix in classic answers and
 * bare texts (docs/protocol.md 2.3, 2.4).
 */
export const timestamped: Envelope = (body) => {
  if (!isStamped(body, 0)) return classic(body);
  const { message } = body;
  if (isObject(message) && message["status"] === false) return { kind: "failure", message: wordsIn(message) };
  return { kind: "success", content: message };
};

/** `envelope`, also inside the second envelope. */
export function stamped(envelope: Envelope): Envelope {
  return (body) => {
    if (isStamped(body, 0)) return envelope(body["message"]);
    return envelope(body);
  };
}

/** The second envelope alone, with `envelope` for what is in it. */
export function onlyStamped(envelope: Envelope): Envelope {
  const refuses = bare(() => false);
  return (body) => {
    if (isStamped(body, 0)) return envelope(body["message"]);
    return refuses(body);
  };
}

/** `envelope`, with the content of a success in another form. */
export function converted(envelope: Envelope, convert: (content: unknown) => unknown): Envelope {
  return (body) => {
    const opened = envelope(body);
    if (opened.kind === "success") return { kind: "success", content: convert(opened.content) };
    return opened;
  };
}

/** Whether an answer is in the second envelope, whose status is 0 for a success and -1 for a failure. */
function isStamped(body: unknown, status: 0 | -1): body is Readonly<Record<string, unknown>> {
  return isObject(body) && body["status"] === status && typeof body["timestamp"] === "number";
}

/** The panel's words in the content of either envelope; empty where it has none. */
export function wordsIn(message: unknown): string {
  const words = isObject(message) ? (message["result"] ?? message["msg"]) : message;
  if (typeof words === "string") return nothingForHeader(words);
  return "";
}

/** `envelope`, where a success with these words means that the panel did nothing. */
export function nothingDoneWith(words: RegExp, envelope: Envelope): Envelope {
  return (body) => {
    const opened = envelope(body);
    if (opened.kind !== "success") return opened;
    const message = wordsIn(opened.content);
    if (words.test(message.slice(0, LONGEST_MESSAGE))) return { kind: "nothingDone", message };
    return opened;
  };
}
