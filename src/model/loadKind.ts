import { setImmediate as nextStep } from "node:timers/promises";
import { failureOf, type PanelFailure } from "../panel/failure.ts";
import { lengthOf } from "../panel/listing.ts";
import { joinPages, type LoadedKind } from "./contentsOf.ts";
import { settled } from "./itemOf.ts";
import { nameableRows } from "./nameableRows.ts";
import type { Call } from "./resource.ts";
import { resourceOf, type ResourceKind } from "./resources/table.ts";

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

/** A refresh shows as many pages as were shown before it; what fails leaves what was there. Never rejects. */
export async function loadKind({ panelId, kind, call, loaded, what, now, onDefect }: KindLoad): Promise<LoadedKind> {
  const resource = resourceOf(kind);
  const { list, key } = resource;
  const pages = what === "more" ? [...loaded.pages] : [];
  const wanted = what === "more" ? loaded.pages.length + 1 : Math.max(1, loaded.pages.length);
  const before = new Map(what === "more" ? [] : joinPages(loaded.pages).rows.map((row) => [key(row), row]));
  const outcome = await attempt(async () => {
    while (pages.length < wanted) {
      const page = await list(call, pages.length + 1);
      // of a long group, reading a page, making its nodes and showing them all are each a step of their own
      if (wanted > 1) await nextStep();
      pages.push(settled(page, before, { panelId, kind, now: now() }));
      if (lengthOf(page) === 0) break;
    }
    if (wanted > 1) await nextStep();
    return nameableRows(pages, resource);
  }, onDefect);
  return "failure" in outcome
    ? { pages: loaded.pages, failure: outcome.failure }
    : { pages: outcome.value, failure: undefined };
}

/** Lets others have their turn where so much is loaded that going on at once would hold them up. */
export async function betweenSteps(kinds: ReadonlyMap<ResourceKind, LoadedKind>): Promise<void> {
  if ([...kinds.values()].some(({ pages }) => pages.length > 1)) await nextStep();
}

/** What a task gave, or the failure that it threw. Never rejects: a defect is told, and counts as a failure. */
export async function attempt<T>(
  task: () => Promise<T>,
  onDefect: (error: unknown) => void,
): Promise<{ readonly value: T } | { readonly failure: PanelFailure }> {
  try {
    return { value: await task() };
  } catch (error) {
    const failure = failureOf(error);
    if (failure === undefined) onDefect(error);
    return { failure: failure ?? { kind: "defect" } };
  }
}
