import { isOfFolder } from "../chooseDeployment.ts";
import type { DeploymentServer } from "../deploymentServer.ts";
import type { DeploymentSource } from "./deploymentSource.ts";
import { fileSource, latestFile } from "./fileSource.ts";
import { folderSource } from "./folderSource.ts";

/** What a deployment of the settings brings: of several files that it means, the latest. */
export function sourceOf(server: DeploymentServer): DeploymentSource {
  return isOfFolder(server) ? folderSource : fileSource(latestFile);
}
