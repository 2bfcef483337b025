import * as l10n from "@vscode/l10n";
import { relative } from "node:path";
import { CommandAborted } from "../../commands/context/commandAborted.ts";
import { mustHave } from "../../commands/context/hasFeature.ts";
import type { Services } from "../../commands/context/services.ts";
import type { PanelRecord } from "../../panels/panelRecord.ts";
import { findItem } from "../../tasks/findItem.ts";
import { numberText } from "../../texts/numberTexts.ts";
import type { ItemNode } from "../../tree/treeNodes.ts";
import type { JarDeployment } from "../deploymentSetting.ts";
import {
  chosenPanel,
  invalidEntryText,
  statedDeployments,
  type DeploymentTarget,
  type StatedDeployment,
} from "./chooseDeployment.ts";
import { deployWebsite, runBefore } from "./deployCommands.ts";
import { deployJarTo, matchingJars } from "./deployJarCommands.ts";
import type { Deputy, Ended } from "./deployServices.ts";

/** A deployment of the settings, and the panel that a person has chosen for it. */
export type NamedDeployment = StatedDeployment & Pick<DeploymentTarget, "panel">;

/** The deployment of a name. Throws `CommandAborted` if there is none, or no panel was chosen for it. */
export function deploymentNamed(services: Services, name: string): NamedDeployment {
  const stated = statedDeployments(services).find(({ deployment }) => deployment.name === name);
  if (stated === undefined)
    throw new CommandAborted(
      invalidEntryText(services, name) ?? l10n.t("There is no deployment “{0}” in the settings.", name),
    );
  const panel = chosenPanel(services, stated);
  if (panel === undefined)
    throw new CommandAborted(l10n.t("Deploy “{0}” once by its command: that asks which panel it means.", name));
  return { ...stated, panel };
}

/** Runs a deployment in a person's place; `undefined`: they turned away. */
export async function deployNamed(
  services: Services,
  { folder, deployment, panel }: NamedDeployment,
  deputy: Deputy,
): Promise<Ended | undefined> {
  if ("website" in deployment) {
    const ended = await deployWebsite(services, { folder, deployment, panel, name: deployment.website }, deputy);
    if (ended === "choosePanel") return undefined;
    return ended;
  }
  await mustHave(services, panel, { kind: "javaProject", verb: "deploy" });
  const item = await projectNamed(services, panel, deployment.project);
  const stated = { folder, deployment };
  if (deployment.task !== undefined) await runBefore(services, stated, deployment.task);
  const { file, sentence } = await latestJar(services, stated);
  deputy.say(sentence);
  return deployJarTo(services, item, { name: deployment.name, file, deployment }, deputy);
}

/** The Java project of a name as the panel lists it now. Throws `CommandAborted` unless there is exactly one. */
export async function projectNamed(services: Services, panel: PanelRecord, name: string): Promise<ItemNode> {
  const { dialogs, connections, clock } = services;
  const found = await dialogs.progress(l10n.t("Looking for “{0}”…", name), async (signal) =>
    // by the wall clock: days until a date of the panel
    findItem(panel, "javaProject", name, connections.of(panel).callFor(signal), () => clock.wallTime()),
  );
  if (typeof found === "string") throw new CommandAborted(found);
  return found.item;
}

/** The latest jar that matches a deployment, and which one that is as a sentence. */
export async function latestJar(
  services: Services,
  { folder, deployment }: StatedDeployment<JarDeployment>,
): Promise<{ readonly file: string; readonly sentence: string }> {
  const files = await matchingJars(services, [folder], deployment.jar);
  const [file, ...older] = files;
  const path = relative(folder.path, file);
  const sentence =
    older.length === 0
      ? l10n.t("The jar is {0}.", path)
      : l10n.t("The jar is {0}, the latest of {1} that match {2}.", path, numberText(files.length), deployment.jar);
  return { file, sentence };
}
