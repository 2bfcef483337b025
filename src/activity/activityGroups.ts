import { outcomeKinds } from "../actions/outcomeKinds.ts";
import { recordOf, type ActivityEntry } from "./activityEntry.ts";

type Group = NonNullable<ActivityEntry["group"]>;

/** The operations of one deployment to several servers, the newest first. */
export interface ActivityGroup {
  readonly id: string;
  readonly group: Group;
  readonly entries: readonly [ActivityEntry, ...ActivityEntry[]];
}

/** What the view shows as one row. */
export type ActivityRow = ActivityEntry | ActivityGroup;

/** Begins the id of a row that stands for several operations; ids of operations have no colon. */
const GROUP = "group:";

/** Operations as rows, the newest first: those of one deployment are one row, where the newest of them is. */
export function rowsOf(entries: readonly ActivityEntry[]): readonly ActivityRow[] {
  const rows = new Map<string, ActivityRow>();
  for (const entry of entries) {
    if (entry.group === undefined) {
      rows.set(entry.id, entry);
      continue;
    }
    const id = `${GROUP}${entry.group.id}`;
    const known = rows.get(id);
    if (known === undefined) rows.set(id, { id, group: entry.group, entries: [entry] });
    else if (isGroup(known)) rows.set(id, { ...known, entries: [...known.entries, entry] });
  }
  return [...rows.values()];
}

/** Whether a row stands for several operations. */
export function isGroup(row: ActivityRow): row is ActivityGroup {
  return "entries" in row;
}

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
