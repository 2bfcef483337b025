import * as l10n from "@vscode/l10n";
import type { InWorkspace } from "../../../ports/workspace.ts";
import type { FolderDeployment } from "../../deploymentSetting.ts";
import { prepareDeployment, type PreparedDeployment } from "../../preparedDeployment.ts";
import { prepareRelease } from "../../releases/prepareRelease.ts";
import { releaseSettingOf } from "../../releases/releaseFields.ts";
import { siteOf } from "../../releases/switchBack.ts";
import { targetNameIn } from "../../targetKinds.ts";
import type { StatedDeployment } from "../deploymentServer.ts";
import { alongside, isOfFolder } from "../chooseDeployment.ts";
import type { DeploymentServer } from "../deploymentServer.ts";
import type { ComparedWithServer, DeploymentSource, FoundTarget, LocalSource } from "./deploymentSource.ts";
import { compared, type DeployingFolders } from "../deployServices.ts";
import { placeOf, type Found } from "../foundPlace.ts";
import { readFolder, type ReadFolder } from "./readFolder.ts";
import { withSharedFiles } from "../releases/sharedFile.ts";
import { readSteps } from "../readSteps.ts";
import { visibleText } from "../../../characters/plainText.ts";
import { listText } from "../../../texts/listTexts.ts";
import { CommandAborted } from "../../../commands/context/commandAborted.ts";
import { type DeployTo } from "../../targetNow.ts";
import { type Source } from "../../sourceFiles.ts";

interface LocalFolder extends ReadFolder, LocalSource {
  readonly deployment: FolderDeployment;
}

/** A folder of this computer. */
export const folderSource: DeploymentSource<LocalFolder> = {
  find: async (services, server, to) => findFolder(services, server, to, false),
  async read(services, first, { by, say }) {
    const stated = ofFolder(first);
    const read = await readFolder(services, stated, { by, say });
    return read && { ...read, shownPath: shownSource(services, stated) };
  },
};

/**
 * Some files of a folder: its others stay as they are, and its steps do not run.
 * @param paths relative to the folder, with `/`
 */
export function partSource(paths: readonly string[]): DeploymentSource<LocalFolder> {
  return {
    part: paths,
    find: async (services, server, to) => findFolder(services, server, to, true),
    async read(services, first, { by, say }) {
      const stated = ofFolder(first);
      const read = await readFolder(services, stated, { by, say, only: new Set(paths) });
      if (read === undefined) return undefined;
      for (const path of paths) mustBeIn(read.source, path, stated.deployment.name);
      return { ...read, shownPath: listText(paths.map((path) => visibleText(path))) };
    },
  };
}

/** Ends the command for a file that the folder does not bring. */
function mustBeIn({ files, leftOut }: Source, path: string, deployment: string): void {
  if (files.some((file) => file.path === path)) return;
  const left = leftOut.find((each) => each.path === path || (each.path.endsWith("/") && path.startsWith(each.path)));
  const rule = typeof left?.rule === "object" ? left.rule.pattern : undefined;
  throw new CommandAborted(
    rule === undefined
      ? l10n.t("“{0}” is no file that “{1}” can bring. Nothing was sent.", visibleText(path), visibleText(deployment))
      : l10n.t(
          "“{0}” is left out of “{1}” by the rule {2}. Nothing was sent.",
          visibleText(path),
          visibleText(deployment),
          visibleText(rule),
        ),
  );
}

async function findFolder(
  services: DeployingFolders,
  server: DeploymentServer,
  to: DeployTo,
  isPart: boolean,
): Promise<FoundTarget<LocalFolder>> {
  const stated = ofFolder(server);
  const found = await placeOf(services, to, stated.deployment.directory);
  return {
    alsoServes: found.alsoServes,
    async compare(own, asked, { source, deployment: { exclude } }) {
      const deployment = { ...stated.deployment, exclude };
      return compareFolder(own, server, { ...found, to: asked }, { source, deployment, isPart });
    },
  };
}

function ofFolder(server: DeploymentServer): StatedDeployment<FolderDeployment> {
  if (!isOfFolder(server)) throw new TypeError("no folder is deployed");
  return server;
}

/** Compares the source folder with the server. */
async function compareFolder(
  services: DeployingFolders,
  server: DeploymentServer,
  { to, place, nested }: Found,
  { source, deployment, isPart }: ReadFolder & Pick<PreparedDeployment, "isPart">,
): Promise<ComparedWithServer> {
  const { name } = deployment;
  const website = server.item?.label ?? targetNameIn(deployment);
  const given = { name, website, source, place, nested, alongside: alongside(services, deployment) };
  return compared(
    services,
    to,
    async (context) => {
      const site = to.kind === "site" ? siteOf(to) : undefined;
      if (isPart === true)
        return { prepared: await prepareDeployment(context, { ...given, steps: [], isPart }, site), steps: undefined };
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
      return { prepared: await prepareDeployment(context, all, site), steps };
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
