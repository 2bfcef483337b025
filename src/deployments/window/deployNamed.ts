import * as l10n from "@vscode/l10n";
import { relative } from "node:path";
import { CommandAborted } from "../../commands/context/commandAborted.ts";
import { mustHave } from "../../commands/context/hasFeature.ts";
import type { PanelRecord } from "../../panels/panelRecord.ts";
import type { ResourceKind } from "../../resources/resources.ts";
import { findItem } from "../../tasks/findItem.ts";
import { numberText } from "../../texts/numberTexts.ts";
import type { ItemNode } from "../../tree/treeNodes.ts";
import type { Place } from "../place.ts";
import { broughtTo, targetKindFor } from "../targetKinds.ts";
import type { DeployTo } from "../targetNow.ts";
import {
  chosenPanel,
  invalidEntryText,
  statedDeployments,
  type DeploymentTarget,
  type StatedDeployment,
  type KnownDeployments,
} from "./chooseDeployment.ts";
import { deployWebsite, runBefore } from "./deployCommands.ts";
import { deployFileTo, matchingFiles } from "./deployFileCommands.ts";
import type { Deputy, Ended, DeployingFolders, RunningScript } from "./deployServices.ts";
import type { KnownPanels } from "../../commands/context/knownPanels.ts";
import type { Talking } from "../../ports/dialogs.ts";
import type { Timed } from "../../storage/ports.ts";
import type { InWorkspace } from "../../ports/workspace.ts";
import { placeOf, placeOfItem } from "./foundPlace.ts";

/** A deployment of the settings, and the panel that a person has chosen for it. */
export type NamedDeployment = StatedDeployment & Pick<DeploymentTarget, "panel">;

/** The deployment of a name. Throws `CommandAborted` if there is none, or no panel was chosen for it. */
export function deploymentNamed(services: KnownDeployments, name: string): NamedDeployment {
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
  services: DeployingFolders,
  { folder, deployment, panel }: NamedDeployment,
  deputy: Deputy,
): Promise<Ended | undefined> {
  if ("website" in deployment) {
    const ended = await deployWebsite(services, { folder, deployment, panel, name: deployment.website }, deputy);
    if (ended === "choosePanel") return undefined;
    return ended;
  }
  const { kind, nameIn } = targetKindFor(deployment);
  await mustHave(services, panel, { kind, verb: "deploy" });
  const item = await targetNamed(services, panel, kind, nameIn(deployment));
  const stated = { folder, deployment };
  if (deployment.task !== undefined) await runBefore(services, stated, deployment.task);
  const { file, sentence } = await latestFile(services, stated);
  deputy.say(sentence);
  return deployFileTo(services, item, { name: deployment.name, file, deployment }, deputy);
}

/** Where a deployment goes, and where its exchanges are. */
export async function placeNamed(
  services: KnownPanels & RunningScript,
  { deployment, panel }: NamedDeployment,
): Promise<{ readonly to: DeployTo; readonly place: Place }> {
  if ("website" in deployment) return placeOf(services, { panel, name: deployment.website }, deployment.directory);
  const { kind, nameIn } = targetKindFor(deployment);
  const item = await targetNamed(services, panel, kind, nameIn(deployment));
  return placeOfItem(services, item, l10n.t("Reading the deployments…"));
}

/** The row of a kind and name as the panel lists it now. Throws `CommandAborted` unless there is exactly one. */
export async function targetNamed(
  services: KnownPanels & Talking & Timed,
  panel: PanelRecord,
  kind: ResourceKind,
  name: string,
): Promise<ItemNode> {
  const { dialogs, connections, clock } = services;
  const found = await dialogs.progress(l10n.t("Looking for “{0}”…", name), async (signal) =>
    // by the wall clock: days until a date of the panel
    findItem(panel, kind, name, connections.of(panel).callFor(signal), () => clock.wallTime()),
  );
  if (typeof found === "string") throw new CommandAborted(found);
  return found.item;
}

/** The latest file that matches a deployment, and which one that is as a sentence. */
export async function latestFile(
  services: InWorkspace,
  { folder, deployment }: StatedDeployment,
): Promise<{ readonly file: string; readonly sentence: string }> {
  const brought = broughtTo(targetKindFor(deployment).kind);
  const glob = brought.globIn(deployment);
  const files = await matchingFiles(services, [folder], brought, glob);
  const [file, ...older] = files;
  const path = relative(folder.path, file);
  const sentence =
    older.length === 0 ? brought.words.only(path) : brought.words.latest(path, numberText(files.length), glob);
  return { file, sentence };
}
