import { bare } from "./envelope.ts";
import { isObject } from "./isObject.ts";

/** A file, or a part of one, in place of JSON. */
export interface Attachment {
  readonly bytes: Uint8Array;
  /** Where the bytes begin in the file. */
  readonly from: number;
  /** Size of the whole file. */
  readonly total: number;
}

/** Reads an answer's header `Content-Range`; without one the bytes are the whole file. */
export function attachmentOf(bytes: Uint8Array, contentRange: string | undefined): Attachment {
  const [, from = "0", total = String(bytes.length)] =
    /^bytes (\d{1,15})-\d{1,15}\/(\d{1,15})$/.exec(contentRange ?? "") ?? [];
  return { bytes, from: Number(from), total: Number(total) };
}

/** An attachment; a failure is a classic one. */
export const attached = bare((body) => isObject(body) && body["bytes"] instanceof Uint8Array);
