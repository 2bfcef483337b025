import { basename } from "node:path";
import * as l10n from "@vscode/l10n";
import { panelOf } from "../../commands/context/choose.ts";
import { CommandAborted } from "../../commands/context/commandAborted.ts";
import type { Handler } from "../../commands/context/handler.ts";
import { mustHave } from "../../commands/context/hasFeature.ts";
import { targetKindFor, targetKindsOfRow, targetNameIn } from "../targetKinds.ts";
import type { DeployTo } from "../targetNow.ts";
import {
  chooseTarget,
  isFile,
  onePerDeployment,
  panelFor,
  pickStated,
  rememberPanel,
  serversOf,
  statedDeployments,
  type StatedDeployment,
} from "./chooseDeployment.ts";
import type { DeployingRows } from "./deployCommands.ts";
import { deployFileAndShow } from "./deployFileCommands.ts";
import { deploySeveralAndShow } from "./deploySeveral.ts";
import { targetForItem, targetNamed } from "./foundPlace.ts";
import { runBefore } from "./runBefore.ts";

/** *Deploy…* on a file in the Explorer: as the deployments of the settings that mean it say, or to a project that takes a file. */
export const deployThisFile: Handler<DeployingRows> = async (services, [clicked]) => {
  if (!isFile(clicked)) return;
  const { fsPath: file } = clicked;
  const title = l10n.t("Deploy “{0}”", basename(file));
  const fitting = await thoseThatMean(services, file);
  const chosen = await pickStated(services, title, fitting, { item: undefined, isTargetKnown: true });
  if (chosen === undefined) return;
  if (chosen === "new") {
    const to = await chooseTo(services, title);
    if (to !== undefined) await deployFileAndShow(services, to, { name: basename(file), file, stated: undefined });
    return;
  }
  if (chosen.deployment.server === undefined) {
    await deployStated(services, chosen, title, file);
    return;
  }
  const several = serversOf(services, chosen);
  if (several !== undefined) await deploySeveralAndShow(services, several);
};

/** The deployments of the settings that mean a file; those to several servers only if they would take it, which is the latest. */
async function thoseThatMean(services: DeployingRows, file: string): Promise<readonly StatedDeployment[]> {
  const meaning: StatedDeployment[] = [];
  for (const stated of onePerDeployment(statedDeployments(services))) {
    const { folder, deployment } = stated;
    const { brings } = targetKindFor(deployment);
    if (brings.what !== "file") continue;
    const files = await services.workspace.files(folder, brings.globIn(deployment));
    const taken = deployment.server === undefined ? files : files.slice(0, 1);
    if (taken.includes(file)) meaning.push(stated);
  }
  return meaning;
}

async function deployStated(services: DeployingRows, stated: StatedDeployment, title: string, file: string) {
  const { deployment } = stated;
  const panel = await panelFor(services, stated, title);
  if (panel === undefined) return;
  const targetKind = targetKindFor(deployment);
  await mustHave(services, panel, { kind: targetKind.kind, verb: "deploy" });
  const to = await targetNamed(services, panel, targetKind, targetNameIn(deployment));
  await rememberPanel(services.memento, stated, panel);
  if (deployment.task !== undefined) await runBefore(services, stated, deployment.task);
  await deployFileAndShow(services, to, { name: deployment.name, file, stated });
}

/** A project that takes a file, as a person chooses it; `undefined`: dismissed. */
async function chooseTo(services: DeployingRows, title: string): Promise<DeployTo | undefined> {
  const item = await chooseTarget(services, title, undefined, "file");
  if (item === undefined) return undefined;
  const panel = panelOf(services, item.panelId);
  await mustHave(services, panel, { kind: item.kind, verb: "deploy" });
  const targetKind = targetKindsOfRow(item).find(({ brings }) => brings.what === "file");
  if (targetKind === undefined)
    throw new CommandAborted(l10n.t("“{0}” on “{1}” takes folders, and no file.", item.label, panel.name));
  return targetForItem(services, item, targetKind);
}
