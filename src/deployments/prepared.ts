import type { DeploymentCounts } from "../actions/deploymentEnd.ts";
import { hasFile, isForeign, UNCHANGED, type PreparedFile } from "./deployFile.ts";
import { targetOf } from "./place.ts";
import { countsOf, foreignIn, isUpToDate, type PreparedDeployment } from "./preparedDeployment.ts";

/** A folder or a file that was compared with its server. Nothing of it was sent yet. */
export type Prepared = PreparedDeployment | PreparedFile;

/** Whether a folder is deployed. */
export function isFolder(prepared: Prepared): prepared is PreparedDeployment {
  return "plan" in prepared;
}

/** Whether the server has all already, and the steps have ended well. */
export function isThere(prepared: Prepared): boolean {
  return isFolder(prepared) ? isUpToDate(prepared) : hasFile(prepared);
}

/** The files that come, change, stay and go; for a file, the counts of one that is there already. */
export function countsIn(prepared: Prepared): DeploymentCounts {
  return isFolder(prepared) ? countsOf(prepared.plan) : UNCHANGED;
}

/** The paths on the server of what is replaced although no deployment of this person has placed it. */
export function foreignPathsIn(prepared: Prepared): readonly string[] {
  if (isFolder(prepared)) return foreignIn(prepared.plan).map(({ path }) => path);
  return isForeign(prepared) ? [targetOf(prepared.place)] : [];
}

/** Whether only some files of a folder are sent, which nobody else has changed on the server: no preview shows them. */
export function isPlainPart(prepared: Prepared): boolean {
  return isFolder(prepared) && prepared.isPart === true && foreignPathsIn(prepared).length === 0;
}
