import type { EndedServers } from "../several/runInOrder.ts";
import type { DeployTo } from "../targetNow.ts";
import type { Ended } from "./deployServices.ts";

/** What takes away the message about the last run, by the target of the run. */
const standing = new Map<string, AbortController>();

/** Takes the messages about earlier runs on these targets away. Returns what takes away the one about this run. */
export function replacesMessages(targets: readonly Pick<DeployTo, "panel" | "kind" | "target">[]): AbortSignal {
  const own = new AbortController();
  for (const { panel, kind, target } of targets) {
    const key = [panel.id, kind, target.key].join("\n");
    standing.get(key)?.abort();
    standing.set(key, own);
  }
  return own.signal;
}

/** The targets that a deployment has reached, or tried to reach. */
export function targetsOf(ended: Ended | EndedServers<Ended>): readonly DeployTo[] {
  if (!("servers" in ended)) return [ended.to];
  return ended.servers.flatMap((each) => (each.ended === undefined ? [] : [each.ended.to]));
}
