import * as l10n from "@vscode/l10n";
import type { KnownPanels } from "../../commands/context/knownPanels.ts";
import type { Place } from "../place.ts";
import { targetKindFor, targetNameIn } from "../targetKinds.ts";
import type { DeployTo } from "../targetNow.ts";
import { isOfFolder } from "./chooseDeployment.ts";
import type { RunningScript } from "./deployServices.ts";
import type { DeploymentServer } from "./deploymentServer.ts";
import { placeAt, targetNamed } from "./foundPlace.ts";

/** Where a deployment goes, and where its exchanges are. */
export async function placeNamed(
  services: KnownPanels & RunningScript,
  { panel, ...stated }: DeploymentServer,
): Promise<{ readonly to: DeployTo; readonly place: Place }> {
  const { deployment } = stated;
  const to = await targetNamed(services, panel, targetKindFor(deployment), targetNameIn(deployment));
  const directory = isOfFolder(stated) ? stated.deployment.directory : "";
  return { to, place: await placeAt(services, to, directory, l10n.t("Reading the deployments…")) };
}
