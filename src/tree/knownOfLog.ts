import { facts } from "../resources/facts.ts";
import type { LogFollowings } from "../logs/logFollowings.ts";
import type { ItemNode } from "./treeNodes.ts";

/** What the following of its log has told of a runtime, so that its row shows it without a request. */
export function knownOfLog(
  followings: Pick<LogFollowings, "sighting">,
  item: ItemNode,
): Pick<ItemNode, "state" | "facts"> | undefined {
  const seen = item.kind === "runtime" ? followings.sighting(item) : undefined;
  if (seen === undefined) return undefined;
  return {
    state: seen.what === "running" || seen.what === "stale" ? "upgrading" : item.state,
    facts: [...item.facts, ...facts({ upgrade: seen.what, seenAt: seen.atMs })],
  };
}
