import { outcomeKinds } from "../actions/outcomeKinds.ts";
import { recordOf, type ActivityEntry } from "./activityEntry.ts";
import type { ActivityGroup } from "./activityRows.ts";

/** What was done first: a deployment may be followed by its way back. */
export function firstOf({ entries }: ActivityGroup): ActivityEntry {
  return entries.at(-1) ?? entries[0];
}

/** The servers of a group in the order of the settings, each with the last that was done there, if that is known. */
export function partsOf({ group, entries }: ActivityGroup) {
  return group.roles.map((role) => ({ role, last: entries.find((entry) => entry.group?.role === role) }));
}

/** On how many servers what was begun has ended well, and nothing has taken it back. */
export function reachedIn(row: ActivityGroup): number {
  const { verb } = firstOf(row);
  return partsOf(row).filter(({ last }) => last?.verb === verb && isWell(last)).length;
}

/** How a group is shown: as what went worst, or as done. */
export function recordOfGroup(row: ActivityGroup): NonNullable<ReturnType<typeof recordOf>> {
  const parts = partsOf(row);
  if (reachedIn(row) === parts.length) return outcomeKinds.done.record ?? QUIET;
  const records = row.entries.flatMap((entry) => (isWell(entry) ? [] : [recordOf(entry.result)]));
  return records.find((record) => record?.tone === "wrong") ?? records.find((record) => record !== undefined) ?? QUIET;
}

const QUIET = { icon: "circle-outline", tone: "quiet", words: () => "" } as const;

function isWell({ result }: ActivityEntry): boolean {
  return result === "done" || result === "already";
}
