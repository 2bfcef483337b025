import type { Memento } from "../../storage/ports.ts";

const KEY = "serverPanel.recentResources";

const MOST = 20;

/** No id of a row is longer: names that panels send are bounded. */
const LONGEST = 1_000;

/** The ids of the rows that were gone to, the latest first. */
export function recentResources(memento: Pick<Memento, "get">): readonly string[] {
  const stored: unknown = memento.get(KEY);
  if (!Array.isArray(stored)) return [];
  return stored.filter((id): id is string => typeof id === "string" && id.length <= LONGEST).slice(0, MOST);
}

/** Puts a row first among them; those of panels that are gone, by `isKept`, are dropped. */
export async function rememberResource(memento: Memento, id: string, isKept: (id: string) => boolean): Promise<void> {
  const others = recentResources(memento).filter((other) => other !== id);
  await memento.update(KEY, [id, ...others].filter((each) => each.length <= LONGEST && isKept(each)).slice(0, MOST));
}
