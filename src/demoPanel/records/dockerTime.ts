/** How Docker writes a time that has not come. */
export const NEVER = "0001-01-01T00:00:00Z";

/**
 * RFC 3339 with nanoseconds.
 * @param serial stands in the digits below a millisecond, which keeps two times apart where the clock does not move
 */
export function dockerTime(epochMs: number, serial: number): string {
  return `${new Date(epochMs).toISOString().slice(0, -1)}${String(serial % 1_000_000).padStart(6, "0")}Z`;
}
