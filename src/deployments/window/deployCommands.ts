import { join } from "node:path";
import * as l10n from "@vscode/l10n";
import { CommandAborted } from "../../commands/context/commandAborted.ts";
import { mustHave } from "../../commands/context/hasFeature.ts";
import { showFinished } from "../../commands/context/runAndTell.ts";
import type { Fix, Handler, Services } from "../../commands/context/services.ts";
import type { Finished, ShowProgress } from "../../actions/actionRunner.ts";
import type { LockOwner } from "../../actions/deploymentEnd.ts";
import type { Outcome, Phase } from "../../actions/outcome.ts";
import { visibleText } from "../../characters/plainText.ts";
import { eachSite } from "../../resources/eachSite.ts";
import { resources } from "../../resources/resources.ts";
import { stepText } from "../../texts/actionTexts.ts";
import { capitalized } from "../../texts/failureTexts.ts";
import { bytesText, ownerText, problemText, rootProblemText, sourceProblemText } from "../../texts/deploymentTexts.ts";
import { timeText } from "../../texts/timeTexts.ts";
import { safeguardFor } from "../../panels/guardLevel.ts";
import { operations } from "../../wire/operations/operations.ts";
import type { Site } from "../../wire/operations/sites.ts";
import { deploymentProblemOf } from "../deploymentError.ts";
import { isUpToDate, prepareDeployment } from "../preparedDeployment.ts";
import { RemoteFiles } from "../../serverFiles/remoteFiles.ts";
import { readState, statePaths, type PastDeployment, type RemoteState, type StatePaths } from "../remoteState.ts";
import {
  runDeployment,
  runFinishUnfinished,
  runRollBack,
  type DeployTo,
  type RunDeploymentOptions,
} from "../runDeployment.ts";
import { readSource, SourceError, type Source } from "../sourceFiles.ts";
import { targetRootOf, type TargetRoot } from "../targetRoot.ts";
import {
  chooseWebsiteDeployment,
  chosenPanel,
  rememberPanel,
  statedDeployments,
  type DeploymentTarget,
  type StatedDeployment,
} from "./chooseDeployment.ts";
import { readDeployments, type WebsiteDeployment } from "../deploymentSetting.ts";
import { previewDeployment } from "./previewList.ts";
import { chooseItem } from "../../commands/context/choose.ts";

type Chosen = StatedDeployment<WebsiteDeployment> & DeploymentTarget;

/** *Deploy…* on a website, on a folder in the Explorer, and in the palette. */
export const deploySite: Handler = async (services, args) => {
  const chosen = await chooseWebsiteDeployment(services, args);
  if (chosen !== undefined) await deployAndShow(services, chosen);
};

async function deployAndShow(services: Services, chosen: Chosen): Promise<void> {
  const ended = await deployWebsite(services, chosen, {});
  if (ended === undefined) return;
  const { outcome, request } = ended;
  const { verb } = request;
  const isThere = outcome.deployment?.state === "wanted" && outcome.kind !== "already" && verb === "deploy";
  const again: Fix = { label: l10n.t("Deploy Again"), run: async () => deployAndShow(services, chosen) };
  const back: Fix = { label: l10n.t("Roll Back"), run: async () => rollBackOne(services, chosen, ended) };
  const isOver = outcome.kind === "already" || outcome.kind === "declined" || outcome.kind === "readOnly";
  const save = chosen.isNew === true && outcome.kind === "done" ? [saving(services, chosen)] : [];
  await showFinished(services, { request, outcome }, isThere ? [back, ...save] : isOver ? [] : [again]);
}

