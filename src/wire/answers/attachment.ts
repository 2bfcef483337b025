import { bare } from "./envelope.ts";
import { PanelError } from "./failure.ts";
import { isObject } from "./isObject.ts";

/** A file, or a part of one, in place of JSON. */
export interface Attachment {
  readonly bytes: Uint8Array;
  /** Where the bytes begin in the file. */
  readonly from: number;
  /** Size of the whole file. */
  readonly total: number;
}

/** What an answer says of its bytes. */
interface AttachmentHead {
  readonly status: number;
  readonly contentType: string;
  readonly contentRange: string | undefined;
}

/**
 * Reads the one range that an answer has; with status 200 and no range its bytes are the whole file. Throws a `PanelError` for
 * several ranges, and for one that its bytes do not fill.
 */
export function attachmentOf(bytes: Uint8Array, { status, contentType, contentRange }: AttachmentHead): Attachment {
  const isWhole = status === 200 && contentRange === undefined && !/^multipart\//i.test(contentType);
  if (isWhole) return { bytes, from: 0, total: bytes.length };
  const range = /^bytes (\d{1,15})-(\d{1,15})\/(\d{1,15})$/.exec(contentRange ?? "");
  const [from = 0, last = 0, total = 0] = range?.slice(1).map(Number) ?? [];
  const isFilled = range !== null && last - from + 1 === bytes.length && last < total;
  if (!isFilled) throw new PanelError({ kind: "malformed", fields: ["Content-Range"] });
  return { bytes, from, total };
}

/** An attachment; a failure is a classic one. */
export const attached = bare((body) => isObject(body) && body["bytes"] instanceof Uint8Array);
