import * as l10n from "@vscode/l10n";
import { CommandAborted } from "../../commands/context/commandAborted.ts";
import { mustHave } from "../../commands/context/hasFeature.ts";
import type { KnownPanels } from "../../commands/context/knownPanels.ts";
import type { InWorkspace } from "../../ports/workspace.ts";
import { namedText } from "../../texts/listTexts.ts";
import { alikeRemarks, keptLinksText } from "../../texts/sourceRemarkTexts.ts";
import { replacedText, wouldReplaceText } from "../../texts/deploymentTexts.ts";
import type { NamedSteps } from "../../texts/stepTexts.ts";
import type { Deployment, FolderDeployment } from "../deploymentSetting.ts";
import { foreignIn, prepareDeployment, type PreparedDeployment } from "../preparedDeployment.ts";
import { prepareRelease } from "../releases/prepareRelease.ts";
import { releaseSettingOf } from "../releases/releaseFields.ts";
import { siteOf } from "../releases/switchBack.ts";
import { targetKindFor } from "../targetKinds.ts";
import { alongside, type DeploymentTarget, type StatedDeployment } from "./chooseDeployment.ts";
import { compared, turnedAway, type Deputy, type RunningScript } from "./deployServices.ts";
import { placeOf, targetForItem, targetNamed, type Found } from "./foundPlace.ts";
import { readFolder, type ReadFolder } from "./readFolder.ts";
import { readSteps } from "./readSteps.ts";

/** A folder's deployment, and where it goes. */
export type ChosenFolder = StatedDeployment<FolderDeployment> & DeploymentTarget;

/** The directory that a deployment goes to. Ends the command if the panel cannot do it. */
export async function findFolder(
  services: KnownPanels & RunningScript,
  { panel, name, item, deployment }: ChosenFolder,
): Promise<Found> {
  const targetKind = targetKindFor(deployment);
  await mustHave(services, panel, { kind: targetKind.kind, verb: "deploy" });
  const to = await (item === undefined
    ? targetNamed(services, panel, targetKind, name)
    : targetForItem(services, item, targetKind));
  return placeOf(services, to, deployment.directory);
}

/** A folder's deployment as its preview shows it, without the task that runs before it. Nothing of it stays on the server. */
export async function planFolder(
  services: InWorkspace & KnownPanels & RunningScript,
  chosen: ChosenFolder,
): Promise<Pick<Found, "alsoServes" | "place"> & PreparedForFolder> {
  // a preview has the server look at its files
  const found = await findFolder(services, chosen);
  const read = await readFolder(services, chosen, { by: {} });
  if (read === undefined) throw new TypeError("only a person turns away");
  const { prepared, steps } = await preparingFolder(services, chosen, found, read);
  await turnedAway(services, found.to, prepared);
  return { ...found, prepared, steps };
}

/** A deployment as its preview shows it, and what a person is asked about its steps. */
export interface PreparedForFolder {
  readonly prepared: PreparedDeployment;
  readonly steps: NamedSteps | undefined;
}

/** Compares the source folder with the server. */
export async function preparingFolder(
  services: InWorkspace & RunningScript,
  chosen: ChosenFolder,
  { to, place, nested }: Found,
  { source, deployment }: ReadFolder,
): Promise<PreparedForFolder> {
  const { name } = deployment;
  const given = { name, website: chosen.name, source, place, nested, alongside: alongside(services, deployment) };
  return compared(
    services,
    to,
    async (context) => {
      const steps = await readSteps(context, { to, place }, chosen);
      const all = { ...given, steps: steps?.seen.steps ?? [] };
      const setting = releaseSettingOf(deployment);
      if (setting !== undefined)
        return { prepared: await prepareRelease(context, { ...all, site: siteOf(to), setting }), steps };
      return { prepared: await prepareDeployment(context, all, to.kind === "site" ? siteOf(to) : undefined), steps };
    },
    l10n.t("Comparing with the server…"),
  );
}

/** What a person would see in the preview of the files that a server has: almost the same names, and directories in the places of links. */
export function serverRemarks({ plan, source, alike }: PreparedDeployment): readonly string[] {
  const kept = source.files.filter(({ path, says }) => says !== undefined && plan.kept.includes(path));
  return [
    ...alikeRemarks(alike).map(({ label, description }) => namedText(label, description)),
    ...(kept.length > 0 ? [keptLinksText(kept.map(({ path }) => path))] : []),
  ];
}

/** Says what a task would replace although nobody here has placed it. Ends the command unless the setting allows that. */
export function tellReplaced(
  prepared: PreparedDeployment,
  { replaceChanged }: Pick<Deployment, "replaceChanged">,
  say: Deputy["say"] = () => undefined,
): void {
  for (const line of serverRemarks(prepared)) say(line);
  const paths = foreignIn(prepared.plan).map(({ path }) => path);
  if (paths.length === 0) return;
  if (!replaceChanged) throw new CommandAborted(wouldReplaceText(paths));
  say(replacedText(paths));
}

/** The source folder, as people know it. */
export function shownSource({ workspace }: InWorkspace, { folder, deployment }: ChosenFolder): string {
  if (deployment.source === "") return folder.name;
  if (workspace.folders().length > 1) return `${folder.name}/${deployment.source}`;
  return deployment.source;
}
