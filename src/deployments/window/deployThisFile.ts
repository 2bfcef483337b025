import { basename } from "node:path";
import * as l10n from "@vscode/l10n";
import { panelOf } from "../../commands/context/choose.ts";
import { CommandAborted } from "../../commands/context/commandAborted.ts";
import type { Handler } from "../../commands/context/handler.ts";
import { mustHave } from "../../commands/context/hasFeature.ts";
import { targetKindFor, targetKindsOfRow } from "../targetKinds.ts";
import type { StatedDeployment } from "./deploymentServer.ts";
import {
  chooseTarget,
  isFile,
  onePerDeployment,
  pickStated,
  serversOf,
  statedDeployments,
} from "./chooseDeployment.ts";
import { deployAndShow, type DeployingRows } from "./deployAndShow.ts";
import { deployNewFile, theFile } from "./deployFileCommands.ts";
import { fileSource, latestFile } from "./sources/fileSource.ts";

/** *Deploy…* on a file in the Explorer: as the deployments of the settings that mean it say, or to a project that takes a file. */
export const deployThisFile: Handler<DeployingRows> = async (services, [clicked]) => {
  if (!isFile(clicked)) return;
  const { fsPath: file } = clicked;
  const title = l10n.t("Deploy “{0}”", basename(file));
  const all = statedDeployments(services);
  const fitting = await thoseThatMean(services, all, file);
  const chosen = await pickStated(services, title, fitting, { item: undefined, isTargetKnown: true });
  if (chosen === undefined) return;
  if (chosen === "new") {
    await deployNew(services, title, file);
    return;
  }
  const servers = await serversOf(services, all, chosen, title);
  if (servers === undefined) return;
  // several servers get what each deployment to them would take
  const choice = servers.length === 1 ? theFile(file) : latestFile;
  await deployAndShow(services, fileSource(choice), servers);
};

/** The deployments of the settings that mean a file; those to several servers only if they would take it, which is the latest. */
async function thoseThatMean(
  services: DeployingRows,
  all: readonly StatedDeployment[],
  file: string,
): Promise<readonly StatedDeployment[]> {
  const meaning: StatedDeployment[] = [];
  for (const stated of onePerDeployment(all)) {
    const { folder, deployment } = stated;
    const { brings } = targetKindFor(deployment);
    if (brings.what !== "file") continue;
    const files = await services.workspace.files(folder, brings.globIn(deployment));
    const taken = deployment.server === undefined ? files : files.slice(0, 1);
    if (taken.includes(file)) meaning.push(stated);
  }
  return meaning;
}

/** Deploys a file to a project that takes one, as a person chooses it. */
async function deployNew(services: DeployingRows, title: string, file: string): Promise<void> {
  const item = await chooseTarget(services, title, undefined, "file");
  if (item === undefined) return;
  const panel = panelOf(services, item.panelId);
  await mustHave(services, panel, { kind: item.kind, verb: "deploy" });
  const targetKind = targetKindsOfRow(item).find(({ brings }) => brings.what === "file");
  if (targetKind === undefined)
    throw new CommandAborted(l10n.t("“{0}” on “{1}” takes folders, and no file.", item.label, panel.name));
  await deployNewFile(services, item, targetKind, file);
}
