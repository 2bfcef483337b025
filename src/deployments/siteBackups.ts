import { resourceOf } from "../resources/resources.ts";
import type { DeploymentBackups } from "../resources/resource.ts";
import { RemoteFiles } from "../serverFiles/remoteFiles.ts";
import type { Site } from "../wire/operations/sites.ts";
import { DeploymentError } from "./deploymentError.ts";
import { findPlace } from "./place.ts";
import type { ScriptContext } from "./serverRun.ts";
import { readSiteHistory } from "./siteState.ts";
import { tidyRoot, webRoots } from "./targetRoot.ts";

/**
 * What the server keeps of a website's deployments, which its deletion leaves there; `undefined`: nothing that can be read. Throws
 * `PanelError`.
 */
export async function siteBackups(
  site: Site,
  { callFor, clock, signal }: Pick<ScriptContext, "callFor" | "clock" | "signal">,
): Promise<DeploymentBackups | undefined> {
  const root = tidyRoot(site.root);
  if (root === "") return undefined;
  const call = callFor(signal);
  const files = new RemoteFiles(call, clock, signal);
  const identity = resourceOf("site").identity(site);
  try {
    const place = await findPlace(files, { root, directory: "", identity, webRoots: async () => webRoots(call) });
    const { targets } = await readSiteHistory(files, place);
    const past = targets.flatMap(({ history }) => history);
    if (past.length === 0) return undefined;
    return { path: place.site, bytes: past.reduce((sum, { backupBytes }) => sum + backupBytes, 0) };
  } catch (error) {
    if (error instanceof DeploymentError) return undefined;
    throw error;
  }
}
