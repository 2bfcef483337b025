import { setImmediate as nextStep } from "node:timers/promises";
import { hasSameAccess } from "../../connection/panelConnection.ts";
import type { PanelRecord } from "../../panels/panelRecord.ts";
import type { Call } from "../../resources/resource.ts";
import type { ResourceKind } from "../../resources/resources.ts";
import { elapsedSince, momentOf, type Moment } from "../../storage/moment.ts";
import type { Clock } from "../../storage/ports.ts";
import type { ListPage } from "../../wire/answers/listing.ts";
import { readPage } from "./findOnPanel.ts";

/** Who looks for one thing after the other waits for the lists once; who comes back later wants them as they are then. */
const FRESH_MS = 60_000;

/** With 200 rows each, as many as a search keeps. */
const MOST_PAGES = 250;

interface Read {
  readonly panel: PanelRecord;
  readonly page: ListPage<unknown>;
  readonly at: Moment;
}

/** Pages that were read for a search alone, for those that follow within a minute. What failed is asked for again. */
export class ReadPages {
  /** The oldest first. */
  readonly #pages = new Map<string, Read>();
  readonly #clock: Clock;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** One page of a list, on the route of those before it. Throws `PanelError`. */
  async of(
    panel: PanelRecord,
    call: Call,
    kind: ResourceKind,
    number: number,
    route?: string,
  ): Promise<ListPage<unknown>> {
    const isFresh = ({ at }: Read) => elapsedSince(at, this.#clock) < FRESH_MS;
    for (const [name, known] of this.#pages) if (!isFresh(known)) this.#pages.delete(name);
    const own = JSON.stringify([panel.id, kind, number, route]);
    const known = this.#pages.get(own);
    if (known !== undefined && hasSameAccess(known.panel, panel)) return known.page;
    const at = momentOf(this.#clock);
    const page = await readPage(call, kind, number, route);
    // making nodes of it is a step of its own
    await nextStep();
    this.#pages.delete(own);
    this.#pages.set(own, { panel, page, at });
    const [oldest] = this.#pages.keys();
    if (this.#pages.size > MOST_PAGES && oldest !== undefined) this.#pages.delete(oldest);
    return page;
  }

  /** For a person who asks for everything anew. */
  clear(): void {
    this.#pages.clear();
  }
}
