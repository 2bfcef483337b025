import * as l10n from "@vscode/l10n";
import { CommandAborted } from "../../commands/context/commandAborted.ts";
import { mustHave } from "../../commands/context/hasFeature.ts";
import { showFinished } from "../../commands/context/runAndTell.ts";
import type { Fix, Handler, Services } from "../../commands/context/services.ts";
import type { Finished, RunOptions } from "../../actions/actionRunner.ts";
import { changesFiles, type DeploymentCounts } from "../../actions/deploymentEnd.ts";
import type { Outcome } from "../../actions/outcome.ts";
import { visibleText } from "../../characters/plainText.ts";
import { bytesText } from "../../characters/bytesText.ts";
import { eachSite } from "../../resources/eachSite.ts";
import { resources } from "../../resources/resources.ts";
import {
  countsText,
  problemText,
  rootProblemText,
  sourceProblemText,
  unfinishedText,
  withoutQuery,
} from "../../texts/deploymentTexts.ts";
import { timeText } from "../../texts/timeTexts.ts";
import type { Site } from "../../wire/operations/sites.ts";
import { deploymentProblemOf } from "../deploymentError.ts";
import { findPlace, type Place } from "../place.ts";
import { countsOf, isUpToDate, prepareDeployment, turnAway, type PreparedDeployment } from "../preparedDeployment.ts";
import { prepareRollBack } from "../rollBack.ts";
import {
  runDeployment,
  runEndUnfinished,
  runRollBack,
  runUnchanged,
  type RunDeploymentOptions,
} from "../runDeployment.ts";
import { RemoteFiles } from "../../serverFiles/remoteFiles.ts";
import type { ScriptContext } from "../serverRun.ts";
import { readPastDeployments, readSiteHistory, type PastDeployment, type Unfinished } from "../siteState.ts";
import { identityOf, type DeployTo } from "../targetNow.ts";
import { readSource, SourceError, type Source } from "../sourceFiles.ts";
import { targetRootOf, type TargetRoot } from "../targetRoot.ts";
import { addDeployment } from "./addDeployment.ts";
import {
  alongside,
  chooseWebsiteDeployment,
  pickWebsiteDeployment,
  rememberPanel,
  type DeploymentTarget,
  type StatedDeployment,
} from "./chooseDeployment.ts";
import type { Deployment, WebsiteDeployment } from "../deploymentSetting.ts";
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
  readonly place: Place;
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
  const { site, ...of } = await siteOn(services, chosen);
  const to: DeployTo = { ...of.to, ...(by === "agent" && { by }) };
  const found = { to, ...(await rootOf(services, to, site, deployment.directory)) };
  await rememberPanel(services.memento, chosen, panel);
  if (deployment.task !== undefined) await runBefore(services, chosen, deployment.task);
  const place = await placeIn(services, to, found, deployment.directory);
  const endedBy = (outcome: Outcome, verb: "deploy" | "rollBack"): Ended => ({
    request: { ...to, verb },
    outcome,
    to,
    place,
  });
  const prepare = await preparing(services, chosen, { ...found, place });
  let prepared = await prepare();
  const { unfinished } = prepared.state;
  if (unfinished !== undefined) {
    await turnedAway(services, to, prepared);
    const outcome = await goBackFirst(services, to, { place, unfinished }, runBy);
    if (outcome?.kind !== "done") return outcome && endedBy(outcome, "rollBack");
    prepared = await prepare();
  }
  try {
    if (isUpToDate(prepared.plan))
      return endedBy(await unchanged(services, deployment, countsOf(prepared.plan)), "deploy");
    const { alsoServes } = found;
    const preview = { prepared, website: chosen.name, panel: panel.name, alsoServes, isByAgent: by === "agent" };
    const choice = by === "task" ? "deploy" : await previewDeployment(dialogs, preview);
    if (choice !== "deploy") return choice;
    const outcome = await runDeployment(to, prepared, {
      ...(await optionsFor(services)),
      ...runBy,
      address: deployment.check,
      rollsBack: deployment.rollBack === "auto",
    });
    return endedBy(outcome, "deploy");
  } finally {
    await turnedAway(services, to, prepared);
  }
}

