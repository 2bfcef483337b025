import * as l10n from "@vscode/l10n";
import { changesFiles } from "../../actions/deploymentEnd.ts";
import type { Outcome } from "../../actions/outcome.ts";
import { choosePanel } from "../../commands/context/choose.ts";
import { showFinished } from "../../commands/context/runAndTell.ts";
import { visibleText } from "../../characters/plainText.ts";
import type { PanelRecord } from "../../panels/panelRecord.ts";
import type { ResourceKind } from "../../resources/resources.ts";
import type { FolderDeployment } from "../deploymentSetting.ts";
import { checksOf } from "../checkStage.ts";
import { countsOf, isUpToDate } from "../preparedDeployment.ts";
import { runDeployment } from "../runDeployment.ts";
import { isStoppedProcess, targetKindFor, targetKindOf, targetNameIn } from "../targetKinds.ts";
import type { DeployTo } from "../targetNow.ts";
import type { ItemNode } from "../../tree/treeNodes.ts";
import { addDeployment } from "./addDeployment.ts";
import {
  chooseFolderDeployment,
  pickDeployment,
  rememberPanel,
  type StatedDeployment,
  type KnownDeployments,
  type SeveralStated,
} from "./chooseDeployment.ts";
import { deploySeveralAndShow } from "./deploySeveral.ts";
import { askSteps } from "./askSteps.ts";
import { compareFile } from "./compareFile.ts";
import { askedBy, optionsFor, turnedAway, type DeployingFolders, type Deputy, type Ended } from "./deployServices.ts";
import { newErrors } from "./newErrors.ts";
import { endingFixes, isWholeAgain } from "./endUnfinished.ts";
import { targetNamed } from "./foundPlace.ts";
import { askStart, lastErrorText } from "./processQuestions.ts";
import { previewDeployment, type DeploymentPreview } from "./previewList.ts";
import { rollBackTo } from "./rollBackCommands.ts";
import { endWaiting, hasToWait } from "./waitingDeployment.ts";
import type { Acting } from "../../commands/context/acting.ts";
import type { Browsing, Editing } from "../../ports/workbench.ts";
import type { Choosing } from "../../commands/context/choosing.ts";
import type { Handler } from "../../commands/context/handler.ts";
import type { Fix } from "../../commands/context/telling.ts";
import type { Remembering, Timed } from "../../storage/ports.ts";
import type { Talking } from "../../ports/dialogs.ts";
import type { InWorkspace } from "../../ports/workspace.ts";
import { readFolder } from "./readFolder.ts";
import { stillAgreed } from "./readSteps.ts";
import { type ChosenFolder, findFolder, preparingFolder, tellReplaced, shownSource } from "./prepareFolder.ts";
import { runBefore } from "./runBefore.ts";
import { unchanged } from "./unchanged.ts";
import { stepOutput } from "./stepOutput.ts";

/** Deploying to rows and from folders, and telling how that ended. */
export interface DeployingRows extends Acting, Browsing, Choosing, DeployingFolders {}

/** *Deploy…* on a target of a kind of resource to which folders are brought, and in the palette. */
export function deployFolderOn(kind: ResourceKind): Handler<DeployingRows> {
  return async (services, args) => deployChosen(services, await chooseFolderDeployment(services, args, kind));
}

/** *Deploy…* on a folder in the Explorer: to what the settings say, or to any website or project. */
export const deployThisFolder: Handler<DeployingRows> = async (services, args) =>
  deployChosen(services, await chooseFolderDeployment(services, args, undefined));

/** Deploys a folder to a row that a person has chosen. */
export async function deployFolderTo(services: DeployingRows, item: ItemNode): Promise<void> {
  await deployChosen(services, await chooseFolderDeployment(services, [], item.kind, item));
}

async function deployChosen(services: DeployingRows, chosen: ChosenFolder | SeveralStated | undefined): Promise<void> {
  if (chosen === undefined) return;
  if ("panel" in chosen) await deployAndShow(services, chosen);
  else await deploySeveralAndShow(services, chosen);
}

