import * as l10n from "@vscode/l10n";
import { changesFiles, withoutQuery, type DeploymentCounts } from "../../actions/deploymentEnd.ts";
import type { Outcome } from "../../actions/outcome.ts";
import { choosePanel } from "../../commands/context/choose.ts";
import { CommandAborted } from "../../commands/context/commandAborted.ts";
import { mustHave } from "../../commands/context/hasFeature.ts";
import { showFinished } from "../../commands/context/runAndTell.ts";
import { replacedText, wouldReplaceText } from "../../texts/deploymentTexts.ts";
import type { NamedSteps } from "../../texts/stepTexts.ts";
import type { ResourceKind } from "../../resources/resources.ts";
import type { Deployment, FolderDeployment } from "../deploymentSetting.ts";
import type { Checks } from "../checkStage.ts";
import { countsOf, foreignIn, isUpToDate, prepareDeployment, type PreparedDeployment } from "../preparedDeployment.ts";
import { runDeployment, runUnchanged } from "../runDeployment.ts";
import { isStoppedProcess, targetKindFor, targetKindOf, targetNameIn } from "../targetKinds.ts";
import type { DeployTo } from "../targetNow.ts";
import { addDeployment } from "./addDeployment.ts";
import {
  alongside,
  chooseFolderDeployment,
  pickFolderDeployment,
  rememberPanel,
  type DeploymentTarget,
  type StatedDeployment,
  type KnownDeployments,
} from "./chooseDeployment.ts";
import { askSteps } from "./askSteps.ts";
import { compareFile } from "./compareFile.ts";
import {
  compared,
  NEVER,
  optionsFor,
  turnedAway,
  type DeployingFolders,
  type Deputy,
  type Ended,
  type RunningScript,
} from "./deployServices.ts";
import { newErrors } from "./newErrors.ts";
import { endFirst, endingFixes, isWholeAgain } from "./endUnfinished.ts";
import { placeOf, targetForItem, targetNamed, type Found } from "./foundPlace.ts";
import { askStart, lastErrorText } from "./processQuestions.ts";
import { previewDeployment, type DeploymentPreview } from "./previewList.ts";
import { rollBackTo } from "./rollBackCommands.ts";
import { stepOutput } from "./stepOutput.ts";
import type { Acting } from "../../commands/context/acting.ts";
import type { Browsing, Editing } from "../../ports/workbench.ts";
import type { Choosing } from "../../commands/context/choosing.ts";
import type { Handler } from "../../commands/context/handler.ts";
import type { Fix } from "../../commands/context/telling.ts";
import type { Remembering, Timed } from "../../storage/ports.ts";
import type { Talking } from "../../ports/dialogs.ts";
import type { InWorkspace } from "../../ports/workspace.ts";
import type { KnownPanels } from "../../commands/context/knownPanels.ts";
import { readFolder, type ReadFolder } from "./readFolder.ts";
import { readSteps, stillAgreed } from "./readSteps.ts";

type Chosen = StatedDeployment<FolderDeployment> & DeploymentTarget;

/** Deploying to rows and from folders, and telling how that ended. */
export interface DeployingRows extends Acting, Browsing, Choosing, DeployingFolders {}

/** *Deploy…* on a target of a kind of resource to which folders are brought, on a folder in the Explorer, and in the palette. */
export function deployFolderOn(kind: ResourceKind): Handler<DeployingRows> {
  return async (services, args) => {
    const chosen = await chooseFolderDeployment(services, args, kind);
    if (chosen !== undefined) await deployAndShow(services, chosen);
  };
}

