/** Bytes of the longest name of a file. */
const LONGEST_NAME = 255;

/** The longest that panels add to a path: seconds, of which Python writes up to seven decimals. */
const LONGEST_TIME = "_t_1795297238.1234567".length;

/** What the panel's recycle bin calls a path, before the time (docs/protocol.md 6.38). */
export function nameInBin(path: string): string {
  return path.replaceAll("/", "_bt_");
}

/** Whether the panel's recycle bin has room for the name of a path, whose links have been followed: what it cannot take is deleted for good. */
export function fitsBin(real: string): boolean {
  return Buffer.byteLength(nameInBin(real)) + LONGEST_TIME <= LONGEST_NAME;
}
