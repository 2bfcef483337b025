import { AbandonedChanges, type AbandonedChangesOptions } from "../actions/abandonedChanges.ts";
import type { Outcome } from "../actions/outcome.ts";
import type { PanelRecord } from "../panels/panelRecord.ts";
import { findAbandonedSite } from "../siteForm/creation/resumeSite.ts";
import { requestKey, type SiteRequest } from "../siteForm/plannedSite.ts";

/** Makes the window's `AbandonedChanges`; the caller disposes it. */
export function createAbandonedChanges(options: Omit<AbandonedChangesOptions, "inspectCreation">): AbandonedChanges {
  const { claims, clock, waitMs } = options;
  return new AbandonedChanges({
    ...options,
    async inspectCreation({ request: { kind, verb }, before }, at, panel, signal) {
      if (`${kind}.${verb}` !== "site.create") return undefined;
      const { id, address } = panel;
      const callFor = (given: AbortSignal) => panel.callFor(given, "automatic");
      const asked = { panel: { id, address, callFor }, claims, clock, waitMs: waitMs() };
      return findAbandonedSite(before, at, asked, signal);
    },
  });
}

/** Records the outcome of a site that a restored form shows, so that nothing else shows it. Rejects with file errors. */
export async function recordResumed(
  abandoned: Pick<AbandonedChanges, "recordShown">,
  panel: Pick<PanelRecord, "id" | "address">,
  request: SiteRequest,
  outcome: Outcome,
): Promise<void> {
  await abandoned.recordShown(panel, "site", requestKey(request), outcome);
}
