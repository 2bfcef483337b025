import { basename, sep } from "node:path";
import * as l10n from "@vscode/l10n";
import { chooseItem, nodeArgument, panelOf } from "../../commands/context/choose.ts";
import { visibleText } from "../../characters/plainText.ts";
import type { Handler } from "../../commands/context/handler.ts";
import { mustHave } from "../../commands/context/hasFeature.ts";
import type { Talking } from "../../ports/dialogs.ts";
import type { InWorkspace } from "../../ports/workspace.ts";
import type { ResourceKind } from "../../resources/resources.ts";
import { oneOfText } from "../../texts/serversTexts.ts";
import type { ItemNode } from "../../tree/treeNodes.ts";
import { LONGEST_TEXT } from "../deploymentFields.ts";
import { deploymentNameOf, readDeployments } from "../deploymentSetting.ts";
import { liesBeside } from "../source/builtFiles.ts";
import {
  broughtAs,
  isFor,
  targetKindFor,
  targetKindsOf,
  targetKindsOfRow,
  type KnownTargetKind,
} from "../targetKinds.ts";
import type { StatedDeployment } from "./deploymentServer.ts";
import { mayMean, onePerDeployment, serversOf, statedDeployments, wholeChoiceOf } from "./chooseDeployment.ts";
import { deployAndShow, type DeployingRows } from "./deployAndShow.ts";
import { deployFolderTo } from "./deployCommands.ts";
import { fileSource, matchingFiles, shownPath, type FileChoice } from "./sources/fileSource.ts";
import { sourceOf } from "./sources/sourceOf.ts";

/** *Deploy…* on a target of a kind of resource of which some take a file, and in the palette. */
export function deployFileOn(kind: ResourceKind): Handler<DeployingRows> {
  return async (services, args) => {
    const title = targetKindsOf(kind)[0].titles.deploy();
    const stated = statedDeployments(services);
    const node = nodeArgument(services, args);
    const several = node === undefined ? await pickSeveral(services, kind, stated, title) : "one";
    if (several === undefined) return;
    if (several !== "one") {
      const servers = await serversOf(services, stated, several, title);
      if (servers !== undefined) await deployAndShow(services, sourceOf(servers[0]), servers);
      return;
    }
    const item = node?.type === "item" && node.kind === kind ? node : await chooseItem(services, args, kind, title);
    if (item === undefined) return;
    const fittingRow = stated.filter((each) => isFor(each.deployment, item) && mayMean(services, each, item));
    const targetKind = await chooseTargetKind(services, title, item, fittingRow);
    if (targetKind === undefined) return;
    if (targetKind.brings.what === "folder") {
      await deployFolderTo(services, item);
      return;
    }
    const fitting = fittingRow.filter(({ deployment }) => targetKindFor(deployment).id === targetKind.id);
    const chosen = await pickFitting(services, title, targetKind, fitting);
    if (chosen === undefined) return;
    if (chosen !== "new") {
      const server = { ...chosen, panel: panelOf(services, item.panelId), item };
      await deployAndShow(services, fileSource(choosingFile(title)), [server]);
      return;
    }
    await mustHave(services, panelOf(services, item.panelId), { kind, verb: "deploy" });
    const brought = broughtAs(targetKind, "file");
    const { ranked } = await matchingFiles(services, services.workspace.folders(), brought.likely);
    const file = await pickAmong(services, title, { files: ranked, glob: brought.likely });
    if (file !== undefined) await deployNewFile(services, item, targetKind, file);
  };
}

/** What is brought to a row: what the settings say, else a person says whether it is a folder or a file; `undefined`: dismissed. */
async function chooseTargetKind(
  { dialogs }: Talking,
  title: string,
  item: ItemNode,
  stated: readonly StatedDeployment[],
): Promise<KnownTargetKind | undefined> {
  const all = targetKindsOfRow(item);
  const meant = all.filter(({ id }) => stated.some(({ deployment }) => targetKindFor(deployment).id === id));
  const [only, ...others] = meant.length > 0 ? meant : all;
  if (only === undefined) throw new TypeError(`nothing can be deployed to ${item.kind}`);
  if (others.length === 0) return only;
  return dialogs.pick(
    title,
    l10n.t("What do you want to deploy?"),
    [only, ...others].map((each) => ({
      label: each.brings.words.itself(),
      icon: each.brings.what === "folder" ? "folder" : "file-binary",
      value: each,
    })),
  );
}

