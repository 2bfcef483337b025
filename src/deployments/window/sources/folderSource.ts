import * as l10n from "@vscode/l10n";
import type { InWorkspace } from "../../../ports/workspace.ts";
import type { FolderDeployment } from "../../deploymentSetting.ts";
import { prepareDeployment } from "../../preparedDeployment.ts";
import { prepareRelease } from "../../releases/prepareRelease.ts";
import { releaseSettingOf } from "../../releases/releaseFields.ts";
import { siteOf } from "../../releases/switchBack.ts";
import { targetNameIn } from "../../targetKinds.ts";
import type { StatedDeployment } from "../deploymentServer.ts";
import { alongside, isOfFolder } from "../chooseDeployment.ts";
import type { DeploymentServer } from "../deploymentServer.ts";
import type { ComparedWithServer, DeploymentSource, LocalSource } from "./deploymentSource.ts";
import { compared, type DeployingFolders } from "../deployServices.ts";
import { placeOf, type Found } from "../foundPlace.ts";
import { readFolder, type ReadFolder } from "./readFolder.ts";
import { withSharedFiles } from "../releases/sharedFile.ts";
import { readSteps } from "../readSteps.ts";

interface LocalFolder extends ReadFolder, LocalSource {
  readonly deployment: FolderDeployment;
}

/** A folder of this computer. */
export const folderSource: DeploymentSource<LocalFolder> = {
  async find(services, server, to) {
    const stated = ofFolder(server);
    const found = await placeOf(services, to, stated.deployment.directory);
    return {
      alsoServes: found.alsoServes,
      async compare(own, asked, { source, deployment: { exclude } }) {
        const deployment = { ...stated.deployment, exclude };
        return compareFolder(own, server, { ...found, to: asked }, { source, deployment });
      },
    };
  },
  async read(services, first, { by, say }) {
    const stated = ofFolder(first);
    const read = await readFolder(services, stated, { by, say });
    return read && { ...read, shownPath: shownSource(services, stated) };
  },
};

function ofFolder(server: DeploymentServer): StatedDeployment<FolderDeployment> {
  if (!isOfFolder(server)) throw new TypeError("no folder is deployed");
  return server;
}

/** Compares the source folder with the server. */
async function compareFolder(
  services: DeployingFolders,
  server: DeploymentServer,
  { to, place, nested }: Found,
  { source, deployment }: ReadFolder,
): Promise<ComparedWithServer> {
  const { name } = deployment;
  const website = server.item?.label ?? targetNameIn(deployment);
  const given = { name, website, source, place, nested, alongside: alongside(services, deployment) };
  return compared(
    services,
    to,
    async (context) => {
      const steps = await readSteps(context, { to, place }, server);
      const all = { ...given, steps: steps?.seen.steps ?? [] };
      const setting = releaseSettingOf(deployment);
      if (setting !== undefined)
        return {
          prepared: await withSharedFiles(ofFolder(server), to, place, async () =>
            prepareRelease(context, { ...all, site: siteOf(to), setting }),
          ),
          steps,
        };
      return { prepared: await prepareDeployment(context, all, to.kind === "site" ? siteOf(to) : undefined), steps };
    },
    l10n.t("Comparing with the server…"),
  );
}

/** The source folder, as people know it. */
function shownSource({ workspace }: InWorkspace, { folder, deployment }: StatedDeployment<FolderDeployment>): string {
  if (deployment.source === "") return folder.name;
  if (workspace.folders().length > 1) return `${folder.name}/${deployment.source}`;
  return deployment.source;
}
