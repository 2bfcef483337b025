import type { Observation } from "./resource.ts";

/** What has come up may end again within seconds (docs/protocol.md 7.17): for so long it must be seen to stay up. */
export const SETTLED_MS = 3_000;

/** What the last look saw. */
export function latest<Seen>(since: readonly Observation<Seen>[]): Seen | undefined {
  return since.at(-1)?.seen;
}

/** For how long each look, up to the last one, has shown it to be so, in milliseconds. */
export function lastingMs<Seen>(
  since: readonly Observation<Seen>[],
  isSo: (seen: Seen | undefined) => boolean,
): number {
  const begun = since.slice(since.findLastIndex(({ seen }) => !isSo(seen)) + 1);
  return (begun.at(-1)?.atMs ?? 0) - (begun[0]?.atMs ?? 0);
}