async function deployAndShow(services: DeployingRows, chosen: ChosenFolder): Promise<void> {
  const ended = await deployFolder(services, chosen, {});
  if (ended === undefined) return;
  if (ended === "choosePanel") {
    const other = await onOtherPanel(services, chosen);
    if (other !== undefined) await deployAndShow(services, other);
    return;
  }
  const fixes = fixesAfter(services, { ...chosen, deployment: ended.deployment }, ended);
  await showFinished(services, ended, fixes, lastErrorText(ended));
}

/** The buttons after a deployment, the likeliest first. */
function fixesAfter(services: DeployingRows, chosen: ChosenFolder, ended: Ended): readonly Fix[] {
  const { outcome, request } = ended;
  const { state, counts } = outcome.deployment ?? {};
  if (outcome.kind === "declined" || outcome.kind === "readOnly") return [];
  const open = openingFixes(services, ended);
  if (outcome.kind === "already") return open;
  if (state === "wanted" && changesFiles(counts) && request.verb === "deploy") {
    const back: Fix = { label: l10n.t("Roll Back"), run: async () => rollBackTo(services, ended) };
    const save = chosen.isNew === true && outcome.kind === "done" ? [saving(services, chosen)] : [];
    // where something is wrong, the way back is the likelier wish
    return outcome.kind === "done" ? [...open, back, ...save] : [back, ...open];
  }
  const again: Fix = { label: l10n.t("Deploy Again"), run: async () => deployAndShow(services, chosen) };
  return [...endingFixes(services, ended), again];
}

/** The button that shows what a target does with what was deployed: its website, or the log of its process. */
function openingFixes({ browser, logTails }: Acting & Browsing, { to }: Ended): readonly Fix[] {
  const { addressOf, process } = targetKindOf(to);
  const address = addressOf?.(to.row);
  if (address !== undefined) return [{ label: l10n.t("Open Website"), run: async () => browser.open(address) }];
  if (process === undefined) return [];
  const { panel, kind, target } = to;
  return [{ label: l10n.t("Follow Log"), run: async () => logTails.follow({ panelId: panel.id, kind, ...target }) }];
}

/** *Choose Panel Again…* in the palette. */
export const choosePanelAgain: Handler<Choosing & KnownDeployments & Timed> = async (services) => {
  const stated = await pickDeployment(services, l10n.t("Choose Panel Again"));
  const panel = stated && (await otherPanel(services, stated));
  if (stated === undefined || panel === undefined) return;
  const { deployment } = stated;
  if (deployment.server !== undefined) {
    const { role } = deployment.server;
    services.dialogs.mention(
      l10n.t("“{0}” of “{1}” is now on “{2}”.", visibleText(role), deployment.name, panel.name),
      [panel.name],
    );
    return;
  }
  services.dialogs.mention(l10n.t("“{0}” is now deployed to “{1}”.", deployment.name, panel.name), [panel.name]);
};

/** Asks for the panel of a deployment, and keeps it if it has the website; `undefined`: dismissed. */
async function onOtherPanel(
  services: Choosing & Remembering & Timed,
  stated: StatedDeployment<FolderDeployment>,
): Promise<ChosenFolder | undefined> {
  const panel = await otherPanel(services, stated);
  if (panel === undefined) return undefined;
  const { folder, deployment, isNew } = stated;
  return { folder, deployment, ...(isNew && { isNew }), panel, name: targetNameIn(deployment) };
}

async function otherPanel(
  services: Choosing & Remembering & Timed,
  stated: StatedDeployment,
): Promise<PanelRecord | undefined> {
  const { deployment } = stated;
  const { name, server } = deployment;
  const shown = server === undefined ? name : `${name} (${visibleText(server.role)})`;
  const title = l10n.t("Choose Panel Again for “{0}”", shown);
  const targetKind = targetKindFor(deployment);
  const panel = await choosePanel(services, [], title, { kind: targetKind.kind, verb: "deploy" });
  if (panel === undefined) return undefined;
  await targetNamed(services, panel, targetKind, targetNameIn(deployment));
  await rememberPanel(services.memento, stated, panel);
  return panel;
}

