import { join } from "node:path";
import * as l10n from "@vscode/l10n";
import { CommandAborted } from "../../commands/context/commandAborted.ts";
import { mustHave } from "../../commands/context/hasFeature.ts";
import { showFinished } from "../../commands/context/runAndTell.ts";
import type { Fix, Handler, Services } from "../../commands/context/services.ts";
import type { Finished, RunOptions } from "../../actions/actionRunner.ts";
import { changesFiles, type DeploymentCounts, type LockOwner } from "../../actions/deploymentEnd.ts";
import type { Outcome } from "../../actions/outcome.ts";
import { visibleText } from "../../characters/plainText.ts";
import { bytesText } from "../../characters/bytesText.ts";
import { eachSite } from "../../resources/eachSite.ts";
import { resources } from "../../resources/resources.ts";
import {
  countsText,
  ownerText,
  problemText,
  rootProblemText,
  sourceProblemText,
  withoutQuery,
} from "../../texts/deploymentTexts.ts";
import { timeText } from "../../texts/timeTexts.ts";
import type { Site } from "../../wire/operations/sites.ts";
import { countsOf } from "../deploy.ts";
import { deploymentProblemOf } from "../deploymentError.ts";
import { isUpToDate, prepareDeployment, type PreparedDeployment } from "../preparedDeployment.ts";
import { RemoteFiles } from "../../serverFiles/remoteFiles.ts";
import { readState, statePaths, type PastDeployment, type RemoteState, type StatePaths } from "../remoteState.ts";
import {
  runDeployment,
  runFinishUnfinished,
  runRollBack,
  runUnchanged,
  type DeployTo,
  type RunDeploymentOptions,
} from "../runDeployment.ts";
import { readSource, SourceError, type Source } from "../sourceFiles.ts";
import { targetRootOf, type TargetRoot } from "../targetRoot.ts";
import { addDeployment } from "./addDeployment.ts";
import {
  chooseWebsiteDeployment,
  pickWebsiteDeployment,
  rememberPanel,
  type DeploymentTarget,
  type StatedDeployment,
} from "./chooseDeployment.ts";
import { readDeployments, type Deployment, type WebsiteDeployment } from "../deploymentSetting.ts";
import { previewDeployment } from "./previewList.ts";
import { chooseItem, choosePanel } from "../../commands/context/choose.ts";

type Chosen = StatedDeployment<WebsiteDeployment> & DeploymentTarget;

/** *Deploy…* on a website, on a folder in the Explorer, and in the palette. */
export const deploySite: Handler = async (services, args) => {
  const chosen = await chooseWebsiteDeployment(services, args);
  if (chosen !== undefined) await deployAndShow(services, chosen);
};

async function deployAndShow(services: Services, chosen: Chosen): Promise<void> {
  const ended = await deployWebsite(services, chosen, {});
  if (ended === undefined) return;
  if (ended === "choosePanel") {
    const other = await onOtherPanel(services, chosen);
    if (other !== undefined) await deployAndShow(services, other);
    return;
  }
  const { outcome, request } = ended;
  const { verb } = request;
  const { state, counts } = outcome.deployment ?? {};
  const isThere = state === "wanted" && changesFiles(counts) && verb === "deploy";
  const again: Fix = { label: l10n.t("Deploy Again"), run: async () => deployAndShow(services, chosen) };
  const back: Fix = { label: l10n.t("Roll Back"), run: async () => rollBackOne(services, chosen, ended) };
  const isOver = outcome.kind === "already" || outcome.kind === "declined" || outcome.kind === "readOnly";
  const save = chosen.isNew === true && outcome.kind === "done" ? [saving(services, chosen)] : [];
  await showFinished(services, { request, outcome }, isThere ? [back, ...save] : isOver ? [] : [again]);
}

/** *Choose Panel Again…* in the palette. */
export const choosePanelAgain: Handler = async (services) => {
  const stated = await pickWebsiteDeployment(services, l10n.t("Choose Panel Again"));
  const chosen = stated && (await onOtherPanel(services, stated));
  if (chosen === undefined) return;
  const { deployment, panel } = chosen;
  services.dialogs.mention(l10n.t("“{0}” is now deployed to “{1}”.", deployment.name, panel.name), [panel.name]);
};

/** Asks for the panel of a deployment, and keeps it if it has the website; `undefined`: dismissed. */
async function onOtherPanel(
  services: Services,
  stated: StatedDeployment<WebsiteDeployment>,
): Promise<Chosen | undefined> {
  const { deployment } = stated;
  const title = l10n.t("Choose Panel Again for “{0}”", deployment.name);
  const panel = await choosePanel(services, [], title, { kind: "site", verb: "deploy" });
  if (panel === undefined) return undefined;
  const chosen = { ...stated, panel, name: deployment.website };
  await siteOn(services, chosen);
  await rememberPanel(services.memento, stated, panel);
  return chosen;
}

/** How a deployment ended, and where it went. */
export interface Ended extends Finished {
  readonly to: DeployTo;
  readonly paths: StatePaths;
  readonly target: string;
}

/** Who deploys in a person's place. Who starts a task knows what it does, so it has no preview; an agent's is the person's. */
export interface Deputy extends Required<RunBy> {
  readonly by: "task" | "agent";
}

/** What replaces the runner's own question and progress. */
type RunBy = Pick<RunOptions, "confirm" | "showProgress">;

