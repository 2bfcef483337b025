import { isDemo } from "../panels/isDemo.ts";
import type { Memento, Remembering } from "../storage/ports.ts";
import type { KeepingPanels } from "../panels/panelStore.ts";
import type { KnownPanels } from "../commands/context/knownPanels.ts";
import type { ItemNode } from "../tree/treeNodes.ts";

const RECENT = "serverPanel.recentResources";
const MOST_RECENT = 20;

/** The ids of the items used last, the latest first. */
export function recentIds(memento: Pick<Memento, "get">): readonly string[] {
  const stored: unknown = memento.get(RECENT);
  if (Array.isArray(stored)) return stored.filter((id) => typeof id === "string");
  return [];
}

/** Stores an item as used last, unless it is a demo panel's, and drops those of panels that were removed. */
export async function remember(
  { panels, store, memento }: KeepingPanels & KnownPanels & Remembering,
  { id, panelId }: ItemNode,
): Promise<void> {
  const panel = panels().find((each) => each.id === panelId);
  if (panel === undefined || isDemo(panel)) return;
  const kept = store.list().map((each) => `item:${each.id}/`);
  const others = recentIds(memento).filter((other) => other !== id && kept.some((start) => other.startsWith(start)));
  await memento.update(RECENT, [id, ...others].slice(0, MOST_RECENT));
}
