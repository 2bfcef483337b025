import { facts } from "../resources/facts.ts";
import type { LogTails } from "../logs/logTails.ts";
import type { ItemNode } from "./treeNodes.ts";

/** What the following of its log has told of a runtime, so that its row shows it without a request. */
export function knownOfLog(
  logTails: Pick<LogTails, "lastSeenOf">,
  item: ItemNode,
): Pick<ItemNode, "state" | "facts"> | undefined {
  const seen = item.kind === "runtime" ? logTails.lastSeenOf(item) : undefined;
  if (seen === undefined) return undefined;
  return {
    state: seen.what === "running" || seen.what === "stale" ? "upgrading" : item.state,
    facts: [...item.facts, ...facts({ upgrade: seen.what, seenAt: seen.atMs })],
  };
}
