const UNITS = ["B", "KB", "MB", "GB"];

/** A number of bytes, the same in all languages: "788 B", "1.2 MB". */
export function bytesText(bytes: number): string {
  // a value that would be rounded to 1,000 gets the next unit
  const step = UNITS.findIndex((_, index) => bytes < 999.95 * 1_000 ** index);
  const used = step === -1 ? UNITS.length - 1 : step;
  const value = bytes / 1_000 ** used;
  return `${used === 0 ? value : value.toFixed(1)} ${UNITS[used]}`;
}
