import type { DeploymentInput } from "../resources/plannedDeployment.ts";
import type { Checks } from "./checkStage.ts";
import { targetOf } from "./place.ts";
import { isForeign } from "./deployFile.ts";
import { foreignPathsIn, isFolder, type Prepared } from "./prepared.ts";
import { countsOf, sentBytes } from "./preparedDeployment.ts";
import { isStoppedProcess, targetKindOf } from "./targetKinds.ts";
import type { DeployTo } from "./targetNow.ts";

/** What a question about a deployment says besides what is prepared. */
export interface ShownWith extends Checks {
  /** Path of the folder or the file on this computer. */
  readonly shownPath?: string | undefined;
  /** A person has said that the target, which is stopped, starts with it. */
  readonly startsStopped?: boolean;
}

/** A deployment as the question before it, and the journal, have it. */
export function deploymentInput(
  to: DeployTo,
  prepared: Prepared,
  { shownPath, startsStopped = false, address, watch, rollsBack }: ShownWith,
): DeploymentInput {
  const common = {
    name: prepared.name,
    directory: targetOf(prepared.place),
    checks: { address, watch, rollsBack },
    steps: prepared.steps.map(({ name, when, user }) => ({ name, when, user })),
    ...processInput(to, startsStopped),
  };
  if (isFolder(prepared)) {
    const { plan, release } = prepared;
    return {
      ...common,
      ...(shownPath !== undefined && { source: shownPath }),
      counts: countsOf(plan),
      bytes: sentBytes(plan),
      // a release replaces nothing: what somebody has changed stays in the one before it
      replaced: release === undefined ? foreignPathsIn(prepared) : [],
      ...(release && { runPath: release.runPath }),
    };
  }
  const { local, sharedBy } = prepared;
  return {
    ...common,
    bytes: local.size,
    ...(shownPath !== undefined && { local: { path: shownPath, modified: local.modified } }),
    replaced: isForeign(prepared) ? [prepared.place.directory] : [],
    sharedBy,
  };
}

/** What becomes of the process of a target; nothing where it has none. */
function processInput(to: DeployTo, startsStopped: boolean): Pick<DeploymentInput, "project"> {
  if (targetKindOf(to).process === undefined) return {};
  if (!isStoppedProcess(to)) return { project: "restarts" };
  return { project: startsStopped ? "starts" : "staysStopped" };
}
