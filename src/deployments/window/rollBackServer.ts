import type { Finished, ShowProgress } from "../../actions/actionRunner.ts";
import type { Outcome } from "../../actions/outcome.ts";
import { RemoteFiles } from "../../serverFiles/remoteFiles.ts";
import { DeploymentError } from "../deploymentError.ts";
import { outcomeOfThrown } from "../deploymentResult.ts";
import { runSwitchBack } from "../releases/switchBack.ts";
import { prepareRollBack } from "../rollBack.ts";
import { runRollBack } from "../runDeployment.ts";
import { readPastDeployments } from "../siteState.ts";
import { readServedBefore } from "./releases/switchBack.ts";
import { optionsFor, readOn, turnedAway, type Deploying, type Ended } from "./deployServices.ts";

/** What a deployment has put onto a server. */
export interface Placed extends Pick<Ended, "to" | "place"> {
  /** Of its exchange; `undefined`: not known, so that nothing can go back. */
  readonly id: string | undefined;
  /** Name of the deployment. */
  readonly deployment: string;
  readonly isRelease: boolean;
}

/** What a deployment that has ended has put onto its server. */
export function placedBy({ to, place, outcome }: Ended): Placed {
  const { id, deployment = "", isRelease = false } = outcome.deployment ?? {};
  return { to, place, id, deployment, isRelease };
}

/** Has a website serve what it served before a release. */
async function switchedBack(
  services: Deploying,
  { to, place, id }: Placed,
  showProgress: ShowProgress,
): Promise<Outcome> {
  const found = await services.dialogs.progress("", async (signal) =>
    readOn(services, to, signal, async (context) => readServedBefore(context, to, place, id)),
  );
  if (found === undefined) throw new DeploymentError({ kind: "changed" });
  return runSwitchBack(to, found, { ...(await optionsFor(services)), showProgress, isAgreed: true });
}

/**
 * Takes back what was deployed to a server, without a preview: what somebody has changed since stays, and what was deployed after it is left
 * alone. Resolves whatever the panel does.
 */
export async function rollBackServer(
  services: Deploying,
  placed: Placed,
  showProgress: ShowProgress,
): Promise<Finished> {
  const { to, place, id, deployment } = placed;
  const request = { ...to, verb: "rollBack" } as const;
  try {
    if (placed.isRelease) return { request, outcome: await switchedBack(services, placed, showProgress) };
    const prepared = await services.dialogs.progress("", async (signal) =>
      readOn(services, to, signal, async (context) => {
        const files = new RemoteFiles(context.callFor(signal), context.clock, signal);
        const [latest] = await readPastDeployments(files, place);
        if (latest === undefined || latest.id !== id) throw new DeploymentError({ kind: "changed" });
        return prepareRollBack(place, [latest], context);
      }),
    );
    try {
      const run = {
        ...(await optionsFor(services)),
        showProgress,
        isAgreed: true,
        accepted: new Set<string>(),
      } as const;
      return { request, outcome: await runRollBack(to, prepared, run) };
    } finally {
      await turnedAway(services, to, prepared);
    }
  } catch (error) {
    return { request, outcome: outcomeOfThrown(error, { deployment, targetKind: to.targetKind }, "rollBack") };
  }
}
