import type { ActivityEntry } from "./activityEntry.ts";

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