/** A deployment by a task of a tasks.json. `say` writes into its terminal. */
export async function deployByTask(
  services: Services,
  name: string,
  { say, signal }: { readonly say: (text: string) => void; readonly signal: AbortSignal },
): Promise<Finished> {
  const stated = statedDeployments(services).find((each) => each.deployment.name === name);
  if (stated === undefined || !("website" in stated.deployment))
    throw new CommandAborted(l10n.t("There is no deployment “{0}” to a website in the settings.", name));
  const { folder, deployment } = stated;
  const panel = chosenPanel(services, stated);
  if (panel === undefined)
    throw new CommandAborted(l10n.t("Deploy “{0}” once by its command: that asks which panel it means.", name));
  const waits = () => say(l10n.t("Waiting for your answer to the question in this window…"));
  const dialogs: Services["dialogs"] = {
    ...services.dialogs,
    async ask(...question) {
      waits();
      return services.dialogs.ask(...question);
    },
    async progress(title, task) {
      say(title);
      return task(signal, () => undefined);
    },
  };
  const showProgress: ShowProgress = async (requests, task) => {
    let phase: Phase | undefined;
    return task(signal, (step) => {
      if (step.phase !== phase) say(capitalized(stepText(requests, { index: step.index, phase: step.phase })));
      ({ phase } = step);
    });
  };
  const chosen = { folder, deployment, panel, name: deployment.website };
  const ended = await deployWebsite({ ...services, dialogs }, chosen, { showProgress, waits });
  if (ended === undefined) throw new CommandAborted(l10n.t("Declined. Nothing was sent."));
  return ended;
}

/** How a deployment ended, and where it went. */
interface Ended extends Finished {
  readonly to: DeployTo;
  readonly paths: StatePaths;
  readonly target: string;
}

/** A task in place of a person: who starts it knows what it does, so it has no preview. */
interface ByTask {
  readonly showProgress: ShowProgress;
  /** Called before the question that the guard level asks. */
  readonly waits: () => void;
}

/** Deploys to a website; `undefined`: the person turned away. */
async function deployWebsite(
  services: Services,
  chosen: Chosen,
  { showProgress, waits }: Partial<ByTask>,
): Promise<Ended | undefined> {
  const { dialogs } = services;
  const { folder, deployment, panel } = chosen;
  await mustHave(services, panel, { kind: "site", verb: "deploy" });
  const { to, site } = await siteOn(services, chosen);
  await rememberPanel(services.memento, chosen, panel);
  const { root, alsoServes } = await rootOf(services, to, site, deployment.directory);
  if (deployment.task !== undefined) await runBefore(services, chosen, deployment.task);
  const target = deployment.directory === "" ? root : `${root}/${deployment.directory}`;
  const paths = statePaths(root, deployment.directory);
  const source = await sourceOf(services, chosen);
  const given = { name: deployment.name, folder: join(folder.path, deployment.source), source, target, paths };
  const prepare = async () =>
    compared(services, to, async (files) => prepareDeployment(files, given), l10n.t("Comparing with the server…"));
  const endedBy = (outcome: Outcome, verb: "deploy" | "rollBack"): Ended => ({
    request: { ...to, verb },
    outcome,
    to,
    paths,
    target,
  });
  let prepared = await prepare();
  const { state } = prepared;
  if (state.unfinished !== undefined) {
    const outcome = await goBackFirst(services, to, { paths, target, state }, shown(showProgress));
    if (outcome?.kind !== "done") return outcome && endedBy(outcome, "rollBack");
    prepared = await prepare();
  }
  if (isUpToDate(prepared.plan))
    return endedBy({ kind: "already", deployment: { deployment: deployment.name, state: "wanted" } }, "deploy");
  const preview = { prepared, website: chosen.name, panel: panel.name, alsoServes };
  if (showProgress === undefined && !(await previewDeployment(dialogs, preview))) return undefined;
  if (safeguardFor(panel.guardLevel, operations["file.unpack"].effect) !== "none") waits?.();
  const outcome = await runDeployment(to, prepared, {
    ...(await optionsFor(services, prepared.state.lock)),
    ...shown(showProgress),
    temporary: services.storageRoot,
    address: deployment.check,
    rollsBack: deployment.rollBack === "auto",
  });
  return endedBy(outcome, "deploy");
}

function shown(showProgress: ShowProgress | undefined): Pick<RunDeploymentOptions, "showProgress"> {
  return showProgress === undefined ? {} : { showProgress };
}

