import { hasSameAccess } from "../../connection/panelConnection.ts";
import type { PanelRecord } from "../../panels/panelRecord.ts";
import type { Call } from "../../resources/resource.ts";
import { resourceOf, type ResourceKind } from "../../resources/resources.ts";
import { elapsedSince, momentOf, type Moment } from "../../storage/moment.ts";
import type { Clock } from "../../storage/ports.ts";
import { nothingLoaded } from "../../tree/contentsOf.ts";
import { nameableRows } from "../../tree/nameableRows.ts";
import { knownItems, searchedText } from "../../tree/searchOf.ts";
import type { ItemNode } from "../../tree/treeNodes.ts";
import type { ListPage } from "../../wire/answers/listing.ts";

/** Has the panel search its whole list; returns the first page of matches. Throws `PanelError`. */
export async function findOnPanel(call: Call, kind: ResourceKind, text: string): Promise<ListPage<unknown>> {
  return readPage(call, kind, 1, undefined, searchedText(text));
}

/** The items of one page as the tree would show them, and those that a person added by hand. */
export function itemsIn(
  panel: PanelRecord,
  kind: ResourceKind,
  page: ListPage<unknown> | undefined,
  now: () => number,
): readonly ItemNode[] {
  const loaded = page === undefined ? nothingLoaded : { pages: [page], failure: undefined };
  return knownItems(panel, kind, loaded, { now }).items;
}

/** Long enough for a second look-up right after the first; later searches want lists as they are then. */
const FRESH_MS = 60_000;

/** Keeps the pages that Go to Resource reads for a minute, apart from the tree. Failures are not kept. */
export class ReadPages {
  readonly #pages = new Map<
    string,
    { readonly panel: PanelRecord; readonly page: ListPage<unknown>; readonly at: Moment }
  >();
  readonly #clock: Clock;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Reads one page of a list, on the route of the pages before it. Throws `PanelError`. */
  async of(
    panel: PanelRecord,
    call: Call,
    kind: ResourceKind,
    number: number,
    route?: string,
  ): Promise<ListPage<unknown>> {
    for (const [name, { at }] of this.#pages) if (elapsedSince(at, this.#clock) >= FRESH_MS) this.#pages.delete(name);
    const name = JSON.stringify([panel.id, kind, number, route]);
    const known = this.#pages.get(name);
    if (known !== undefined && hasSameAccess(known.panel, panel)) return known.page;
    const at = momentOf(this.#clock);
    const page = await readPage(call, kind, number, route);
    this.#pages.set(name, { panel, page, at });
    return page;
  }

  clear(): void {
    this.#pages.clear();
  }
}

async function readPage(call: Call, kind: ResourceKind, number: number, route?: string, search?: string) {
  const resource = resourceOf(kind);
  const page = await resource.list(call, number, route, search);
  return nameableRows([page], resource)[0] ?? page;
}

/** Keeping the pages that searches have read of lists that are not in the tree. */
export interface ReadingPages {
  readonly readPages: ReadPages;
}
