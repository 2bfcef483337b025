import * as l10n from "@vscode/l10n";
import { CommandAborted } from "../../../commands/context/commandAborted.ts";
import type { Handler } from "../../../commands/context/handler.ts";
import { serversOf, statedDeployments } from "../chooseDeployment.ts";
import { deployAndShow, type DeployingRows } from "../deployAndShow.ts";
import { deployedBefore } from "./deployedBefore.ts";
import { deployedLast } from "./deployedLast.ts";
import type { StatedDeployment } from "../deploymentServer.ts";
import { sourceOf } from "../sources/sourceOf.ts";

/** *Deploy Again*: what was deployed last from the open folders, with its preview. */
export const deployAgain: Handler<DeployingRows> = async (services) => {
  const last = deployedLast(services);
  const isLast = ({ folder, deployment }: StatedDeployment) =>
    folder.path === last?.folder && deployment.name === last.name;
  const all = statedDeployments(services);
  const stated = all.find(isLast);
  const earlier = deployedBefore(services).find(({ server }) => isLast(server));
  if (stated === undefined && earlier === undefined)
    throw new CommandAborted(l10n.t("Nothing was deployed from these folders yet. Use “Deploy…” first."));
  const title = l10n.t("Deploy Again");
  const servers =
    stated === undefined ? earlier && ([earlier.server] as const) : await serversOf(services, all, stated, title);
  if (servers !== undefined) await deployAndShow(services, sourceOf(servers[0]), servers);
};
