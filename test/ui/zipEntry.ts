import { inflateRawSync } from "node:zlib";

const LOCAL_HEADER_BYTES = 30;
const CENTRAL_HEADER = Buffer.from("PK\x01\x02", "latin1");

/** The text of a file in a zip archive; `undefined` where it is not there. For archives without encryption and below 4 GB. */
export function zipEntry(archive: Buffer, path: string): string | undefined {
  for (let at = archive.indexOf(CENTRAL_HEADER); at !== -1; at = archive.indexOf(CENTRAL_HEADER, at + 1)) {
    const nameLength = archive.readUInt16LE(at + 28);
    if (archive.toString("utf8", at + 46, at + 46 + nameLength) !== path) continue;
    const isStored = archive.readUInt16LE(at + 10) === 0;
    const header = archive.readUInt32LE(at + 42);
    const extra = archive.readUInt16LE(header + 26) + archive.readUInt16LE(header + 28);
    const start = header + LOCAL_HEADER_BYTES + extra;
    const content = archive.subarray(start, start + archive.readUInt32LE(at + 20));
    return (isStored ? content : inflateRawSync(content)).toString("utf8");
  }
  return undefined;
}