/** From the palette: a deployment to several servers, or one project; `undefined`: dismissed. */
async function pickSeveral(
  { dialogs }: Talking,
  kind: ResourceKind,
  stated: readonly StatedDeployment[],
  title: string,
): Promise<StatedDeployment | "one" | undefined> {
  const whole = onePerDeployment(stated).filter(
    (each) => each.deployment.server !== undefined && targetKindFor(each.deployment).kind === kind,
  );
  if (whole.length === 0) return "one";
  return dialogs.pick<StatedDeployment | "one">(title, l10n.t("Which deployment?"), [
    ...whole.map(wholeChoiceOf),
    { label: l10n.t("One Project…"), icon: "add", value: "one" },
  ]);
}

/** One of the deployments of the settings that fit a row; `new` where none does, `undefined`: dismissed. */
async function pickFitting(
  { dialogs }: Talking,
  title: string,
  targetKind: KnownTargetKind,
  fitting: readonly StatedDeployment[],
): Promise<StatedDeployment | "new" | undefined> {
  const [only, ...others] = fitting;
  if (only === undefined) return "new";
  if (others.length === 0) return only;
  const { globIn } = broughtAs(targetKind, "file");
  return dialogs.pick(
    title,
    l10n.t("Which deployment?"),
    fitting.map((each) => {
      const { server } = each.deployment;
      const description = [globIn(each.deployment), ...(server === undefined ? [] : [oneOfText(server)])].join(" · ");
      return { label: each.deployment.name, description, value: each };
    }),
  );
}

/** A person's choice among the files that a deployment means, where there are several. */
function choosingFile(title: string): FileChoice {
  return async (services, { folder, deployment }, brought) => {
    const glob = brought.globIn(deployment);
    const { ranked } = await matchingFiles(services, [folder], glob);
    const file = ranked.length === 1 ? ranked[0] : await pickAmong(services, title, { files: ranked, glob });
    return file === undefined ? undefined : { file };
  };
}

async function pickAmong(
  services: InWorkspace & Talking,
  title: string,
  { files, glob }: { readonly files: readonly string[]; readonly glob: string },
): Promise<string | undefined> {
  const choices = files.map((file, index) => ({
    label: basename(file),
    description: shownPath(services, file),
    ...detailOf(index === 0, liesBeside(file, glob)),
    value: file,
  }));
  return services.dialogs.pick(title, l10n.t("Which file?"), choices);
}

/** What a person should know of a file before it is chosen. */
function detailOf(isFirst: boolean, isBeside: boolean): { readonly detail?: string } {
  if (isBeside) return { detail: l10n.t("usually not the program itself") };
  return isFirst ? { detail: l10n.t("the latest") } : {};
}

/** Deploys a file that a person has chosen to a row, without a deployment of the settings. */
export async function deployNewFile(
  services: DeployingRows,
  item: ItemNode,
  targetKind: KnownTargetKind,
  file: string,
): Promise<void> {
  const folders = services.workspace.folders();
  const folder = folders.find(({ path }) => file.startsWith(path + sep)) ?? folders[0];
  const brought = broughtAs(targetKind, "file");
  const entry = brought.entryOf(
    deploymentNameOf(basename(file)),
    visibleText(item.label, LONGEST_TEXT),
    brought.likely,
  );
  const [deployment] = readDeployments([entry]).deployments;
  if (folder === undefined || deployment === undefined) throw new TypeError("not a deployment");
  const server = { folder, deployment, isNew: true, panel: panelOf(services, item.panelId), item } as const;
  await deployAndShow(services, fileSource(theFile(file)), [server]);
}

/** The file that a person has chosen. */
export function theFile(file: string): FileChoice {
  return async () => ({ file });
}
