import { failureOf, type PanelFailure } from "../panel/failure.ts";
import { lengthOf, type LoadedKind } from "./contentsOf.ts";
import type { Call } from "./resource.ts";
import { resourceOf, type ResourceKind } from "./resources/table.ts";

/** A refresh shows as many pages as were shown before it; what fails leaves what was there. Never rejects. */
export async function loadKind(
  kind: ResourceKind,
  call: Call,
  loaded: LoadedKind,
  what: "again" | "more",
  onDefect: (error: unknown) => void,
): Promise<LoadedKind> {
  const pages = what === "more" ? [...loaded.pages] : [];
  const wanted = what === "more" ? loaded.pages.length + 1 : Math.max(1, loaded.pages.length);
  const outcome = await attempt(async () => {
    while (pages.length < wanted) {
      const page = await resourceOf(kind).list(call, pages.length + 1);
      pages.push(page);
      if (lengthOf(page) === 0) break;
    }
  }, onDefect);
  return "failure" in outcome ? { pages: loaded.pages, failure: outcome.failure } : { pages, failure: undefined };
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
