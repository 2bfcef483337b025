import * as l10n from "@vscode/l10n";
import type { PanelRecord } from "../../panels/panelRecord.ts";
import { groupKindOf, resourceOf, type ResourceKind } from "../../resources/resources.ts";
import { findOnPanel, itemsIn } from "./readPages.ts";
import type { Choice, Talking } from "../../ports/dialogs.ts";
import { itemStateText } from "../../texts/nodeTexts.ts";
import { numberText } from "../../texts/numberTexts.ts";
import { groupText, itemText } from "../../texts/resourceTexts.ts";
import { foundText, searchAllText, searchingText } from "../../texts/searchTexts.ts";
import { groupNodeId, type ItemNode } from "../../tree/treeNodes.ts";
import { lengthOf } from "../../wire/answers/listing.ts";
import { itemsOf, forPanel } from "./askPanel.ts";
import type { Choosing } from "./choosing.ts";
import type { KnownPanels } from "./knownPanels.ts";

interface ItemPick {
  readonly panel: PanelRecord;
  readonly kind: ResourceKind;
  readonly title: string;
}

/** The value of the last row, which searches the whole list on the panel. */
interface Search {
  readonly searchFor: string;
}

/**
 * Lets a person pick an item of a kind, those selected in the tree first; `undefined`: dismissed. If the list is only partly
 * loaded, its last row searches the whole list on the panel.
 */
export async function pickItem(services: Choosing, pick: ItemPick): Promise<ItemNode | undefined> {
  const { panel, kind, title } = pick;
  const { dialogs } = services;
  let items = await itemsOf(services, panel, kind);
  const total = totalOf(services, panel, kind);
  let hint = total === undefined ? undefined : onlyLoadedText(services, panel, kind, total);
  const last =
    total === undefined || resourceOf(kind).searchable !== true
      ? undefined
      : { label: searchAllText(total, 1), value: (typed: string): ItemNode | Search => ({ searchFor: typed.trim() }) };
  if (items.length === 0 && last === undefined) {
    const message = l10n.t("“{0}” has nothing to choose from in {1}.", panel.name, groupText(kind));
    await dialogs.tell({ severity: "warning", message, names: [panel.name] });
    return undefined;
  }
  const selected = new Set(services.selection());
  for (;;) {
    const sorted = items.toSorted((a, b) => Number(selected.has(b.id)) - Number(selected.has(a.id)));
    const choices: readonly Choice<ItemNode | Search>[] = sorted.map(choiceOf);
    const suggested = sorted.filter(({ id }) => selected.has(id));
    const extras = { suggested, ...(last !== undefined && { last }) };
    const picked = await dialogs.pick(title, hint ?? l10n.t("Which one?"), choices, undefined, extras);
    if (picked === undefined || !("searchFor" in picked)) return picked;
    const text = picked.searchFor === "" ? await askText(services, panel, title) : picked.searchFor;
    if (text === undefined || total === undefined) return undefined;
    const found = await searchPanel(services, pick, text, total);
    items = found.items;
    hint = foundText(text, { found: found.count, listed: items.length, among: total });
  }
}

async function searchPanel(
  { dialogs, connections }: KnownPanels & Talking,
  { panel, kind }: ItemPick,
  text: string,
  total: number,
) {
  return forPanel(panel, () =>
    dialogs.progress(searchingText(total), async (signal) => {
      const page = await findOnPanel(connections.of(panel).callFor(signal), kind, text);
      // by the wall clock: ages, read by people
      return { items: itemsIn(panel, kind, page, Date.now), count: page.total ?? lengthOf(page) };
    }),
  );
}

async function askText({ dialogs }: Talking, panel: PanelRecord, title: string): Promise<string | undefined> {
  const prompt = l10n.t("The name, or a part of it, to search for on “{0}”.", panel.name);
  const problem = (typed: string) => (typed.trim() === "" ? l10n.t("Enter a name or a part of it.") : undefined);
  return (await dialogs.input({ title, prompt, problem }))?.trim();
}

function choiceOf(item: ItemNode): Choice<ItemNode> {
  return { label: itemText(item.kind, item.label), description: itemStateText(item), value: item };
}

/** The size of a list that is only partly loaded. */
function totalOf({ tree }: KnownPanels, panel: PanelRecord, kind: ResourceKind): number | undefined {
  const group = tree.node(groupNodeId(panel.id, groupKindOf(kind)));
  if (group?.type !== "group") return undefined;
  const { loaded = 0, total = 0, among } = group.count ?? {};
  return among ?? (total > loaded ? total : undefined);
}

function onlyLoadedText({ tree }: KnownPanels, panel: PanelRecord, kind: ResourceKind, total: number): string {
  const { items } = tree.known(panel.id, kind);
  return l10n.t("Only the {0} loaded of {1} are listed", numberText(items.length), numberText(total));
}
