import { basename, dirname, relative, sep } from "node:path";
import * as l10n from "@vscode/l10n";
import { changesFiles } from "../../actions/deploymentEnd.ts";
import type { Outcome } from "../../actions/outcome.ts";
import { chooseItem, nodeArgument, panelOf } from "../../commands/context/choose.ts";
import { CommandAborted } from "../../commands/context/commandAborted.ts";
import { mustHave } from "../../commands/context/hasFeature.ts";
import { showFinished } from "../../commands/context/runAndTell.ts";
import type { WorkspaceFolder, InWorkspace } from "../../ports/workspace.ts";
import type { ResourceKind } from "../../resources/resources.ts";
import { sourceProblemText } from "../../texts/deployablePathTexts.ts";
import { replacedText, wouldReplaceText } from "../../texts/deploymentTexts.ts";
import type { NamedSteps } from "../../texts/stepTexts.ts";
import {
  hasFile,
  isForeign,
  prepareFile,
  readBuiltFile,
  UNCHANGED,
  type BuiltFile,
  type PreparedFile,
} from "../deployFile.ts";
import { runFileDeployment } from "../runDeployment.ts";
import { targetOf } from "../place.ts";
import { SourceError } from "../sourceFiles.ts";
import type { BroughtFile } from "../targetKind.ts";
import { isStoppedProcess, targetKindFor, targetKindOfRow, targetKindsOf, targetNameIn } from "../targetKinds.ts";
import type { DeployTo } from "../targetNow.ts";
import { askSteps } from "./askSteps.ts";
import { rememberPanel, statedDeployments, type StatedDeployment } from "./chooseDeployment.ts";
import { deployFolderOn, runBefore, unchanged, type DeployingRows } from "./deployCommands.ts";
import {
  compared,
  optionsFor,
  turnedAway,
  type DeployingFolders,
  type Deputy,
  type Ended,
  type RunningScript,
} from "./deployServices.ts";
import { endFirst, endingFixes, isWholeAgain } from "./endUnfinished.ts";
import { placeOfFile, targetForItem, withFile, type FileTarget } from "./foundPlace.ts";
import { newErrors } from "./newErrors.ts";
import { askStart, lastErrorText } from "./processQuestions.ts";
import { readSteps, stillAgreed } from "./readSteps.ts";
import { stepOutput } from "./stepOutput.ts";
import { rollBackTo } from "./rollBackCommands.ts";
import type { Handler } from "../../commands/context/handler.ts";
import type { KnownPanels } from "../../commands/context/knownPanels.ts";
import type { Fix } from "../../commands/context/telling.ts";
import type { Talking } from "../../ports/dialogs.ts";

/** *Deploy…* on a target of a kind of resource of which some take a file, and in the palette. */
export function deployFileOn(kind: ResourceKind): Handler<DeployingRows> {
  return async (services, args) => {
    const title = targetKindsOf(kind)[0].titles.deploy();
    const stated = statedDeployments(services);
    const node = nodeArgument(services, args);
    const item = node?.type === "item" && node.kind === kind ? node : await chooseItem(services, args, kind, title);
    if (item === undefined) return;
    const targetKind = targetKindOfRow(item);
    const { brings: brought } = targetKind;
    if (brought.what === "folder") {
      await deployFolderOn(kind)(services, [item]);
      return;
    }
    const fitting = stated.filter(
      ({ deployment }) => targetKindFor(deployment).id === targetKind.id && targetNameIn(deployment) === item.label,
    );
    const chosen =
      fitting.length > 1
        ? await services.dialogs.pick(
            title,
            l10n.t("Which deployment?"),
            fitting.map((each) => ({
              label: each.deployment.name,
              description: brought.globIn(each.deployment),
              value: each,
            })),
          )
        : fitting[0];
    if (chosen === undefined && fitting.length > 0) return;
    const panel = panelOf(services, item.panelId);
    await mustHave(services, panel, { kind, verb: "deploy" });
    if (chosen !== undefined) await rememberPanel(services.memento, chosen, panel);
    if (chosen?.deployment.task !== undefined) await runBefore(services, chosen, chosen.deployment.task);
    const file = await chooseFile(services, title, brought, chosen);
    if (file === undefined) return;
    const name = chosen?.deployment.name ?? basename(file);
    const to = await targetForItem(services, item);
    await deployAndShow(services, to, { name, file, stated: chosen });
  };
}

