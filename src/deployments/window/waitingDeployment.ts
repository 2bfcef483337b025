import type { Finished } from "../../actions/actionRunner.ts";
import type { Place } from "../place.ts";
import type { PreparedDeployment } from "../preparedDeployment.ts";
import type { DeployTo } from "../targetNow.ts";
import type { Deploying, Deputy } from "./deployServices.ts";
import { endFirst } from "./endUnfinished.ts";
import { serveLost } from "./releases/lostRelease.ts";

/** What of a deployment that was prepared may have to wait. */
export type MayWait = Pick<PreparedDeployment, "state"> & Partial<Pick<PreparedDeployment, "release">>;

/** Whether a deployment has to wait: for the end of one that was cut off, or for a release that the panel has lost. */
export function hasToWait({ state, release }: MayWait): boolean {
  return state.unfinished !== undefined || release?.lost !== undefined;
}

/** Ends what a deployment has to wait for, as the person wants it; `undefined`: they turned away, or nothing has to. */
export async function endWaiting(
  services: Deploying,
  to: DeployTo,
  place: Place,
  { state: { unfinished }, release }: MayWait,
  deputy: Partial<Deputy>,
): Promise<Finished | undefined> {
  if (unfinished === undefined) return release?.lost && serveLost(services, to, release.lost, deputy);
  const outcome = await endFirst(services, to, { place, unfinished }, deputy);
  return outcome && { request: { ...to, verb: "rollBack" }, outcome };
}
