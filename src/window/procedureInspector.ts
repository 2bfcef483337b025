import type { AbandonedChangesOptions } from "../actions/abandonedChanges.ts";
import { inspectAbandoned } from "../deployments/runDeployment.ts";
import { inspectAbandonedFile } from "../serverFiles/window/changeFiles.ts";
import { findAbandonedSite } from "../siteForm/creation/resumeSite.ts";
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
    if (verb === "deploy" || verb === "rollBack") return inspectAbandoned(kind, before, callFor(signal), clock, signal);
    if (kind === "file") return inspectAbandonedFile(before, callFor(signal), clock, signal);
    if (kind !== "site" || verb !== "create") return undefined;
    const { id, address } = panel;
    const failureIn = (error: unknown) => failureOrDefect(error, onDefect);
    const asked = { panel: { id, address, callFor }, claims, clock, waitMs: waitMs(), failureIn };
    return findAbandonedSite(input?.site, at, asked, signal);
  };
}