/** The file on this computer: the latest that matches, which the question names. */
async function chooseFile(
  services: InWorkspace & Talking,
  title: string,
  brought: BroughtFile,
  chosen: StatedDeployment | undefined,
): Promise<string | undefined> {
  const folders = chosen === undefined ? services.workspace.folders() : [chosen.folder];
  const glob = chosen === undefined ? brought.likely : brought.globIn(chosen.deployment);
  const files = await matchingFiles(services, folders, brought, glob);
  if (chosen !== undefined && files.length === 1) return files[0];
  const choices = files.map((file, index) => ({
    label: basename(file),
    description: shownPath(services, file),
    ...(index === 0 && { detail: l10n.t("the latest") }),
    value: file,
  }));
  return services.dialogs.pick(title, brought.words.which(), choices);
}

/** The files that match a glob, the latest of each folder first. Ends the command if there is none. */
export async function matchingFiles(
  { workspace }: InWorkspace,
  folders: readonly WorkspaceFolder[],
  { words }: BroughtFile,
  glob: string,
): Promise<readonly [string, ...string[]]> {
  const [first, ...others] = (await Promise.all(folders.map(async (folder) => workspace.files(folder, glob)))).flat();
  if (first === undefined) throw new CommandAborted(words.noMatch(glob));
  return [first, ...others];
}

/** A file on this computer to deploy. */
interface FileToDeploy {
  /** Name of the deployment. */
  readonly name: string;
  readonly file: string;
  /** The one of the settings. */
  readonly stated: StatedDeployment | undefined;
}

async function deployAndShow(services: DeployingRows, to: DeployTo, local: FileToDeploy): Promise<void> {
  const ended = await deployFileTo(services, to, local, {});
  if (ended === undefined) return;
  const { outcome, request } = ended;
  const { state, counts } = outcome.deployment ?? {};
  const { panel, target } = request;
  const isThere = state === "wanted" && changesFiles(counts) && request.verb === "deploy";
  const back: Fix = { label: l10n.t("Roll Back"), run: async () => rollBackTo(services, ended) };
  const again: Fix = { label: l10n.t("Deploy Again"), run: async () => deployAndShow(services, to, local) };
  const log: Fix = {
    label: l10n.t("Follow Log"),
    run: async () => services.logTails.follow({ panelId: panel.id, kind: to.kind, ...target }),
  };
  const isOver = outcome.kind === "already" || outcome.kind === "declined" || outcome.kind === "readOnly";
  let afterwards: readonly Fix[] = [];
  if (isThere) afterwards = [back, log];
  else if (!isOver) afterwards = [...endingFixes(services, ended), log, again];
  await showFinished(services, ended, afterwards, lastErrorText(ended));
}

