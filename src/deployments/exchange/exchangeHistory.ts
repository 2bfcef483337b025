import { posix } from "node:path";

/** Where the directory of a website's exchanges has the history of a target. */
export function historyPath(site: string, target: string): string {
  return posix.join(site, `history-${target}`);
}

/** Where an exchange has the record that its archive brought. */
export function recordPath(site: string, id: string): string {
  return posix.join(site, id, "record.json");
}

/** Where the id of an exchange is that was cut, and waits for its end. */
export function unfinishedPath(site: string): string {
  return posix.join(site, "unfinished");
}

const ID = /^[\da-zA-Z-]{1,64}$/;

/** Most of a history that is read: the script keeps a few exchanges. */
const MOST_IDS = 100;

/** Reads the ids of a history, the latest exchange first; `undefined` if it is none. */
export function readHistory(text: string): readonly string[] | undefined {
  const ids = text.trimEnd().split(" ", MOST_IDS);
  if (ids.every((id) => ID.test(id))) return ids;
  return undefined;
}
