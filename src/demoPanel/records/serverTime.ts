/** Server-local time as panels write it, `YYYY-MM-DD hh:mm:ss`; the server's zone is UTC. */
export function serverTime(epochMs: number): string {
  return new Date(epochMs).toISOString().slice(0, 19).replace("T", " ");
}