async function rollBackOne(services: Services, { deployment }: Chosen, ended: Ended): Promise<void> {
  const { to, paths, target } = ended;
  const { id } = ended.outcome.deployment ?? {};
  const input = { name: deployment.name, directory: target, ids: id === undefined ? [] : [id] };
  const outcome = await runRollBack(to, input, paths, await optionsFor(services, undefined));
  await showFinished(services, { request: { ...to, verb: "rollBack" }, outcome }, []);
}

/** *Roll Back…* on a website and in the palette. */
export const rollBackSite: Handler = async (services, args) => {
  const { dialogs } = services;
  const title = l10n.t("Roll Back Website");
  const item = await chooseItem(services, args, "site", title);
  if (item === undefined) return;
  const panel = services.panels().find(({ id }) => id === item.panelId);
  if (panel === undefined) return;
  await mustHave(services, panel, { kind: "site", verb: "rollBack" });
  const { to, site } = await siteOn(services, { panel, name: item.label });
  const { root } = await rootOf(services, to, site, "");
  const read = async (files: RemoteFiles) => {
    const found: DeployedDirectory[] = [];
    for (const directory of directoriesOf(services, item.label)) {
      const paths = statePaths(root, directory);
      const target = directory === "" ? root : `${root}/${directory}`;
      found.push({ paths, target, state: await readState(files, paths) });
    }
    return found;
  };
  const all = await compared(services, to, read, l10n.t("Reading the deployments…"));
  for (const { paths, target, state } of all) {
    if (state.unfinished === undefined) continue;
    const ended = await goBackFirst(services, to, { paths, target, state });
    if (ended !== undefined) await showFinished(services, { request: { ...to, verb: "rollBack" }, outcome: ended }, []);
    return;
  }
  const choices = all.flatMap(({ paths, target, state }) =>
    state.history.map((past, index) => ({
      ...pastChoice(past),
      value: { paths, target, state, past, undone: index + 1 },
    })),
  );
  if (choices.length === 0)
    throw new CommandAborted(l10n.t("Nothing was deployed to “{0}” that can be rolled back.", item.label));
  const latestFirst = choices.toSorted((one, other) => other.value.past.at - one.value.past.at);
  const chosen = await dialogs.pick(title, l10n.t("Go back to before which deployment?"), latestFirst);
  if (chosen === undefined) return;
  const { paths, target, state, past, undone } = chosen;
  const ids = state.history.slice(0, undone).map(({ id }) => id);
  const input = { name: past.deployment, directory: target, ids };
  const outcome = await runRollBack(to, input, paths, { ...(await optionsFor(services, state.lock)), alwaysAsk: true });
  await showFinished(services, { request: { ...to, verb: "rollBack" }, outcome }, []);
};

/** A directory of a website that is deployed to. */
interface DeployedDirectory {
  readonly paths: StatePaths;
  readonly target: string;
  readonly state: RemoteState;
}

/** The root of a website, and the directories below it that the settings name. */
function directoriesOf({ workspace }: Services, website: string): readonly string[] {
  const stated = workspace.folders().flatMap((folder) => readDeployments(workspace.deployments(folder)).deployments);
  const own = stated.flatMap((each) =>
    "website" in each && each.website.toLowerCase() === website.toLowerCase() ? [each.directory] : [],
  );
  return [...new Set(["", ...own])];
}

/** Goes back to what was there before a deployment that was cut off, if the person wants it. */
async function goBackFirst(
  services: Services,
  to: DeployTo,
  { paths, target, state }: DeployedDirectory,
  options: Pick<RunDeploymentOptions, "showProgress"> = {},
): Promise<Outcome | undefined> {
  const { unfinished, lock } = state;
  if (unfinished === undefined) return undefined;
  const { deployment: name, computer, at } = unfinished;
  const isWanted = await services.dialogs.ask(
    l10n.t("Go back to what was there before “{0}” was cut off?", visibleText(name)),
    l10n.t("“{0}” began it at {1}.", visibleText(computer), timeText(at)),
    l10n.t("Go Back"),
  );
  if (!isWanted) return undefined;
  return runFinishUnfinished(to, { name, directory: target }, paths, {
    ...(await optionsFor(services, lock)),
    ...options,
  });
}

