const PIECES = 1_000;
const LONGEST = 10 * 1024 * 1024;

/**
 * What panels send of a log: the last 1000 pieces between line feeds, so 999 lines where the text ends in one
 * (docs/protocol.md 12.3). Outer whitespace is stripped, carriage returns inside are kept.
 */
export function logWindow(text: string): string {
  let start = text.length;
  for (let pieces = 0; pieces < PIECES && start >= 0; pieces++)
    start = start === 0 ? -1 : text.lastIndexOf("\n", start - 1);
  return text
    .slice(start + 1)
    .slice(-LONGEST)
    .trim();
}