async function deployAndShow(services: DeployingRows, chosen: Chosen): Promise<void> {
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
function fixesAfter(services: DeployingRows, chosen: Chosen, ended: Ended): readonly Fix[] {
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
  const stated = await pickFolderDeployment(services, l10n.t("Choose Panel Again"));
  const chosen = stated && (await onOtherPanel(services, stated));
  if (chosen === undefined) return;
  const { deployment, panel } = chosen;
  services.dialogs.mention(l10n.t("“{0}” is now deployed to “{1}”.", deployment.name, panel.name), [panel.name]);
};

/** Asks for the panel of a deployment, and keeps it if it has the website; `undefined`: dismissed. */
async function onOtherPanel(
  services: Choosing & Remembering & Timed,
  stated: StatedDeployment<FolderDeployment>,
): Promise<Chosen | undefined> {
  const { deployment } = stated;
  const title = l10n.t("Choose Panel Again for “{0}”", deployment.name);
  const targetKind = targetKindFor(deployment);
  const panel = await choosePanel(services, [], title, { kind: targetKind.kind, verb: "deploy" });
  if (panel === undefined) return undefined;
  const name = targetNameIn(deployment);
  await targetNamed(services, panel, targetKind, name);
  await rememberPanel(services.memento, stated, panel);
  const { folder, isNew } = stated;
  return { folder, deployment, ...(isNew && { isNew }), panel, name };
}

/** How the deployment of a folder ended. */
interface EndedFolder extends Ended {
  /** As it was deployed: what was left out meanwhile is in it. */
  readonly deployment: FolderDeployment;
}

/** Deploys a folder; `undefined`: the person turned away; `choosePanel`: they want another panel. */
export async function deployFolder(
  services: DeployingFolders,
  chosen: Chosen,
  deputy: Partial<Deputy>,
): Promise<EndedFolder | "choosePanel" | undefined> {
  const { by, say, showLines: _showLines, hearLines: _hearLines, ...runBy } = deputy;
  const { panel } = chosen;
  let { deployment } = chosen;
  const found = await findFolder(services, chosen);
  const { place, alsoServes } = found;
  const to: DeployTo = { ...found.to, ...(by === "agent" && { by }) };
  await rememberPanel(services.memento, chosen, panel);
  const endedBy = (outcome: Outcome, verb: "deploy" | "rollBack"): EndedFolder => ({
    request: { ...to, verb },
    outcome,
    to,
    place,
    deployment,
  });
  if (deployment.task !== undefined) await runBefore(services, chosen, deployment.task);
  const read = await readFolder(services, chosen, by);
  if (read === undefined) return undefined;
  ({ deployment } = read);
  const prepare = async () => preparing(services, chosen, found, read);
  const shownPath = shownSource(services, chosen);
  let { prepared, steps } = await prepare();
  const { unfinished } = prepared.state;
  if (unfinished !== undefined) {
    await turnedAway(services, to, prepared);
    const outcome = await endFirst(services, to, { place, unfinished }, deputy);
    if (!isWholeAgain(outcome)) return outcome && endedBy(outcome, "rollBack");
    ({ prepared, steps } = await prepare());
  }
  try {
    if (isUpToDate(prepared))
      return endedBy(await unchanged(services, to, deployment, countsOf(prepared.plan)), "deploy");
    const startsStopped = isStoppedProcess(to) && by === undefined ? await askStart(services, to) : false;
    if (startsStopped === undefined) return undefined;
    const { check, watch, rollBack } = deployment;
    const checks: Checks = { address: check, watch, rollsBack: rollBack === "auto" };
    if (by === "task") {
      tellReplaced(prepared, deployment, say);
    } else {
      const preview = { prepared, to, alsoServes, shownPath, startsStopped, checks };
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
    return { ...endedBy(outcome, "deploy"), ...(await lastErrorSince(outcome)) };
  } finally {
    await turnedAway(services, to, prepared);
  }
}

/** The directory that a deployment goes to. Ends the command if the panel cannot do it. */
async function findFolder(
  services: KnownPanels & RunningScript,
  { panel, name, item, deployment }: Chosen,
): Promise<Found> {
  const targetKind = targetKindFor(deployment);
  await mustHave(services, panel, { kind: targetKind.kind, verb: "deploy" });
  const to = await (item === undefined
    ? targetNamed(services, panel, targetKind, name)
    : targetForItem(services, item));
  return placeOf(services, to, deployment.directory);
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
    await compareFile(services, to, preview.prepared.place, choice.compare);
  }
}

/** Says what a task would replace although nobody here has placed it. Ends the command unless the setting allows that. */
function tellReplaced(
  { plan }: PreparedDeployment,
  { replaceChanged }: Pick<Deployment, "replaceChanged">,
  say: Deputy["say"] = () => undefined,
): void {
  const paths = foreignIn(plan).map(({ path }) => path);
  if (paths.length === 0) return;
  if (!replaceChanged) throw new CommandAborted(wouldReplaceText(paths));
  say(replacedText(paths));
}

/** The source folder, as people know it. */
function shownSource({ workspace }: InWorkspace, { folder, deployment }: Chosen): string {
  if (deployment.source === "") return folder.name;
  if (workspace.folders().length > 1) return `${folder.name}/${deployment.source}`;
  return deployment.source;
}

/** Asks the address of a deployment that has nothing to send. */
export async function unchanged(
  { dialogs, clock }: Talking & Timed,
  to: DeployTo,
  { name, check }: Pick<Deployment, "name" | "check">,
  counts: DeploymentCounts,
): Promise<Outcome> {
  const ask = async (signal: AbortSignal) => runUnchanged(to, name, counts, check, { clock, signal });
  if (check === undefined) return ask(NEVER);
  return dialogs.progress(l10n.t("Asking {0}…", withoutQuery(check)), ask);
}

/** A folder's deployment as its preview shows it, without the task that runs before it. Nothing of it stays on the server. */
export async function planFolder(
  services: InWorkspace & KnownPanels & RunningScript,
  chosen: Chosen,
): Promise<Pick<Found, "alsoServes" | "place"> & Prepared> {
  // a preview has the server look at its files
  const found = await findFolder(services, chosen);
  const read = await readFolder(services, chosen, "agent");
  if (read === undefined) throw new TypeError("only a person turns away");
  const { prepared, steps } = await preparing(services, chosen, found, read);
  await turnedAway(services, found.to, prepared);
  return { ...found, prepared, steps };
}

/** A deployment as its preview shows it, and what a person is asked about its steps. */
interface Prepared {
  readonly prepared: PreparedDeployment;
  readonly steps: NamedSteps | undefined;
}

/** Compares the source folder with the server. */
async function preparing(
  services: InWorkspace & RunningScript,
  chosen: Chosen,
  { to, place, nested }: Found,
  { source, deployment }: ReadFolder,
): Promise<Prepared> {
  const { name } = deployment;
  const given = { name, website: chosen.name, source, place, nested, alongside: alongside(services, deployment) };
  return compared(
    services,
    to,
    async (context) => {
      const steps = await readSteps(context, { to, place }, chosen);
      return { prepared: await prepareDeployment(context, { ...given, steps: steps?.seen.steps ?? [] }), steps };
    },
    l10n.t("Comparing with the server…"),
  );
}

/** Keeps what was asked in the settings of the folder. */
function saving(services: InWorkspace & Talking, { folder, deployment }: Chosen): Fix {
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

/** Runs the task of a deployment. Ends the command if it fails. */
export async function runBefore(
  { workspace, dialogs }: InWorkspace & Talking,
  { folder }: StatedDeployment,
  task: string,
): Promise<void> {
  const code = await dialogs.progress(l10n.t("Running the task “{0}”…", task), async (signal) =>
    workspace.runTask(folder, task, signal),
  );
  if (code === 0) return;
  if (code === "missing") throw new CommandAborted(l10n.t("There is no task “{0}”. Nothing was deployed.", task));
  throw new CommandAborted(
    code === "unknown"
      ? l10n.t("Whether the task “{0}” succeeded is unknown: it has no exit code. Nothing was deployed.", task)
      : l10n.t("The task “{0}” ended with {1}. Nothing was deployed.", task, String(code)),
  );
}
