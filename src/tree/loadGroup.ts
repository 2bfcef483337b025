import { setImmediate as nextStep } from "node:timers/promises";
import { failureOrDefect, type PanelFailure } from "../wire/answers/failure.ts";
import { lengthOf } from "../wire/answers/listing.ts";
import { nothingLoaded, type LoadedKind } from "./contentsOf.ts";
import { itemsOn, reusingRows } from "./itemOf.ts";
import { nameableRows } from "./nameableRows.ts";
import type { Call } from "../resources/resource.ts";
import { resourceOf, type ResourceKind } from "../resources/resources.ts";
import { saysNotHere } from "../connection/routes.ts";

/** So many are read, made and shown in a step that nobody notices. */
const FEW_ROWS = 50;

/** What is asked for, and what is loaded of it. */
interface KindLoad {
  readonly panelId: string;
  readonly kind: ResourceKind;
  readonly call: Call;
  readonly loaded: LoadedKind;
  readonly what: "again" | "more";
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly onDefect: (error: unknown) => void;
}

/**
 * A refresh reads as many pages as are shown; a failure leaves what was there. "More" reads the next page, and all of
 * them again where that one is no longer of the same list. Never rejects.
 */
async function loadKind({ panelId, kind, call, loaded, what, now, onDefect }: KindLoad): Promise<LoadedKind> {
  const resource = resourceOf(kind);
  const { list, key } = resource;
  const wanted = what === "more" ? loaded.pages.length + 1 : Math.max(1, loaded.pages.length);
  let isLong = wanted > 1;
  const begunAt = now();
  // of a long list, reading a page, making its nodes and showing them all are each a step of their own
  const stepIfLong = async () => {
    if (isLong) await nextStep();
  };
  const readOn = async (start: LoadedKind["pages"]): Promise<LoadedKind["pages"]> => {
    const pages = [...start];
    // a page that goes on has rows of its own
    const earlier =
      start.length > 0 ? [] : loaded.pages.flatMap((page) => itemsOn(page, { panelId, kind, now: now() }));
    const before = new Map(earlier.map((item) => [item.key, item]));
    while (pages.length < wanted) {
      const page = await list(call, pages.length + 1, pages[0]?.route, loaded.search);
      isLong ||= lengthOf(page) > FEW_ROWS;
      await stepIfLong();
      pages.push(reusingRows(page, before, { panelId, kind, now: now() }));
      if (lengthOf(page) === 0) break;
    }
    await stepIfLong();
    return pages;
  };
  const outcome = await attempt(async () => {
    if (what === "again") return nameableRows(await readOn([]), resource);
    const pages = await readOn(loaded.pages).catch((error: unknown) => {
      if (loaded.pages[0]?.route !== undefined && saysNotHere(error)) return [];
      throw error;
    });
    return nameableRows(isOneList(pages, key) ? pages : await readOn([]), resource);
  }, onDefect);
  await stepIfLong();
  return "failure" in outcome
    ? { ...loaded, failure: outcome.failure }
    : { ...loaded, pages: outcome.value, failure: undefined, atMs: (what === "more" && loaded.atMs) || begunAt };
}

/** Loads the kinds of a group one after the other; "more" is of the first alone. */
export async function loadGroup(
  { kinds, ...load }: Omit<KindLoad, "kind" | "loaded"> & { readonly kinds: readonly ResourceKind[] },
  before: ReadonlyMap<ResourceKind, LoadedKind> = new Map(),
): Promise<ReadonlyMap<ResourceKind, LoadedKind>> {
  const after = new Map<ResourceKind, LoadedKind>();
  for (const [index, kind] of kinds.entries()) {
    const loaded = before.get(kind) ?? nothingLoaded;
    const isKept = load.what === "more" && index > 0;
    after.set(kind, isKept ? loaded : await loadKind({ ...load, kind, loaded }));
  }
  return after;
}

/** Where rows have moved between two readings, or the route is another, a row may be on two pages or on none. */
function isOneList(pages: LoadedKind["pages"], key: (row: unknown) => string | undefined): boolean {
  const [last, earlier] = [pages.at(-1), pages.slice(0, -1)];
  if (last === undefined || earlier.some(({ route, total }) => route !== last.route || total !== last.total))
    return false;
  const keys = new Set(last.rows.flatMap((row) => key(row) ?? []));
  return !earlier.some(({ rows }) => rows.some((row) => keys.has(key(row) ?? "")));
}

/** Lets other work run first where so much is loaded that going on at once would delay it. */
export async function betweenSteps(kinds: ReadonlyMap<ResourceKind, LoadedKind>): Promise<void> {
  if ([...kinds.values()].some(({ pages }) => pages.length > 1)) await nextStep();
}

/** What a task gave, or the failure that it threw. Never rejects: a defect goes to `onDefect` and is a failure too. */
export async function attempt<T>(
  task: () => Promise<T>,
  onDefect: (error: unknown) => void,
): Promise<{ readonly value: T } | { readonly failure: PanelFailure }> {
  try {
    return { value: await task() };
  } catch (error) {
    return { failure: failureOrDefect(error, onDefect) };
  }
}