/** Deploys a file to a target; `undefined`: the person turned away. A person is always asked, a task as the guard level says. */
export async function deployFileTo(
  services: DeployingFolders,
  to: DeployTo,
  { name, file, stated }: FileToDeploy,
  deputy: Partial<Deputy>,
): Promise<Ended | undefined> {
  const { by, say, showLines: _showLines, hearLines: _hearLines, ...runBy } = deputy;
  const deployment = stated?.deployment;
  const own = withFile(to);
  const local = await readLocal(services, file);
  const prepare = async () => preparing(services, own, { name, project: to.target.label, local }, stated);
  let { prepared, steps } = await prepare();
  const { place } = prepared;
  const endedBy = (outcome: Outcome, verb: "deploy" | "rollBack"): Ended => ({
    request: { ...to, verb },
    outcome,
    to,
    place,
  });
  const { unfinished } = prepared.state;
  if (unfinished !== undefined) {
    const outcome = await endFirst(services, to, { place, unfinished }, deputy);
    if (!isWholeAgain(outcome)) return outcome && endedBy(outcome, "rollBack");
    ({ prepared, steps } = await prepare());
  }
  if (hasFile(prepared)) return endedBy(await unchanged(services, to, { name, ...deployment }, UNCHANGED), "deploy");
  if (by === "task" && isForeign(prepared)) {
    const paths = [targetOf(place)];
    if (deployment?.replaceChanged !== true) throw new CommandAborted(wouldReplaceText(paths));
    say?.(replacedText(paths));
  }
  const startsStopped = isStoppedProcess(to) && by === undefined ? await askStart(services, to) : false;
  if (startsStopped === undefined) return undefined;
  if (by === undefined && steps !== undefined && !(await askSteps(services, steps))) return undefined;
  const lastErrorSince = await newErrors(services, to);
  const outcome = await runFileDeployment(to, prepared, {
    ...(await optionsFor(services)),
    ...runBy,
    ...(by !== "task" && { alwaysAsk: true as const }),
    ...(steps &&
      stated && {
        isStillAgreed: stillAgreed(services, steps, stated),
        ...stepOutput(services, to, name, deputy),
      }),
    shownPath: shownPath(services, file),
    startsStopped,
    address: deployment?.check,
    watch: deployment?.watch,
    rollsBack: deployment?.rollBack === "auto",
  });
  await turnedAway(services, to, prepared);
  return { ...endedBy(outcome, "deploy"), ...(await lastErrorSince(outcome)) };
}

/** Reads a file of the workspace. Ends the command with a sentence if it leads out of it. */
async function readLocal({ dialogs, workspace }: InWorkspace & Talking, file: string): Promise<BuiltFile> {
  const folder = workspace.folders().find(({ path }) => file.startsWith(path + sep));
  try {
    return await dialogs.progress(
      l10n.t("Reading “{0}”…", basename(file)),
      async (signal) => readBuiltFile(file, folder?.path ?? dirname(file), signal),
      "beforeQuestion",
    );
  } catch (error) {
    if (error instanceof SourceError) throw new CommandAborted(sourceProblemText(error.problem));
    throw error;
  }
}

/** A path below its workspace folder, as VS Code shows it. */
function shownPath({ workspace }: InWorkspace, file: string): string {
  const folders = workspace.folders();
  const folder = folders.find(({ path }) => file.startsWith(path + sep));
  if (folder === undefined) return file;
  const below = relative(folder.path, file).replaceAll(sep, "/");
  if (folders.length > 1) return `${folder.name}/${below}`;
  return below;
}

/** A file's deployment as its question shows it, without the task that runs before it. Sends nothing. */
export async function planFile(
  services: InWorkspace & KnownPanels & RunningScript,
  to: DeployTo,
  { name, file, stated }: FileToDeploy,
): Promise<Prepared> {
  const own = withFile(to);
  const local = await readLocal(services, file);
  return preparing(services, own, { name, project: to.target.label, local }, stated);
}

/** A file's deployment as its question shows it, and what a person is asked about its steps. */
interface Prepared {
  readonly prepared: PreparedFile;
  readonly steps: NamedSteps | undefined;
}

async function preparing(
  services: RunningScript,
  own: FileTarget,
  given: Pick<PreparedFile, "name" | "project" | "local">,
  stated: StatedDeployment | undefined,
): Promise<Prepared> {
  return compared(
    services,
    own.to,
    async (context) => {
      const place = await placeOfFile(context, own);
      const steps = await readSteps(context, { to: own.to, place }, stated);
      return { prepared: await prepareFile(context, { ...given, place, steps: steps?.seen.steps ?? [] }), steps };
    },
    l10n.t("Comparing with the server…"),
  );
}
