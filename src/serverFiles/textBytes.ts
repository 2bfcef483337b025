/** Bytes of the beginning that decide whether a file is text. */
const BEGINNING = 8_192;

/** Whether a file is no text: it has a NUL in its first 8 KiB, and does not begin as UTF-16. */
export function isBinary(bytes: Uint8Array): boolean {
  return !isUtf16(bytes) && bytes.subarray(0, BEGINNING).includes(0);
}

function isUtf16([first, second]: Uint8Array): boolean {
  return (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
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

/** The encoding of Chinese text that is not in UTF-8, as VS Code names it; `undefined`: it is something else, or no text. */
export function chineseEncoding(bytes: Uint8Array): "gb18030" | undefined {
  const isOther = isBinary(bytes) || isUtf16(bytes) || isText(bytes, "utf-8");
  if (!isOther && isText(bytes, "gb18030")) return "gb18030";
  return undefined;
}

const UNREAD = Buffer.from("\ufffd");

/** Number of signs in text of UTF-8 that stand for what was not understood. */
export function unreadCharacters(bytes: Uint8Array): number {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let count = 0;
  for (let index = buffer.indexOf(UNREAD); index >= 0; index = buffer.indexOf(UNREAD, index + UNREAD.length))
    count += 1;
  return count;
}
