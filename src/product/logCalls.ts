import type { ConnectionServices } from "../connection/panelConnection.ts";
import type { Log } from "../storage/ports.ts";

/**
 * Logs calls: changes and new failures as information, reads and repeated failures for debugging, since most reads
 * are polls.
 */
export function logCalls(log: Pick<Log, "debug" | "info" | "warn">): ConnectionServices["onCall"] {
  /** The last failure of an operation of a panel, until it works again. */
  const failing = new Map<string, string>();
  return ({ id, name }, { operation, effect, route, outcome, milliseconds }) => {
    const line = `${name}: ${operation} (${route}) ${outcome}, ${Math.round(milliseconds)} ms`;
    const place = `${id} ${operation}`;
    const before = failing.get(place);
    if (outcome === "ok") {
      failing.delete(place);
      if (before !== undefined || effect !== "read") log.info(line);
      else log.debug(line);
    } else if (outcome === "cancelled" || outcome === before) log.debug(line);
    else {
      failing.set(place, outcome);
      log.warn(line);
    }
  };
}