export function pastChoice({ deployment, computer, at, added, changed, removed, backupBytes }: PastDeployment) {
  const counts = l10n.t("{0} new, {1} changed, {2} removed", String(added), String(changed), String(removed));
  return {
    label: timeText(at),
    description: l10n.t("{0} from “{1}”", visibleText(deployment), visibleText(computer)),
    detail: l10n.t("{0}; its backup has {1}", counts, bytesText(backupBytes)),
    icon: "history",
  };
}

/** Keeps what was asked in the settings of the folder. */
function saving({ workspace }: Services, { folder, deployment }: Chosen): Fix {
  const { name, website, source, directory } = deployment;
  const entry = { name, website, source, ...(directory !== "" && { directory }) };
  return {
    label: l10n.t("Save as Deployment"),
    async run() {
      await workspace.addDeployment(folder, entry);
      await workspace.openSettings(folder);
    },
  };
}

/** The website as the panel lists it now. */
async function siteOn(
  services: Services,
  { panel, name }: DeploymentTarget,
): Promise<{ readonly to: DeployTo; readonly site: Site }> {
  const connection = services.connections.of(panel);
  const { sites } = await services.dialogs.progress(
    l10n.t("Looking for “{0}”…", name),
    async (signal) => eachSite(connection.callFor(signal)),
    "beforeQuestion",
  );
  const { label, key } = resources.site;
  const site = sites.find((each) => label(each).toLowerCase() === name.toLowerCase() || each.name === name);
  const found = site && key(site);
  if (site === undefined || found === undefined)
    throw new CommandAborted(l10n.t("“{0}” has no website “{1}”.", panel.name, name));
  return { to: { panel: connection, kind: "site", target: { key: found, label: label(site) }, row: site }, site };
}

async function rootOf(services: Services, to: DeployTo, site: Site, directory: string): Promise<TargetRoot> {
  const root = await services.dialogs.progress(
    l10n.t("Looking at the websites…"),
    async (signal) => targetRootOf(to.panel.callFor(signal), site, directory),
    "beforeQuestion",
  );
  if ("kind" in root) throw new CommandAborted(rootProblemText(root));
  return root;
}

export async function runBefore(
  { workspace, dialogs }: Services,
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

async function sourceOf({ dialogs }: Services, { folder, deployment }: Chosen): Promise<Source> {
  try {
    return await dialogs.progress(
      l10n.t("Reading “{0}”…", deployment.source || folder.name),
      async (signal, report) =>
        readSource({
          workspace: folder.path,
          folder: deployment.source,
          exclude: deployment.exclude,
          signal,
          onProgress: (read, found) => report(l10n.t("{0} of {1}", String(read), String(found))),
        }),
      "beforeQuestion",
    );
  } catch (error) {
    if (error instanceof SourceError) throw new CommandAborted(sourceProblemText(error.problem));
    throw error;
  }
}

/** Reads from the server before a question, with its problems as sentences. */
export async function compared<Result>(
  { dialogs, clock }: Services,
  { panel }: DeployTo,
  read: (files: RemoteFiles) => Promise<Result>,
  title: string,
): Promise<Result> {
  try {
    return await dialogs.progress(
      title,
      async (signal) => read(new RemoteFiles(panel.callFor(signal), clock, signal)),
      "beforeQuestion",
    );
  } catch (error) {
    const problem = deploymentProblemOf(error);
    throw problem === undefined ? error : new CommandAborted(problemText(problem) ?? "");
  }
}

/** Asks whether another computer's lock is taken over; this computer's own is one of a window that has died. */
export async function optionsFor(
  { runner, computer, dialogs }: Services,
  lock: LockOwner | undefined,
): Promise<RunDeploymentOptions> {
  const isForeign = lock !== undefined && lock.computer !== computer;
  if (isForeign) {
    const isTaken = await dialogs.ask(
      l10n.t("Take over from “{0}”?", visibleText(lock.computer)),
      `${ownerText(lock)} ${l10n.t("Two deployments at once leave files of both.")}`,
      l10n.t("Take Over Anyway"),
    );
    if (!isTaken) throw new CommandAborted(ownerText(lock));
  }
  return { runner, computer, mayTake: (owner) => owner.computer === computer || (isForeign && owner.id === lock.id) };
}
