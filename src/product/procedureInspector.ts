import type { AbandonedChangesOptions } from "../actions/abandonedChanges.ts";
import { failureOrDefect } from "../wire/answers/failure.ts";

type Inspect = AbandonedChangesOptions["inspectProcedure"];

/** Finds out, by reads alone, how a deployment, a change of a file or a creation of a website ended that another window has begun. */
export function procedureInspector({
  claims,
  clock,
  waitMs,
  onDefect,
}: Pick<AbandonedChangesOptions, "claims" | "clock" | "onDefect" | "waitMs">): Inspect {
  return async ({ request: { kind, verb, input }, before }, at, panel, signal) => {
    const callFor = (given: AbortSignal) => panel.callFor(given, "automatic");
    if (kind === "file") {
      const { inspectAbandonedFile } = await import("../serverFiles/window/changeFiles.ts");
      return inspectAbandonedFile(before, callFor(signal), clock, signal);
    }
    if (verb === "deploy" || verb === "rollBack") {
      const { inspectAbandoned } = await import("../deployments/runDeployment.ts");
      return inspectAbandoned(kind, before, callFor(signal), clock, signal);
    }
    if (kind !== "site" || verb !== "create") return undefined;
    const { findAbandonedSite } = await import("../siteForm/creation/resumeSite.ts");
    const { id, address } = panel;
    const failureIn = (error: unknown) => failureOrDefect(error, onDefect);
    const asked = { panel: { id, address, callFor }, claims, clock, waitMs: waitMs(), failureIn };
    return findAbandonedSite(input?.site, at, asked, signal);
  };
}
