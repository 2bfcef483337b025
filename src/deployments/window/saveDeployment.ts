import * as l10n from "@vscode/l10n";
import type { ReadingActivity } from "../../activity/window/activityCommands.ts";
import { nodeArgument } from "../../commands/context/choose.ts";
import { CommandAborted } from "../../commands/context/commandAborted.ts";
import type { Handler } from "../../commands/context/handler.ts";
import type { Choosing } from "../../commands/context/choosing.ts";
import type { Talking } from "../../ports/dialogs.ts";
import type { InWorkspace } from "../../ports/workspace.ts";
import { isFor, targetKindFor, targetNameIn } from "../targetKinds.ts";
import { addDeployment } from "./addDeployment.ts";
import type { KnownDeployments } from "./chooseDeployment.ts";
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
  const [first] = args;
  const isMeant = typeof first === "string" ? await meantBy(services, first, args) : () => true;
  const fitting = deployedBefore(services).filter(isMeant);
  const [only, ...others] = fitting;
  if (only === undefined)
    throw new CommandAborted(
      l10n.t("There is nothing that was deployed from these folders and is not in their settings."),
    );
  const choices = fitting.map((each) => ({ ...earlierText(each), icon: "cloud-upload", value: each }));
  const chosen =
    others.length === 0
      ? only
      : await services.dialogs.pick(l10n.t("Save as Deployment"), l10n.t("Which deployment?"), choices);
  if (chosen !== undefined) await saveDeployment(services, chosen.server);
};

/** What an argument of the command means: a row of the tree, or an operation. */
async function meantBy(
  services: Choosing & KnownDeployments & ReadingActivity,
  id: string,
  args: readonly unknown[],
): Promise<(earlier: EarlierDeployment) => boolean> {
  const entry = (await services.activity.read()).find((each) => each.id === id);
  if (entry !== undefined)
    return ({ server: { panel, deployment } }) =>
      panel.id === entry.panelId &&
      targetKindFor(deployment).kind === entry.kind &&
      targetNameIn(deployment) === entry.target;
  const node = nodeArgument(services, args);
  if (node?.type !== "item") return () => true;
  return ({ server: { panel, deployment } }) => panel.id === node.panelId && isFor(deployment, node);
}
