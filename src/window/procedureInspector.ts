import type { AbandonedChangesOptions } from "../actions/abandonedChanges.ts";

type Inspect = AbandonedChangesOptions["inspectProcedure"];

/** Finds out, by reads alone, how a deployment, a change of a file or a creation of a website ended that another window has begun. */
export function procedureInspector({
  claims,
  clock,
  waitMs,
}: Pick<AbandonedChangesOptions, "claims" | "clock" | "waitMs">): Inspect {
  return async ({ request: { kind, verb }, before }, at, panel, signal) => {
    const callFor = (given: AbortSignal) => panel.callFor(given, "automatic");
    if (verb === "deploy" || verb === "rollBack") {
      const { inspectAbandoned } = await import("../deployments/runDeployment.ts");
      return inspectAbandoned(kind, before, callFor(signal), clock, signal);
    }
    if (kind === "file") {
      const { inspectAbandonedFile } = await import("../serverFiles/window/changeFiles.ts");
      return inspectAbandonedFile(before, callFor(signal), clock, signal);
    }
    if (kind !== "site" || verb !== "create") return undefined;
    const { findAbandonedSite } = await import("../siteForm/creation/resumeSite.ts");
    const { id, address } = panel;
    const asked = { panel: { id, address, callFor }, claims, clock, waitMs: waitMs() };
    return findAbandonedSite(before, at, asked, signal);
  };
}