/** How the deployment of a folder ended. */
interface EndedFolder extends Ended {
  /** As it was deployed: what was left out meanwhile is in it. */
  readonly deployment: FolderDeployment;
}

/** Deploys a folder; `undefined`: the person turned away; `choosePanel`: they want another panel. */
export async function deployFolder(
  services: DeployingFolders,
  chosen: ChosenFolder,
  deputy: Partial<Deputy>,
): Promise<EndedFolder | "choosePanel" | undefined> {
  const { by, say, showLines: _showLines, hearLines: _hearLines, ...runBy } = deputy;
  const { panel } = chosen;
  let { deployment } = chosen;
  const found = await findFolder(services, chosen);
  const { place, alsoServes } = found;
  const to: DeployTo = { ...found.to, ...askedBy(by) };
  await rememberPanel(services.memento, chosen, panel);
  const endedBy = (outcome: Outcome): EndedFolder => ({
    request: { ...to, verb: "deploy" },
    outcome,
    to,
    place,
    deployment,
  });
  if (deployment.task !== undefined) await runBefore(services, chosen, deployment.task);
  const read = await readFolder(services, chosen, { by, say });
  if (read === undefined) return undefined;
  ({ deployment } = read);
  const prepare = async () => preparingFolder(services, chosen, found, read);
  const shownPath = shownSource(services, chosen);
  let { prepared, steps } = await prepare();
  while (hasToWait(prepared)) {
    await turnedAway(services, to, prepared);
    const ended = await endWaiting(services, to, place, prepared, deputy);
    if (!isWholeAgain(ended?.outcome)) return ended && { ...ended, to, place, deployment };
    ({ prepared, steps } = await prepare());
  }
  try {
    if (isUpToDate(prepared)) return endedBy(await unchanged(services, to, deployment, countsOf(prepared.plan)));
    const startsStopped = isStoppedProcess(to) && by === undefined ? await askStart(services, to) : false;
    if (startsStopped === undefined) return undefined;
    const checks = checksOf(deployment);
    if (by === "task") {
      tellReplaced(prepared, deployment, say);
    } else {
      const { server } = deployment;
      const preview = { prepared, to, alsoServes, shownPath, startsStopped, server, checks };
      const choice = await previewed(services, to, preview);
      if (choice !== "deploy") return choice;
    }
    if (by === undefined && steps !== undefined && !(await askSteps(services, steps))) return undefined;
    const lastErrorSince = await newErrors(services, to);
    const outcome = await runDeployment(to, prepared, {
      ...(await optionsFor(services)),
      ...runBy,
      // the preview is the question, with every file; an agent's is followed by that of our own guard, which no key can answer
      ...(by === undefined && { isAgreed: true as const }),
      ...(steps && {
        isStillAgreed: stillAgreed(services, steps, chosen),
        ...stepOutput(services, to, deployment.name, deputy),
      }),
      shownPath,
      startsStopped,
      ...checks,
    });
    return { ...endedBy(outcome), ...(await lastErrorSince(outcome)) };
  } finally {
    await turnedAway(services, to, prepared);
  }
}

/** Shows the preview, again after each comparison of a file. */
async function previewed(
  services: Editing & Talking,
  to: DeployTo,
  preview: DeploymentPreview,
): Promise<"deploy" | "choosePanel" | undefined> {
  for (;;) {
    const choice = await previewDeployment(services.dialogs, preview);
    if (typeof choice !== "object") return choice;
    await compareFile(services, to, preview.prepared, choice.compare);
  }
}

/** Keeps what was asked in the settings of the folder. */
function saving(services: InWorkspace & Talking, { folder, deployment }: ChosenFolder): Fix {
  const { name, source, directory, exclude } = deployment;
  const entry = {
    name,
    [targetKindFor(deployment).nameField]: targetNameIn(deployment),
    source,
    ...(directory !== "" && { directory }),
    ...(exclude.length > 0 && { exclude }),
  };
  return {
    label: l10n.t("Save as Deployment"),
    async run() {
      await addDeployment(services, folder, entry);
      await services.workspace.openSettings(folder);
    },
  };
}
