import * as l10n from "@vscode/l10n";
import type { PanelRecord } from "../panels/panelRecord.ts";
import type { Call } from "../resources/resource.ts";
import { resourceOf, type ResourceKind } from "../resources/resources.ts";
import { numberText } from "../texts/numberTexts.ts";
import { isCalled } from "../tree/contentsOf.ts";
import { listItems } from "../tree/listItems.ts";
import { itemsOf } from "../tree/searchOf.ts";
import type { ItemNode } from "../tree/treeNodes.ts";

/** The item of a name, and all rows of its kind. */
interface FoundItem {
  readonly item: ItemNode;
  readonly rows: readonly unknown[];
}

/**
 * Lists a kind on its panel and finds the one item of a name, also among entries that a person added by hand; a sentence
 * if there is none, or more than one. Throws `PanelError` if the list cannot be read and has no such entry.
 */
export async function findItem(
  panel: PanelRecord,
  kind: ResourceKind,
  name: string,
  call: Call,
  now: () => number,
): Promise<FoundItem | string> {
  const listed = await listItems(panel, kind, call, now);
  const items = itemsCalled(listed.items, name);
  if (items.length === 0) itemsOf({ items: [], loaded: listed });
  const [item, ...others] = items;
  const { words } = resourceOf(kind);
  if (item === undefined) return l10n.t("“{0}” has no {1} called “{2}”.", panel.name, words.one(), name);
  if (others.length > 0)
    return l10n.t("“{0}” means {1} on “{2}”.", name, words.many(numberText(items.length)), panel.name);
  return { item, rows: listed.items.flatMap(({ row }) => row ?? []) };
}

/** The items that a name means: a label, a key, or what their kind also goes by. */
export function itemsCalled(items: readonly ItemNode[], name: string): readonly ItemNode[] {
  return items.filter(({ kind, row, key }) => (row === undefined ? key === name : isCalled(kind, row, name)));
}
