import { isInPlace } from "../actions/deploymentEnds.ts";
import type { Deployed } from "./deploy.ts";
import type { RunContext } from "./deploymentProcedure.ts";

/** What follows an exchange that is in place: it looks or changes more, and may go back. Never rejects, but with defects. */
export type Stage = (deployed: Deployed, context: RunContext) => Promise<Deployed>;

/** Takes a deployment through its stages, as long as all is as wanted. Never rejects, but with defects. */
export async function throughStages(first: Deployed, stages: readonly Stage[], context: RunContext): Promise<Deployed> {
  let deployed = first;
  for (const stage of stages) {
    if (!isAsWanted(deployed)) break;
    deployed = await stage(deployed, context);
  }
  return deployed;
}

/** Whether what was deployed is there, and nothing has gone wrong so far. */
function isAsWanted({ end, failure }: Deployed): boolean {
  const { problem, rolledBack } = end;
  return isInPlace(end) && problem === undefined && rolledBack === undefined && failure === undefined;
}
