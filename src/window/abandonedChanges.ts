import { AbandonedChanges, type AbandonedChangesOptions } from "../actions/abandonedChanges.ts";
import type { PendingChange } from "../actions/changeJournal.ts";
import type { Outcome } from "../actions/outcome.ts";
import type { PanelRecord } from "../panels/panelRecord.ts";
import { findAbandonedSite } from "../siteForm/creation/resumeSite.ts";
import type { SiteRequest } from "../siteForm/plannedSite.ts";
import { createFileSystem } from "../storage/fileSystem.ts";

export interface AbandonedChangesSetup extends Omit<AbandonedChangesOptions, "inspectCreation"> {
  /** A directory that all windows share. */
  readonly root: string;
}

/** Makes the window's `AbandonedChanges`; the caller disposes it. */
export function createAbandonedChanges({ root, ...options }: AbandonedChangesSetup): AbandonedChanges {
  const { clock, waitMs } = options;
  const files = createFileSystem(clock);
  return new AbandonedChanges({
    ...options,
    async inspectCreation({ request: { kind, verb }, before }, at, panel, signal) {
      if (`${kind}.${verb}` !== "site.create") return undefined;
      const { id, address } = panel;
      const callFor = (given: AbortSignal) => panel.callFor(given, "automatic");
      const asked = { panel: { id, address, callFor }, root, files, clock, waitMs: waitMs() };
      return findAbandonedSite(before, at, asked, signal);
    },
  });
}

/** Records the outcome of a site that a restored form shows, so that nothing else shows it. Rejects with file errors. */
export async function recordResumed(
  abandoned: Pick<AbandonedChanges, "recordShown">,
  panel: Pick<PanelRecord, "id" | "address">,
  { domain, port }: SiteRequest,
  outcome: Outcome,
): Promise<void> {
  const isMeant = ({ panelId, address, before }: PendingChange) => {
    // only creations of sites have both
    const asked = before as Partial<SiteRequest> | null | undefined;
    return panelId === panel.id && address === panel.address && asked?.domain === domain && asked.port === port;
  };
  await abandoned.recordShown(isMeant, outcome);
}
