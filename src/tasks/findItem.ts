import * as l10n from "@vscode/l10n";
import type { PanelRecord } from "../panels/panelRecord.ts";
import type { Call } from "../resources/resource.ts";
import { resourceOf, type ResourceKind } from "../resources/resources.ts";
import { numberText } from "../texts/numberTexts.ts";
import { isCalled } from "../tree/contentsOf.ts";
import { nameableRows } from "../tree/nameableRows.ts";
import { itemsOf, knownItems } from "../tree/searchOf.ts";
import type { ItemNode } from "../tree/treeNodes.ts";
import { failureOf, type PanelFailure } from "../wire/answers/failure.ts";
import { lengthOf, type ListPage } from "../wire/answers/listing.ts";

const MOST_PAGES = 50;

/** As many rows as any page has: after a shorter one there is none. */
const PAGE_SIZE = 200;

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
  const { pages, failure } = await readPages(kind, call);
  const known = knownItems(panel, kind, { pages: nameableRows(pages, resourceOf(kind)), failure }, { now });
  const items = known.items.filter(({ row, key }) => (row === undefined ? key === name : isCalled(kind, row, name)));
  if (items.length === 0) itemsOf({ ...known, items: [] });
  const [item, ...others] = items;
  const { words } = resourceOf(kind);
  if (item === undefined) return l10n.t("“{0}” has no {1} called “{2}”.", panel.name, words.one(), name);
  if (others.length > 0)
    return l10n.t("“{0}” means {1} on “{2}”.", name, words.many(numberText(items.length)), panel.name);
  return { item, rows: known.items.flatMap(({ row }) => row ?? []) };
}

async function readPages(kind: ResourceKind, call: Call) {
  const pages: ListPage<unknown>[] = [];
  let failure: PanelFailure | undefined;
  try {
    for (let isLast = false; !isLast && pages.length < MOST_PAGES;) {
      const page = await resourceOf(kind).list(call, pages.length + 1, pages[0]?.route);
      pages.push(page);
      const count = pages.reduce((sum, each) => sum + lengthOf(each), 0);
      isLast = page.total === undefined ? lengthOf(page) < PAGE_SIZE : lengthOf(page) === 0 || count >= page.total;
    }
  } catch (error) {
    failure = failureOf(error);
    if (failure === undefined || failure.kind === "cancelled") throw error;
  }
  return { pages, failure };
}
