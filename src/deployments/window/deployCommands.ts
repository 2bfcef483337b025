import * as l10n from "@vscode/l10n";
import type { Choosing } from "../../commands/context/choosing.ts";
import type { Handler } from "../../commands/context/handler.ts";
import { visibleText } from "../../characters/plainText.ts";
import type { ResourceKind } from "../../resources/resources.ts";
import type { Timed } from "../../storage/ports.ts";
import type { ItemNode } from "../../tree/treeNodes.ts";
import { chooseFolderDeployment, pickDeployment, type KnownDeployments } from "./chooseDeployment.ts";
import { deployAndShow, otherPanel, type DeployingRows } from "./deployAndShow.ts";
import { folderSource } from "./sources/folderSource.ts";

/** *Deploy…* on a target of a kind of resource to which folders are brought, and in the palette. */
export function deployFolderOn(kind: ResourceKind): Handler<DeployingRows> {
  return async (services, args) => deployFolder(services, args, kind);
}

/** *Deploy…* on a folder in the Explorer: to what the settings say, or to any website or project. */
export const deployThisFolder: Handler<DeployingRows> = async (services, args) =>
  deployFolder(services, args, undefined);

/** Deploys a folder to a row that a person has chosen. */
export async function deployFolderTo(services: DeployingRows, item: ItemNode): Promise<void> {
  await deployFolder(services, [], item.kind, item);
}

async function deployFolder(
  services: DeployingRows,
  args: readonly unknown[],
  kind: ResourceKind | undefined,
  item?: ItemNode,
): Promise<void> {
  const servers = await chooseFolderDeployment(services, args, kind, item);
  if (servers !== undefined) await deployAndShow(services, folderSource, servers);
}

/** *Choose Panel Again…* in the palette. */
export const choosePanelAgain: Handler<Choosing & KnownDeployments & Timed> = async (services) => {
  const stated = await pickDeployment(services, l10n.t("Choose Panel Again"));
  const panel = stated && (await otherPanel(services, stated));
  if (stated === undefined || panel === undefined) return;
  const { deployment } = stated;
  if (deployment.server !== undefined) {
    const { role } = deployment.server;
    services.dialogs.mention(
      l10n.t("“{0}” of “{1}” is now on “{2}”.", visibleText(role), deployment.name, panel.name),
      [panel.name],
    );
    return;
  }
  services.dialogs.mention(l10n.t("“{0}” is now deployed to “{1}”.", deployment.name, panel.name), [panel.name]);
};
