import * as l10n from "@vscode/l10n";
import { knownKindOf, type ActivityEntry } from "../activityEntry.ts";
import type { PanelRecord } from "../../panels/panelRecord.ts";
import { groupKindOf, type ResourceKind } from "../../resources/resources.ts";
import { noMatchText } from "../../texts/groupTexts.ts";
import { groupText } from "../../texts/resourceTexts.ts";
import { MOST_ROWS } from "../../tree/contentsOf.ts";
import { groupNodeId, type GroupCount, type ItemNode } from "../../tree/treeNodes.ts";
import { itemsOf, forPanel } from "../../commands/context/askPanel.ts";
import { CommandAborted } from "../../commands/context/commandAborted.ts";
import type { KnownPanels } from "../../commands/context/knownPanels.ts";
import type { Talking } from "../../ports/dialogs.ts";
import type { PanelTree } from "../../tree/panelTree.ts";

/**
 * Finds the item that an operation was performed on, and loads its list as far as needed. Ends the command if it is no longer
 * there under the same name, or cannot be shown.
 */
export async function recordedTarget(services: KnownPanels & Talking, entry: ActivityEntry): Promise<ItemNode> {
  const { tree } = services;
  const kind = knownKindOf(entry);
  const panel = services.panels().find(({ id }) => id === entry.panelId);
  if (panel === undefined) throw new CommandAborted(l10n.t("The panel “{0}” is no longer in the list.", entry.panel));
  if (entry.kind === "file")
    throw new CommandAborted(
      l10n.t("Files have no rows of their own in Panels. Look for “{0}” with Open Files at Path.", entry.target),
    );
  if (kind === undefined)
    throw new CommandAborted(l10n.t("Only a newer version of this extension knows what this is."));
  if (panel.hiddenGroups.includes(groupKindOf(kind)))
    throw new CommandAborted(
      l10n.t("“{0}” of “{1}” is hidden. Show it with Organize Panel.", groupText(kind), panel.name),
    );
  const foundItem = await find(services, panel, kind, entry);
  if (foundItem === undefined) {
    const { loaded = 0, total = loaded } = countOf(tree, groupNodeId(panel.id, groupKindOf(kind))) ?? {};
    if (total > loaded) throw new CommandAborted(noMatchText(loaded, total));
    throw new CommandAborted(l10n.t("“{0}” is no longer there on “{1}”.", entry.target, panel.name));
  }
  // a filter hides it
  if (tree.node(foundItem.id) === undefined) tree.setFilter(groupNodeId(panel.id, groupKindOf(kind)), undefined);
  return foundItem;
}

async function find(
  services: KnownPanels & Talking,
  panel: PanelRecord,
  kind: ResourceKind,
  entry: ActivityEntry,
): Promise<ItemNode | undefined> {
  const { tree, dialogs } = services;
  const group = groupNodeId(panel.id, groupKindOf(kind));
  const listedItems = await itemsOf(services, panel, kind);
  const foundItem = targetAmong(listedItems, entry);
  if (foundItem !== undefined || !hasMore(tree, group)) return foundItem;
  tree.setFilter(group, undefined);
  return forPanel(panel, () =>
    dialogs.progress(l10n.t("Looking for “{0}” on “{1}”…", entry.target, panel.name), async (signal) => {
      while (hasMore(tree, group) && !signal.aborted) {
        const countBefore = tree.rows(panel.id, kind).length;
        await tree.loadMore(group);
        const nodes = tree.loadedChildren(group).map((child) => tree.node(child));
        const items = nodes.filter((node) => node?.type === "item").filter((item) => item.kind === kind);
        const among = targetAmong(items, entry);
        // without new rows the page has failed, and a row in the tree says why
        if (among !== undefined || tree.rows(panel.id, kind).length === countBefore) return among;
      }
      return undefined;
    }),
  );
}

function hasMore(tree: PanelTree, groupId: string): boolean {
  const { loaded = 0, total = 0, among = total } = countOf(tree, groupId) ?? {};
  return loaded < MOST_ROWS && among > loaded;
}

function countOf(tree: PanelTree, groupId: string): GroupCount | undefined {
  const group = tree.node(groupId);
  if (group?.type === "group") return group.count;
  return undefined;
}

/**
 * Finds the item with the same key and name, for another one may have the key by now. A creation knew no key yet: its item is
 * the only one with the name.
 */
function targetAmong(items: readonly ItemNode[], { verb, key, target }: ActivityEntry): ItemNode | undefined {
  const called = items.filter(({ label }) => label === target);
  if (key !== undefined && verb !== "create") return called.find((item) => item.key === key);
  if (called.length === 1) return called[0];
  return undefined;
}
