import { stat } from "node:fs/promises";
import * as l10n from "@vscode/l10n";
import { nodeArguments } from "../../commands/context/choose.ts";
import type { Handler } from "../../commands/context/handler.ts";
import { resourceOf, type ResourceKind } from "../../resources/resources.ts";
import { targetKinds, targetKindsOf } from "../targetKinds.ts";
import { isFile } from "./chooseDeployment.ts";
import type { DeployingRows } from "./deployAndShow.ts";
import { deployFolderOn, deployThisFolder } from "./deployCommands.ts";
import { deployFileOn } from "./deployFileCommands.ts";
import { deployThisFile } from "./deployThisFile.ts";

/** *Deploy…* on a row, and in the palette, where it asks first for the kind of what is deployed to. */
export const deploy: Handler<DeployingRows> = async (services, args) => {
  const [node] = nodeArguments(services, args);
  const kind = node?.type === "item" ? node.kind : await chooseKind(services);
  if (kind === undefined) return;
  const areFolders = targetKindsOf(kind).every(({ brings }) => brings.what === "folder");
  await (areFolders ? deployFolderOn(kind) : deployFileOn(kind))(services, args);
};

async function chooseKind({ dialogs }: DeployingRows): Promise<ResourceKind | undefined> {
  const kinds = new Set<ResourceKind>(targetKinds.map(({ kind }) => kind));
  const choices = [...kinds].map((kind) => ({ label: resourceOf(kind).words.list(), value: kind }));
  return dialogs.pick(l10n.t("Deploy"), l10n.t("Where to?"), choices);
}

/** *Deploy…* on a folder or a file in the Explorer. */
export const deployFromExplorer: Handler<DeployingRows> = async (services, args) => {
  const [clicked] = args;
  if (!isFile(clicked)) return;
  const found = await stat(clicked.fsPath).catch(() => undefined);
  await (found?.isDirectory() === true ? deployThisFolder : deployThisFile)(services, args);
};
