import { isOfFolder } from "./chooseDeployment.ts";
import type { DeploymentServer, DeploymentSource } from "./deploymentSource.ts";
import { fileSource, latestFile } from "./fileSource.ts";
import { folderSource } from "./folderSource.ts";

/** What a deployment of the settings brings: of several files that it means, the latest. */
export function sourceOf(server: DeploymentServer): DeploymentSource {
  // what a source has read goes to that source alone
  return (isOfFolder(server) ? folderSource : fileSource(latestFile)) as DeploymentSource;
}
