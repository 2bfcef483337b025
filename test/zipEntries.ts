import { inflateRawSync } from "node:zlib";

const END_BYTES = 22;
const CENTRAL_BYTES = 46;
const LOCAL_BYTES = 30;

/** What a zip archive holds, by path; for archives without encryption or comment, and below 4 GB. */
export function zipEntries(archive: Buffer): ReadonlyMap<string, Buffer> {
  const entries = new Map<string, Buffer>();
  const end = archive.length - END_BYTES;
  let at = archive.readUInt32LE(end + 16);
  for (let left = archive.readUInt16LE(end + 10); left > 0; left--) {
    const [name, extra, comment] = [28, 30, 32].map((field) => archive.readUInt16LE(at + field)) as [
      number,
      number,
      number,
    ];
    const path = archive.toString("utf8", at + CENTRAL_BYTES, at + CENTRAL_BYTES + name);
    const local = archive.readUInt32LE(at + 42);
    const start = local + LOCAL_BYTES + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28);
    const content = archive.subarray(start, start + archive.readUInt32LE(at + 20));
    entries.set(path, archive.readUInt16LE(at + 10) === 0 ? content : inflateRawSync(content));
    at += CENTRAL_BYTES + name + extra + comment;
  }
  return entries;
}
