import { deployToSeveral } from "./deployToSeveral.ts";
import { together } from "./onAllServers.ts";
import { panelsMeant, type ServerMeant } from "./severalPanels.ts";
import type { EndedServers } from "../several/deployWaves.ts";
import * as l10n from "@vscode/l10n";
import { CommandAborted } from "../../commands/context/commandAborted.ts";
import { mustHave } from "../../commands/context/hasFeature.ts";
import type { Place } from "../place.ts";
import { targetKindFor, targetNameIn } from "../targetKinds.ts";
import type { DeployTo } from "../targetNow.ts";
import { mustBeAgreed } from "./askSteps.ts";
import {
  type DeploymentTarget,
  type StatedDeployment,
  type KnownDeployments,
  statedDeployments,
  chosenPanel,
  invalidEntryText,
  isOfFolder,
  serversOf,
} from "./chooseDeployment.ts";
import { deployFolder } from "./deployCommands.ts";
import { deployFileTo } from "./deployFileCommands.ts";
import {
  askedBy,
  compared,
  type DeployingFolders,
  type Deputy,
  type Ended,
  type RunningScript,
} from "./deployServices.ts";
import { targetNamed, withFile, placeAt } from "./foundPlace.ts";
import { readSteps } from "./readSteps.ts";
import type { KnownPanels } from "../../commands/context/knownPanels.ts";
import { latestFile } from "./prepareFile.ts";
import { runBefore } from "./runBefore.ts";

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

/** The servers of a deployment to several. Throws `CommandAborted` with the roles for which no panel was chosen. `undefined`: it has one. */
export function serversNamed(services: KnownDeployments, name: string): readonly ServerMeant[] | undefined {
  const stated = statedDeployments(services).find(({ deployment }) => deployment.name === name);
  if (stated?.deployment.server === undefined) return undefined;
  const several = serversOf(services, stated);
  return several && panelsMeant(services, several);
}

/** Runs a deployment to several servers in a person's place; `undefined`: they turned away. */
export async function deployServers(
  services: DeployingFolders,
  meant: readonly ServerMeant[],
  deputy: Deputy,
): Promise<EndedServers<Ended> | Ended | undefined> {
  for (const { panel, deployment } of meant)
    await mustHave(services, panel, { kind: targetKindFor(deployment).kind, verb: "deploy" });
  if (meant.some(({ deployment }) => deployment.steps.length > 0))
    await together(services, l10n.t("Looking at who runs its steps…"), meant, stepsMustBeAgreed);
  return deployToSeveral(services, meant, deputy);
}

/** Runs a deployment in a person's place; `undefined`: they turned away. */
export async function deployNamed(
  services: DeployingFolders,
  named: NamedDeployment,
  deputy: Deputy,
): Promise<Ended | undefined> {
  await stepsMustBeAgreed(services, named);
  const { panel, ...stated } = named;
  if (isOfFolder(stated)) {
    const ended = await deployFolder(services, { ...stated, panel, name: targetNameIn(stated.deployment) }, deputy);
    if (ended === "choosePanel") return undefined;
    return ended;
  }
  const { deployment } = stated;
  const targetKind = targetKindFor(deployment);
  await mustHave(services, panel, { kind: targetKind.kind, verb: "deploy" });
  const { by } = deputy;
  const found = await targetNamed(services, panel, targetKind, targetNameIn(deployment));
  const to: DeployTo = { ...found, ...askedBy(by) };
  if (deployment.task !== undefined) await runBefore(services, stated, deployment.task);
  const { file, sentence } = await latestFile(services, stated, withFile(to).brought);
  deputy.say(sentence);
  return deployFileTo(services, to, { name: deployment.name, file, stated }, deputy);
}

/** Throws `StepsNotAgreed` where a person has not agreed to the steps of a deployment as they would run now. Nothing is sent. */
export async function stepsMustBeAgreed(services: DeployingFolders, named: NamedDeployment): Promise<void> {
  const { deployment, panel } = named;
  if (deployment.steps.length === 0) return;
  await mustHave(services, panel, { kind: targetKindFor(deployment).kind, verb: "deploy" });
  const found = await placeNamed(services, named);
  const title = l10n.t("Looking at who runs its steps…");
  const steps = await compared(services, found.to, async (context) => readSteps(context, found, named), title);
  if (steps !== undefined) await mustBeAgreed(services, steps.seen);
}

/** Where a deployment goes, and where its exchanges are. */
export async function placeNamed(
  services: KnownPanels & RunningScript,
  { panel, ...stated }: NamedDeployment,
): Promise<{ readonly to: DeployTo; readonly place: Place }> {
  const { deployment } = stated;
  const to = await targetNamed(services, panel, targetKindFor(deployment), targetNameIn(deployment));
  const directory = isOfFolder(stated) ? stated.deployment.directory : "";
  return { to, place: await placeAt(services, to, directory, l10n.t("Reading the deployments…")) };
}
