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
 * Opens the answers of one wire: tells successes from failures, and finds the content or the panel's words. The content of
 * a success has the form that the operation's `result` reads. A success is known by one exact value, which is 0 on some
 * wires, and never by words, which change with version and language (docs/protocol.md 2.3, 2.8).
 */
export type Envelope = (body: unknown) => Opened;

/** Characters of a panel's sentence that are kept: sentences are recognised by their beginning. */
export const LONGEST_MESSAGE = 1_000;

/**
 * The header of aaPanel's translation file, which it sends as the translation of an empty text (docs/protocol.md
 * 6.30).
 */
const HEADER = /Project-Id-Version: .{0,200}\n(?:[A-Z][\w-]{0,60}: .{0,200}(?:\n|$))*/;

/** The panel's sentence without the header of its translation file, which may stand alone or between other words. */
export function withoutHeader(sentence: string): string {
  if (sentence.length > LONGEST_MESSAGE) return sentence;
  return sentence.replace(HEADER, "");
}

/** Empties a text that is only the header of a translation file. A text that quotes such a header stays as it is. */
function withoutLoneHeader(text: string): string {
  if (withoutHeader(text) === "") return "";
  return text;
}

/** Empties the `msg` of a body if that is only the header of a translation file. */
function bodyWithoutLoneHeader(body: unknown): unknown {
  if (!isObject(body) || typeof body["msg"] !== "string") return body;
  return { ...body, msg: withoutLoneHeader(body["msg"]) };
}

/**
 * The classic envelope: `{status, msg}`, with or without `data` and `code`. Its content is the whole body. `code` stays 0 on
 * failure, so only `status` counts (docs/protocol.md 2.2).
 */
export const classic = bare((body) => isObject(body) && body["status"] === true);

/** Answers without an envelope, which are arrays. A failure comes in the classic envelope. */
export const bareArray = bare(Array.isArray);

/**
 * Answers without an envelope, which are objects with this field. If they have a `status`, it means something else. A failure
 * comes in the classic envelope.
 */
export function bareObject(field: string): Envelope {
  return bare((body) => isObject(body) && field in body && body["status"] !== false);
}

/**
 * Answers without an envelope, as `isContent` recognises them. A failure comes in the classic envelope, in the second
 * envelope, or as a bare text (docs/protocol.md 2.4, 2.5).
 */
export function bare(isContent: (body: unknown) => boolean): Envelope {
  return (answer) => {
    const body = bodyWithoutLoneHeader(answer);
    if (isStamped(body, -1)) return { kind: "failure", message: wordsIn(body["message"]) };
    if (isContent(body)) return { kind: "success", content: body };
    const message = typeof body === "string" ? body : (classicFailureIn(body) ?? codedFailureIn(body));
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

/** The sentence of `{status: false, status_code, error_msg}`, as operations of projects answer (docs/protocol.md 2.16). */
function codedFailureIn(body: unknown): string | undefined {
  if (!isObject(body) || body["status"] !== false || typeof body["status_code"] !== "number") return undefined;
  if (typeof body["error_msg"] === "string") return body["error_msg"];
  return undefined;
}

/**
 * The second envelope: `{status, timestamp, message}`, where `status` is 0 for a success and -1 for a failure. The content
 * is `message`: data, or `{result}` with the panel's words. If `message` has a `status` of its own that is false, it is a
 * failure, too. Panels mix in classic answers and bare texts (docs/protocol.md 2.3, 2.4).
 */
export const timestamped: Envelope = (body) => {
  if (!isStamped(body, 0)) return classic(body);
  const { message } = body;
  if (isObject(message) && message["status"] === false) return { kind: "failure", message: wordsIn(message) };
  return { kind: "success", content: message };
};

/** Opens answers in `envelope`, which may be inside the second envelope. */
export function stamped(envelope: Envelope): Envelope {
  return (body) => {
    if (isStamped(body, 0)) return envelope(body["message"]);
    return envelope(body);
  };
}

/** Opens only answers in the second envelope, and what is inside with `envelope`. */
export function onlyStamped(envelope: Envelope): Envelope {
  const refuses = bare(() => false);
  return (body) => {
    if (isStamped(body, 0)) return envelope(body["message"]);
    return refuses(body);
  };
}

/** Opens answers as `envelope` does, and converts the content of a success. */
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
  if (typeof words === "string") return withoutLoneHeader(words);
  return "";
}

/** Opens answers as `envelope` does; a success with these words means that the panel did nothing. */
export function nothingDoneWith(words: RegExp, envelope: Envelope): Envelope {
  return (body) => {
    const opened = envelope(body);
    if (opened.kind !== "success") return opened;
    const message = wordsIn(opened.content);
    if (words.test(message.slice(0, LONGEST_MESSAGE))) return { kind: "nothingDone", message };
    return opened;
  };
}
