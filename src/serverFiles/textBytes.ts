/** Bytes of the beginning that decide whether a file is text. */
const BEGINNING = 8_192;

/** Whether a file is no text: it has a NUL in its first 8 KiB, and does not begin as UTF-16. */
export function isBinary(bytes: Uint8Array): boolean {
  const [first, second] = bytes;
  const isUtf16 = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
  return !isUtf16 && bytes.subarray(0, BEGINNING).includes(0);
}

/** Whether bytes are text in this encoding, as `TextDecoder` names it. */
export function isText(bytes: Uint8Array, encoding: "utf-8" | "gb18030"): boolean {
  try {
    new TextDecoder(encoding, { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}

const UNREAD = Buffer.from("\ufffd");

/** Number of signs in text of UTF-8 that stand for what was not understood. */
export function unreadCharacters(bytes: Uint8Array): number {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let count = 0;
  for (let at = buffer.indexOf(UNREAD); at >= 0; at = buffer.indexOf(UNREAD, at + UNREAD.length)) count += 1;
  return count;
}
