import * as l10n from "@vscode/l10n";
import type { ActivityEntry } from "../../../activity/activityEntry.ts";
import type { ReadingActivity } from "../../../activity/window/activityCommands.ts";
import { nodeArgument } from "../../../commands/context/choose.ts";
import { CommandAborted } from "../../../commands/context/commandAborted.ts";
import type { Handler } from "../../../commands/context/handler.ts";
import type { Choosing } from "../../../commands/context/choosing.ts";
import type { Talking } from "../../../ports/dialogs.ts";
import type { InWorkspace } from "../../../ports/workspace.ts";
import type { TreeNode } from "../../../tree/treeNodes.ts";
import { isFor, targetKindFor, targetNameIn } from "../../targetKinds.ts";
import { addDeployment } from "../addDeployment.ts";
import type { KnownDeployments } from "../chooseDeployment.ts";
import { deployedBefore, earlierText, entryOf, type EarlierDeployment } from "./deployedBefore.ts";

/** Adds a deployment without settings to those of its folder, and opens them. */
export async function saveDeployment(
  services: InWorkspace & Talking,
  { folder, deployment }: EarlierDeployment["server"],
): Promise<void> {
  await addDeployment(services, folder, entryOf(deployment));
  await services.workspace.openSettings(folder);
}

/** *Save as Deployment…* on a row, on an operation of the Activity view, and in the palette. */
export const saveEarlier: Handler<Choosing & KnownDeployments & ReadingActivity> = async (services, args) => {
  const operation = await operationIn(services, args);
  const isMeant = operation === undefined ? isForRow(nodeArgument(services, args)) : isOf(operation);
  const fitting = deployedBefore(services).filter(isMeant);
  const [only, ...others] = fitting;
  if (only === undefined)
    throw new CommandAborted(
      l10n.t("There is nothing that was deployed from these folders and is not in their settings."),
    );
  const choices = fitting.map((each) => ({ ...earlierText(each), icon: "cloud-upload", value: each }));
  // an operation names no folder: what was kept may be another deployment to the same website
  const isSure = others.length === 0 && operation === undefined;
  const chosen = isSure
    ? only
    : await services.dialogs.pick(l10n.t("Save as Deployment"), l10n.t("Which deployment?"), choices);
  if (chosen !== undefined) await saveDeployment(services, chosen.server);
};

/** The operation of the Activity view that the command was called on. */
async function operationIn({ activity }: ReadingActivity, [id]: readonly unknown[]) {
  return typeof id === "string" ? (await (await activity()).read()).find((each) => each.id === id) : undefined;
}

function isOf({ panelId, kind, target }: ActivityEntry) {
  return ({ server: { panel, deployment } }: EarlierDeployment) =>
    panel.id === panelId && targetKindFor(deployment).kind === kind && targetNameIn(deployment) === target;
}

/** Whether a deployment was to a row; without one, each is. */
function isForRow(node: TreeNode | undefined) {
  if (node?.type !== "item") return () => true;
  return ({ server: { panel, deployment } }: EarlierDeployment) => panel.id === node.panelId && isFor(deployment, node);
}