/** Removes what a preview has on the server, unless it was deployed. */
export async function turnedAway(
  services: Services,
  to: DeployTo,
  prepared: Parameters<typeof turnAway>[0],
): Promise<void> {
  await turnAway(prepared, await scriptContext(services, to, NEVER));
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

/** A website's deployment as its preview shows it, without the task that runs before it. Nothing of it stays on the server. */
export async function planWebsite(
  services: Services,
  chosen: Chosen,
): Promise<Pick<Found, "alsoServes" | "place"> & { readonly prepared: PreparedDeployment }> {
  // a preview has the server look at its files
  await mustHave(services, chosen.panel, { kind: "site", verb: "deploy" });
  const found = await placeOf(services, chosen);
  const prepare = await preparing(services, chosen, found);
  const prepared = await prepare();
  await turnedAway(services, found.to, prepared);
  return { ...found, prepared };
}

/** Where a deployment to a website goes. */
interface Found extends TargetRoot {
  readonly to: DeployTo;
  readonly place: Place;
}

/** Finds the website and its directory on the server. */
export async function placeOf(services: Services, chosen: Chosen): Promise<Found> {
  const { to, site } = await siteOn(services, chosen);
  const found = await rootOf(services, to, site, chosen.deployment.directory);
  return { ...found, to, place: await placeIn(services, to, found, chosen.deployment.directory) };
}

async function placeIn(services: Services, to: DeployTo, { root, webRoots }: TargetRoot, directory: string) {
  const wanted = { root, directory, identity: identityOf(to, to.row), webRoots: async () => webRoots };
  return compared(
    services,
    to,
    async ({ callFor, clock, signal }) => findPlace(new RemoteFiles(callFor(signal), clock, signal), wanted),
    l10n.t("Looking at the websites…"),
  );
}

/** Reads the source folder; the result compares it with the server, as often as it is called. */
async function preparing(
  services: Services,
  chosen: Chosen,
  { to, place, nested }: Found,
): Promise<() => Promise<PreparedDeployment>> {
  const { deployment } = chosen;
  const source = await sourceOf(services, chosen);
  const given = {
    name: deployment.name,
    website: chosen.name,
    source,
    place,
    nested,
    alongside: alongside(services, deployment),
  };
  return async () =>
    compared(services, to, async (context) => prepareDeployment(context, given), l10n.t("Comparing with the server…"));
}

async function rollBackOne(services: Services, _chosen: Chosen, { to, place, outcome }: Ended): Promise<void> {
  const { id } = outcome.deployment ?? {};
  await rollBackTo(services, to, place, id);
}

/** Undoes the latest deployment, if it still is the one of this id. */
export async function rollBackTo(
  services: Services,
  to: DeployTo,
  place: Place,
  id: string | undefined,
): Promise<void> {
  const history = await compared(
    services,
    to,
    async ({ callFor, clock, signal }) => readPastDeployments(new RemoteFiles(callFor(signal), clock, signal), place),
    l10n.t("Reading the deployments…"),
  );
  const [latest] = history;
  if (latest === undefined || latest.id !== id)
    throw new CommandAborted(l10n.t("Another deployment came after it. Use Roll Back… to choose."));
  const ended = await rollBackThese(services, to, place, [latest], {});
  await showFinished(services, ended, []);
}

/** Undoes deployments, the latest first. Files that somebody has changed since stay. */
export async function rollBackThese(
  services: Services,
  to: DeployTo,
  place: Place,
  undone: readonly PastDeployment[],
  options: RunBy & Pick<RunOptions, "alwaysAsk">,
): Promise<Ended> {
  const prepared = await compared(
    services,
    to,
    async (context) => prepareRollBack(place, undone, context),
    l10n.t("Comparing with the server…"),
  );
  try {
    const run = { ...(await optionsFor(services)), ...options, accepted: new Set<string>() };
    const outcome = await runRollBack(to, prepared, run);
    return { request: { ...to, verb: "rollBack" }, outcome, to, place };
  } finally {
    await turnedAway(services, to, prepared);
  }
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
  const found = await rootOf(services, to, site, "");
  const place = await placeIn(services, to, found, "");
  const { unfinished, targets } = await compared(
    services,
    to,
    async ({ callFor, clock, signal }) => readSiteHistory(new RemoteFiles(callFor(signal), clock, signal), place),
    l10n.t("Reading the deployments…"),
  );
  if (unfinished !== undefined) {
    const ended = await goBackFirst(services, to, { place, unfinished });
    if (ended !== undefined) await showFinished(services, { request: { ...to, verb: "rollBack" }, outcome: ended }, []);
    return;
  }
  const choices = targets.flatMap((target) =>
    target.history.map((past, index) => ({ ...pastChoice(past), value: { ...target, past, undone: index + 1 } })),
  );
  if (choices.length === 0)
    throw new CommandAborted(l10n.t("Nothing was deployed to “{0}” that can be rolled back.", item.label));
  const latestFirst = choices.toSorted((one, other) => other.value.past.at - one.value.past.at);
  const chosen = await dialogs.pick(title, l10n.t("Go back to before which deployment?"), latestFirst);
  if (chosen === undefined) return;
  const undone = chosen.history.slice(0, chosen.undone);
  await showFinished(services, await rollBackThese(services, to, chosen.place, undone, { alwaysAsk: true }), []);
};

/** Ends a deployment that was cut off, if the person wants it. */
export async function goBackFirst(
  services: Services,
  to: DeployTo,
  { place, unfinished }: { readonly place: Place; readonly unfinished: Unfinished },
  options: RunBy = {},
): Promise<Outcome | undefined> {
  const { record } = unfinished;
  const isWanted = await services.dialogs.ask(
    record === undefined
      ? l10n.t("Go back to what was there before a deployment that was cut off?")
      : l10n.t("Go back to what was there before “{0}” was cut off?", visibleText(record.deployment)),
    unfinishedText(record),
    l10n.t("Go Back"),
  );
  if (!isWanted) return undefined;
  const what = { place, unfinished, ending: "recover" } as const;
  return runEndUnfinished(to, what, { ...(await optionsFor(services)), ...options });
}

export function pastChoice({ deployment, computer, at, counts, backupBytes }: PastDeployment) {
  return {
    label: timeText(at),
    description: l10n.t("{0} from “{1}”", visibleText(deployment), visibleText(computer)),
    detail: l10n.t("{0}; its backup has {1}", countsText({ ...counts, unchanged: 0 }), bytesText(backupBytes)),
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
  services: Services,
  to: DeployTo,
  read: (context: ScriptContext) => Promise<Result>,
  title: string,
): Promise<Result> {
  try {
    return await services.dialogs.progress(
      title,
      async (signal) => read(await scriptContext(services, to, signal)),
      "beforeQuestion",
    );
  } catch (error) {
    const problem = deploymentProblemOf(error);
    throw problem === undefined ? error : new CommandAborted(problemText(problem) ?? "");
  }
}

/** What runs the script on the server of a website or project. */
async function scriptContext(
  { clock, exchangeScript, installation, storageRoot: temporary }: Services,
  { panel }: DeployTo,
  signal: AbortSignal,
): Promise<ScriptContext> {
  return {
    callFor: (given) => panel.callFor(given),
    clock,
    signal,
    script: await exchangeScript(),
    installation: await installation(),
    temporary,
  };
}

/** What every deployment and roll back of this window is run with. */
export async function optionsFor(services: Services): Promise<RunDeploymentOptions> {
  const { runner, computer, exchangeScript, installation, storageRoot: temporary } = services;
  return { runner, computer, temporary, script: await exchangeScript(), installation: await installation() };
}
