import { failureOrDefect, type PanelFailure } from "../wire/answers/failure.ts";
import { lengthOf } from "../wire/answers/listing.ts";
import { nothingLoaded, type LoadedKind } from "./contentsOf.ts";
import { itemsOn } from "./itemOf.ts";
import { nameableRows } from "./nameableRows.ts";
import type { Call } from "../resources/resource.ts";
import { resourceOf, type ResourceKind } from "../resources/resources.ts";
import { saysNotHere } from "../connection/routes.ts";

/** What to load of one kind, and what was loaded before. */
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
 * Reads the shown pages again, or one "more", and all of them again if that page is no longer of the same list. A failure
 * leaves what was there. Never rejects.
 */
async function loadKind({ panelId, kind, call, loaded, what, now, onDefect }: KindLoad): Promise<LoadedKind> {
  const resource = resourceOf(kind);
  const wantedPages = what === "more" ? loaded.pages.length + 1 : Math.max(1, loaded.pages.length);
  const begunAt = now();
  const readOn = async (start: LoadedKind["pages"]): Promise<LoadedKind["pages"]> => {
    const pages = [...start];
    while (pages.length < wantedPages) {
      const page = await resource.list(call, pages.length + 1, pages[0]?.route, loaded.search);
      // made here, the items of a long list are not made in one step
      itemsOn(page, { panelId, kind, now: now() });
      pages.push(page);
      if (lengthOf(page) === 0) break;
    }
    return pages;
  };
  const outcome = await attempt(async () => {
    if (what === "again") return nameableRows(await readOn([]), resource);
    const pages = await readOn(loaded.pages).catch((error: unknown) => {
      if (loaded.pages[0]?.route !== undefined && saysNotHere(error)) return [];
      throw error;
    });
    if (isOneList(pages, resource.key)) return nameableRows(pages, resource);
    return nameableRows(await readOn([]), resource);
  }, onDefect);
  if ("failure" in outcome) return { ...loaded, failure: outcome.failure };
  return { ...loaded, pages: outcome.value, failure: undefined, atMs: (what === "more" && loaded.atMs) || begunAt };
}

/** Loads the kinds of a group one after the other; "more" is of the first alone. */
export async function loadGroup(
  { kinds, ...load }: Omit<KindLoad, "kind" | "loaded"> & { readonly kinds: readonly ResourceKind[] },
  loadedBefore: ReadonlyMap<ResourceKind, LoadedKind> = new Map(),
): Promise<ReadonlyMap<ResourceKind, LoadedKind>> {
  const loadedNow = new Map<ResourceKind, LoadedKind>();
  for (const [index, kind] of kinds.entries()) {
    const loaded = loadedBefore.get(kind) ?? nothingLoaded;
    const isKept = load.what === "more" && index > 0;
    if (isKept) loadedNow.set(kind, loaded);
    else loadedNow.set(kind, await loadKind({ ...load, kind, loaded }));
  }
  return loadedNow;
}

/** Whether pages fit together: if rows moved between two reads, a row may be on two pages or on none. */
function isOneList(pages: LoadedKind["pages"], key: (row: unknown) => string | undefined): boolean {
  const [last, earlier] = [pages.at(-1), pages.slice(0, -1)];
  if (last === undefined || earlier.some(({ route, total }) => route !== last.route || total !== last.total))
    return false;
  const keys = new Set(last.rows.flatMap((row) => key(row) ?? []));
  return !earlier.some(({ rows }) => rows.some((row) => keys.has(key(row) ?? "")));
}

/** Runs a task and returns the failure that it throws. Never rejects: a defect goes to `onDefect` and is a failure too. */
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