/** Deploys to a website; `undefined`: the person turned away; `choosePanel`: they want another panel. */
export async function deployWebsite(
  services: Services,
  chosen: Chosen,
  { by, ...runBy }: Partial<Deputy>,
): Promise<Ended | "choosePanel" | undefined> {
  const { dialogs } = services;
  const { deployment, panel } = chosen;
  await mustHave(services, panel, { kind: "site", verb: "deploy" });
  const place = await placeOf(services, chosen);
  const { paths, target, alsoServes } = place;
  const to: DeployTo = { ...place.to, ...(by === "agent" && { by }) };
  await rememberPanel(services.memento, chosen, panel);
  if (deployment.task !== undefined) await runBefore(services, chosen, deployment.task);
  const prepare = await preparing(services, chosen, place);
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
    const outcome = await goBackFirst(services, to, { paths, target, state }, runBy);
    if (outcome?.kind !== "done") return outcome && endedBy(outcome, "rollBack");
    prepared = await prepare();
  }
  if (isUpToDate(prepared.plan))
    return endedBy(await unchanged(services, deployment, countsOf(prepared.plan)), "deploy");
  const preview = { prepared, website: chosen.name, panel: panel.name, alsoServes, isByAgent: by === "agent" };
  const choice = by === "task" ? "deploy" : await previewDeployment(dialogs, preview);
  if (choice !== "deploy") return choice;
  const outcome = await runDeployment(to, prepared, {
    ...(await optionsFor(services, prepared.state.lock)),
    ...runBy,
    temporary: services.storageRoot,
    address: deployment.check,
    rollsBack: deployment.rollBack === "auto",
  });
  return endedBy(outcome, "deploy");
}

/** Asks the address of a deployment that has nothing to send. */
export async function unchanged(
  { dialogs, clock }: Services,
  { name, check }: Pick<Deployment, "name" | "check">,
  counts: DeploymentCounts,
): Promise<Outcome> {
  const ask = async (signal: AbortSignal) => runUnchanged(name, counts, check, { clock, signal });
  return check === undefined ? ask(NEVER) : dialogs.progress(l10n.t("Asking {0}…", withoutQuery(check)), ask);
}

const NEVER = new AbortController().signal;

/** A website's deployment as its preview shows it, without the task that runs before it. Sends nothing. */
export async function planWebsite(
  services: Services,
  chosen: Chosen,
): Promise<Pick<Place, "alsoServes"> & { readonly prepared: PreparedDeployment }> {
  const place = await placeOf(services, chosen);
  const prepare = await preparing(services, chosen, place);
  return { alsoServes: place.alsoServes, prepared: await prepare() };
}

/** Where a deployment to a website goes. */
interface Place extends TargetRoot {
  readonly to: DeployTo;
  readonly target: string;
  readonly paths: StatePaths;
}

/** Finds the website and its directory on the server. */
export async function placeOf(services: Services, chosen: Chosen): Promise<Place> {
  const { directory } = chosen.deployment;
  const { to, site } = await siteOn(services, chosen);
  const found = await rootOf(services, to, site, directory);
  const target = directory === "" ? found.root : `${found.root}/${directory}`;
  return { ...found, to, target, paths: statePaths(found.root, directory) };
}

/** Reads the source folder; the result compares it with the server, as often as it is called. */
async function preparing(
  services: Services,
  chosen: Chosen,
  { to, ...place }: Place,
): Promise<() => Promise<PreparedDeployment>> {
  const { folder, deployment } = chosen;
  const source = await sourceOf(services, chosen);
  const given = { ...place, name: deployment.name, folder: join(folder.path, deployment.source), source };
  return async () =>
    compared(services, to, async (files) => prepareDeployment(files, given), l10n.t("Comparing with the server…"));
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
export async function goBackFirst(
  services: Services,
  to: DeployTo,
  { paths, target, state }: DeployedDirectory,
  options: RunBy = {},
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
  const counts = countsText({ added, changed, removed, unchanged: 0 });
  return {
    label: timeText(at),
    description: l10n.t("{0} from “{1}”", visibleText(deployment), visibleText(computer)),
    detail: l10n.t("{0}; its backup has {1}", counts, bytesText(backupBytes)),
    icon: "history",
  };
}

/** Keeps what was asked in the settings of the folder. */
function saving(services: Services, { folder, deployment }: Chosen): Fix {
  const { name, website, source, directory } = deployment;
  const entry = { name, website, source, ...(directory !== "" && { directory }) };
  return {
    label: l10n.t("Save as Deployment"),
    async run() {
      await addDeployment(services, folder, entry);
      await services.workspace.openSettings(folder);
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

/** Reads from the server before a question. Ends the command with a sentence if that shows a problem. */
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

/** Asks before it takes over the lock of another installation. This one's own lock is that of a window that has died. */
export async function optionsFor(
  { runner, computer, installation: ask, dialogs }: Services,
  lock: LockOwner | undefined,
): Promise<RunDeploymentOptions> {
  const installation = await ask();
  const isOwn = (owner: LockOwner) => owner.installation === installation && owner.computer === computer;
  const isForeign = lock !== undefined && !isOwn(lock);
  if (isForeign) {
    const isTaken = await dialogs.ask(
      lock.computer === ""
        ? l10n.t("Take over from another deployment?")
        : l10n.t("Take over from “{0}”?", visibleText(lock.computer)),
      `${ownerText(lock)} ${l10n.t("Two deployments at once leave files of both.")}`,
      l10n.t("Take Over Anyway"),
    );
    if (!isTaken) throw new CommandAborted(ownerText(lock));
  }
  return { runner, computer, installation, mayTake: (owner) => isOwn(owner) || (isForeign && owner.id === lock.id) };
}
