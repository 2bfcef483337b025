import type { AbandonedChangesOptions } from "../actions/abandonedChanges.ts";
import type { inspectAbandoned } from "../deployments/abandonedDeployment.ts";
import type { inspectAbandonedFile } from "../serverFiles/window/changeFiles.ts";
import type { findAbandonedSite } from "../siteForm/creation/abandonedSite.ts";

type Inspect = AbandonedChangesOptions["inspectProcedure"];

/**
 * Loads the code that inspects each procedure. Rejects if that code is gone, for example because an update replaced it.
 */
export interface InspectionCode {
  readonly deployments: () => Promise<{ readonly inspectAbandoned: typeof inspectAbandoned }>;
  readonly files: () => Promise<{ readonly inspectAbandonedFile: typeof inspectAbandonedFile }>;
  readonly sites: () => Promise<{ readonly findAbandonedSite: typeof findAbandonedSite }>;
}

/**
 * Returns a function that finds out how a procedure of another window ended: a deployment, a change of a file or a creation
 * of a website. It only reads. If the code for a procedure cannot be loaded, its end stays unknown for now; the first
 * failure of each is reported.
 */
export function procedureInspector(
  { clock, onDefect }: Pick<AbandonedChangesOptions, "clock" | "onDefect">,
  { deployments, files, sites }: InspectionCode,
): Inspect {
  // it is tried again and again, and nothing new is learnt from each
  const reported = new Set<() => Promise<unknown>>();
  const loaded = async <Code>(load: () => Promise<Code>): Promise<Code | undefined> => {
    try {
      return await load();
    } catch (error) {
      if (!reported.has(load)) onDefect?.(error);
      reported.add(load);
      return undefined;
    }
  };
  return async ({ request: { kind, verb, input }, before }, at, panel, signal) => {
    const callFor = (given: AbortSignal) => panel.callFor(given, "automatic");
    if (kind === "file") return (await loaded(files))?.inspectAbandonedFile(before, callFor(signal), clock, signal);
    if (verb === "deploy" || verb === "rollBack" || verb === "stopStep" || verb === "serveAgain")
      return (await loaded(deployments))?.inspectAbandoned(kind, before, callFor(signal), clock, signal);
    if (kind !== "site" || verb !== "create") return undefined;
    // earlier versions stored the requested site in `before`, beside the sites that existed then
    const asked = input?.site ?? before;
    return (await loaded(sites))?.findAbandonedSite({ asked, before, at }, callFor(signal), clock, signal);
  };
}
