import type { ConnectionServices } from "../connection/panelConnection.ts";
import type { Log } from "../storage/ports.ts";

/**
 * Tells the log of calls: of changes and of what fails at once. Reads are polls for the most part, and what fails again
 * in the same way is told already, so both are for who debugs.
 */
export function logCalls(log: Pick<Log, "debug" | "info" | "warn">): ConnectionServices["onCall"] {
  /** How an operation of a panel failed last, until it works again. */
  const failing = new Map<string, string>();
  return ({ id, name }, { operation, effect, route, outcome, milliseconds }) => {
    const line = `${name}: ${operation} (${route}) ${outcome}, ${milliseconds} ms`;
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
