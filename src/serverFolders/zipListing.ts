import { isText } from "./records.ts";
import type { ArchiveEntry } from "./tarListing.ts";

/** Reads a part of an archive. */
export type ReadPart = (from: number, length: number) => Promise<Uint8Array>;

/** Most bytes of a zip's own list of its files. */
const MOST_LIST = 32 * 1024 * 1024;

/** Most bytes of one part. */
const PART = 4 * 1024 * 1024;

/** The record at the end of a zip, and the longest comment after it. */
const END = 22;
const LONGEST_COMMENT = 0xff_ff;

/** What the numbers of a zip say where the true ones need more room. */
const ELSEWHERE = 0xff_ff_ff_ff;

/** Flags of an entry, and systems on which it was packed. */
const ENCRYPTED = 1;
const UTF8 = 0x800;
const UNIX = 3;
const DOS = 0;

/** The types of files in the attributes of Unix. */
const TYPES = 0xf000;
const LINK = 0xa000;
const FILE = 0x8000;
const DIRECTORY = 0x4000;

/** Reads a zip's own list of its files; `undefined`: it has none, or it is damaged. Rejects with what `read` does. */
export async function readZip(read: ReadPart, size: number): Promise<readonly ArchiveEntry[] | undefined> {
  if (size < END) return undefined;
  const from = Math.max(0, size - END - LONGEST_COMMENT);
  const tail = Buffer.from(await read(from, size - from));
  const at = tail.lastIndexOf("PK\u0005\u0006", undefined, "latin1");
  if (at === -1 || at + END > tail.length) return undefined;
  const list = (await placeOfList64(read, size, tail, at)) ?? {
    from: tail.readUInt32LE(at + 16),
    length: tail.readUInt32LE(at + 12),
  };
  if (list.length > MOST_LIST || list.from + list.length > size) return undefined;
  const parts: Uint8Array[] = [];
  for (let done = 0; done < list.length;) {
    const bytes = await read(list.from + done, Math.min(PART, list.length - done));
    if (bytes.length === 0) return undefined;
    parts.push(bytes);
    done += bytes.length;
  }
  return entriesIn(Buffer.concat(parts));
}

/** Where the list of a large zip is. */
async function placeOfList64(read: ReadPart, size: number, tail: Buffer, at: number) {
  const locator = at - 20;
  if (locator < 0 || tail.toString("latin1", locator, locator + 4) !== "PK\u0006\u0007") return undefined;
  const from = Number(tail.readBigUInt64LE(locator + 8));
  if (from + 56 > size) return { from, length: 0 };
  const record = Buffer.from(await read(from, 56));
  if (record.length < 56) return undefined;
  return { from: Number(record.readBigUInt64LE(48)), length: Number(record.readBigUInt64LE(40)) };
}

function entriesIn(list: Buffer): readonly ArchiveEntry[] | undefined {
  const entries: ArchiveEntry[] = [];
  for (let at = 0; at < list.length;) {
    if (at + 46 > list.length || list.toString("latin1", at, at + 4) !== "PK\u0001\u0002") return undefined;
    const [nameLength, extraLength, commentLength] = [28, 30, 32].map((place) => list.readUInt16LE(at + place));
    if (nameLength === undefined || extraLength === undefined || commentLength === undefined) return undefined;
    const nameEnd = at + 46 + nameLength;
    const next = nameEnd + extraLength + commentLength;
    if (next > list.length) return undefined;
    const size = sizeOf(list.readUInt32LE(at + 24), list.subarray(nameEnd, nameEnd + extraLength));
    if (size === undefined) return undefined;
    if (list.subarray(at + 46, nameEnd).includes(0)) return undefined;
    entries.push(entryOf(list, at, list.toString("latin1", at + 46, nameEnd), size));
    at = next;
  }
  return entries;
}

function entryOf(list: Buffer, at: number, name: string, size: number): ArchiveEntry {
  const flags = list.readUInt16LE(at + 8);
  const system = list.readUInt8(at + 5);
  const type = system === UNIX ? (list.readUInt32LE(at + 38) >>> 16) & TYPES : 0;
  // some programs of Windows write the strokes of Windows
  const path = system === DOS && !name.includes("/") ? name.replaceAll("\\", "/") : name;
  const isForeign = (flags & UTF8) === 0 && !/^[\u0020-\u007e]*$/.test(name) && (system === DOS || !isText(name));
  return {
    kind: kindOf(type, path),
    path,
    size,
    ...((flags & ENCRYPTED) !== 0 && { isEncrypted: true }),
    ...(isForeign && { isForeign }),
  };
}

function kindOf(type: number, path: string): ArchiveEntry["kind"] {
  if (type === LINK) return "link";
  if (type === DIRECTORY || path.endsWith("/")) return "directory";
  if (type === FILE || type === 0) return "file";
  return "special";
}

/** The size of a file, which is among the extra fields where it is large. */
function sizeOf(size: number, extra: Buffer): number | undefined {
  if (size !== ELSEWHERE) return size;
  for (let at = 0; at + 4 <= extra.length; at += 4 + extra.readUInt16LE(at + 2))
    if (extra.readUInt16LE(at) === 1 && at + 12 <= extra.length) return Number(extra.readBigUInt64LE(at + 4));
  return undefined;
}
