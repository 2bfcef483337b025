import { randomUUID } from "node:crypto";
import * as l10n from "@vscode/l10n";
import type { ActionRequest, RequestGroup } from "../../actions/actionRequest.ts";
import type { ShowProgress } from "../../actions/actionRunner.ts";
import { questionFor } from "../../actions/confirmation.ts";
import type { Outcome } from "../../actions/outcome.ts";
import { visibleText } from "../../characters/plainText.ts";
import { CommandAborted } from "../../commands/context/commandAborted.ts";
import { createConfirm } from "../../platform/confirm.ts";
import type { Talking } from "../../ports/dialogs.ts";
import { stepText } from "../../texts/actionTexts.ts";
import { replacedText, wouldReplaceText } from "../../texts/deploymentTexts.ts";
import { numberText } from "../../texts/numberTexts.ts";
import { rollingBackText, serverLine, serversProgressText, stoppedText } from "../../texts/waveTexts.ts";
import { failureOf } from "../../wire/answers/failure.ts";
import { deploymentInput } from "../deploymentInput.ts";
import { hasFile, isForeign, UNCHANGED, type BuiltFile, type PreparedFile } from "../deployFile.ts";
import {
  isEverywhere,
  runWaves,
  takeBack,
  wavesOf,
  type EndedServers,
  type WaveServer,
} from "../several/deployWaves.ts";
import { targetOf } from "../place.ts";
import { countsOf, foreignIn, isUpToDate, type PreparedDeployment } from "../preparedDeployment.ts";
import { checksOf } from "../checkStage.ts";
import { runDeployment, runFileDeployment } from "../runDeployment.ts";
import { WAVE, type OneOfSeveral } from "../several/severalTargets.ts";
import { isStoppedProcess, targetKindFor, targetNameIn } from "../targetKinds.ts";
import type { DeployTo } from "../targetNow.ts";
import { askStepsOfAll } from "./askSteps.ts";
import { isOfFolder, rememberPanel } from "./chooseDeployment.ts";
import { compareFile } from "./compareFile.ts";
import {
  askedBy,
  NEVER,
  optionsFor,
  turnedAway,
  type DeployingFolders,
  type Deputy,
  type Ended,
} from "./deployServices.ts";
import { isWholeAgain } from "./endUnfinished.ts";
import { endWaiting, hasToWait } from "./waitingDeployment.ts";
import { targetNamed, withFile, type FileTarget, type Found } from "./foundPlace.ts";
import { newErrors } from "./newErrors.ts";
import { latestFile, preparingFile, readLocal, shownPath, type PreparedForFile } from "./prepareFile.ts";
import {
  serverRemarks,
  findFolder,
  preparingFolder,
  shownSource,
  type ChosenFolder,
  type PreparedForFolder,
} from "./prepareFolder.ts";
import { mustAllHave, onServer, quiet, together } from "./onAllServers.ts";
import { serverOf, type ServerMeant } from "./severalPanels.ts";
import { askStart } from "./processQuestions.ts";
import { readFolder, type ReadFolder } from "./readFolder.ts";
import { stillAgreed } from "./readSteps.ts";
import { placedBy, rollBackServer } from "./rollBackServer.ts";
import { runBefore } from "./runBefore.ts";
import { previewSeveral, type ServerPreview } from "./severalPreview.ts";
import { stepOutput } from "./stepOutput.ts";
import { unchanged } from "./unchanged.ts";

/** What was found on a server before anything is sent. */
type FoundOn =
  | { readonly what: "folder"; readonly chosen: ChosenFolder; readonly found: Found; readonly to: DeployTo }
  | { readonly what: "file"; readonly own: FileTarget; readonly to: DeployTo };

/** What is to be deployed, which is read once for all servers. */
type Local =
  | { readonly what: "folder"; readonly read: ReadFolder }
  | { readonly what: "file"; readonly file: string; readonly built: BuiltFile };

/** A server whose deployment is prepared. */
interface Ready {
  readonly meant: ServerMeant;
  readonly server: OneOfSeveral;
  readonly found: FoundOn;
  readonly prepared: PreparedForFolder | PreparedForFile;
  readonly startsStopped: boolean;
}

/**
 * Deploys to several servers in waves. All are looked at and prepared first: where one of them cannot be deployed to, nothing is sent to
 * any. `undefined`: the person turned away. An end alone is that of something that was cut off there before.
 */
export async function deployToSeveral(
  services: DeployingFolders,
  meant: readonly ServerMeant[],
  deputy: Partial<Deputy>,
): Promise<EndedServers<Ended> | Ended | undefined> {
  const [first] = meant;
  if (first === undefined) return undefined;
  const { by } = deputy;
  const { name } = first.deployment;
  await mustAllHave(services, meant, "deploy");
  const found = await together(services, l10n.t("Looking at {0} servers…", numberText(meant.length)), meant, find);
  assertDifferent(meant, found);
  for (const each of meant) await rememberPanel(services.memento, each, each.panel);
  if (first.deployment.task !== undefined) await runBefore(services, first, first.deployment.task);
  const local = await readOnce(services, first, found, deputy);
  if (local === undefined) return undefined;
  const id = randomUUID();
  const prepareAll = async () => prepared(services, meant, found, { local, id, by });
  let ready = await prepareAll();
  try {
    for (let waiting = waitingIn(ready); waiting !== undefined; waiting = waitingIn(ready)) {
      // what it waits for is none of this run, which the activity shows as one
      const { group: _group, ...to } = waiting.found.to;
      const one = waiting.prepared.prepared;
      const { place } = one;
      await discard(services, ready);
      const ended = await onServer(waiting.meant, async () => endWaiting(services, to, place, one, deputy));
      if (!isWholeAgain(ended?.outcome)) return ended && { ...ended, to, place };
      ready = await prepareAll();
    }
    const asked = await askAll(services, ready, local, deputy, name);
    if (asked === undefined) return undefined;
    return await runAll(services, asked, local, deputy);
  } finally {
    await discard(services, ready);
  }
}

/** Finds what a server has to deploy to. */
async function find(services: DeployingFolders, meant: ServerMeant): Promise<FoundOn> {
  const { panel, ...stated } = meant;
  const name = targetNameIn(stated.deployment);
  if (isOfFolder(stated)) {
    const chosen: ChosenFolder = { ...stated, panel, name };
    const found = await findFolder(services, chosen);
    return { what: "folder", chosen, found, to: found.to };
  }
  const to = await targetNamed(services, panel, targetKindFor(stated.deployment), name);
  return { what: "file", own: withFile(to), to };
}

/** Ends the command where two servers are the same: it would be deployed to twice. */
function assertDifferent(meant: readonly ServerMeant[], found: readonly FoundOn[]): void {
  const known = new Map<string, string>();
  for (const [index, { to }] of found.entries()) {
    const role = roleAt(meant, index);
    const key = [to.panel.id, to.targetKind, to.target.key].join("\n");
    const other = known.get(key);
    if (other !== undefined)
      throw new CommandAborted(
        l10n.t(
          "“{0}” and “{1}” mean the same: “{2}” on “{3}”. Nothing was sent. Choose Panel of a Deployment Again… gives one of them another panel.",
          visibleText(other),
          visibleText(role),
          to.target.label,
          to.panel.name,
        ),
      );
    known.set(key, role);
  }
}

/** Reads what is deployed. @param found of all servers, which take the same */
async function readOnce(
  services: DeployingFolders,
  first: ServerMeant,
  found: readonly FoundOn[],
  { by, say }: Partial<Deputy>,
): Promise<Local | undefined> {
  const [one] = found;
  if (one === undefined) return undefined;
  if (one.what === "folder") {
    const read = await readFolder(services, one.chosen, { by, say });
    return read && { what: "folder", read };
  }
  const { file, sentence } = await latestFile(services, first, one.own.brought, by === undefined);
  say?.(sentence);
  return { what: "file", file, built: await readLocal(services, file) };
}

/** Prepares all servers at once. */
async function prepared(
  services: DeployingFolders,
  meant: readonly ServerMeant[],
  found: readonly FoundOn[],
  { local, id, by }: { readonly local: Local; readonly id: string; readonly by: Deputy["by"] | undefined },
): Promise<readonly Ready[]> {
  const made: Ready[] = [];
  try {
    await together(
      services,
      l10n.t("Comparing with {0} servers…", numberText(meant.length)),
      meant,
      async (own, one) => {
        const at = found[meant.indexOf(one)];
        if (at === undefined) throw new TypeError("each server was found");
        const server = serverOf(one);
        const { role, roles } = server;
        const group: RequestGroup = { id, deployment: one.deployment.name, role, roles };
        const to: DeployTo = { ...at.to, group, ...askedBy(by) };
        made.push({ meant: one, server, startsStopped: false, ...(await preparedOn(own, one, { ...at, to }, local)) });
      },
    );
  } catch (error) {
    await discard(services, made);
    throw error;
  }
  return meant.flatMap((one) => made.filter((each) => each.meant === one));
}

async function preparedOn(
  services: DeployingFolders,
  meant: ServerMeant,
  found: FoundOn,
  local: Local,
): Promise<Pick<Ready, "found" | "prepared">> {
  if (found.what === "folder" && local.what === "folder") {
    const { exclude } = local.read.deployment;
    const read: ReadFolder = { ...local.read, deployment: { ...found.chosen.deployment, exclude } };
    return { found, prepared: await preparingFolder(services, found.chosen, { ...found.found, to: found.to }, read) };
  }
  if (found.what === "file" && local.what === "file") {
    const { to } = found;
    const given = { name: meant.deployment.name, project: to.target.label, local: local.built };
    return { found, prepared: await preparingFile(services, { ...found.own, to }, given, meant) };
  }
  throw new TypeError("all servers take the same");
}

function waitingIn(ready: readonly Ready[]): Ready | undefined {
  return ready.find(({ prepared: { prepared: one } }) => hasToWait(one));
}

/** Asks all that there is to ask, once for all servers; `undefined`: the person turned away. */
async function askAll(
  services: DeployingFolders,
  ready: readonly Ready[],
  local: Local,
  { by, say, confirm = createConfirm(services.dialogs) }: Partial<Deputy>,
  name: string,
): Promise<readonly Ready[] | undefined> {
  const asked: Ready[] = [];
  for (const each of ready) {
    const isAsked = by === undefined && !isThere(each) && isStoppedProcess(each.found.to);
    const startsStopped = isAsked ? await askStart(services, each.found.to) : false;
    if (startsStopped === undefined) return undefined;
    asked.push({ ...each, startsStopped });
  }
  const open = asked.filter((each) => !isThere(each));
  if (open.length === 0) return asked;
  if (by === "task") tellReplaced(open, say);
  else if (!(await previewed(services, name, asked, local))) return undefined;
  // a person has seen each file of a folder; what replaces a program is asked once more, as the most careful of the panels says
  const isSeen = by === undefined && open.every(({ prepared: each }) => isFolder(each));
  const question = isSeen ? undefined : questionFor(open.map((each) => requestOf(services, each, local)));
  if (question !== undefined && !(await confirm(question))) return undefined;
  if (by !== undefined) return asked;
  const steps = open.flatMap(({ prepared: each }) => each.steps ?? []);
  if (!(await askStepsOfAll(services, steps))) return undefined;
  return asked;
}

/** A server's deployment as the question of the guard level names it. */
function requestOf(services: DeployingFolders, each: Ready, local: Local): ActionRequest {
  const { found, prepared: all, startsStopped, meant } = each;
  const { to } = found;
  const shown = { shownPath: shownLocal(services, found, local), startsStopped, ...checksOf(meant.deployment) };
  const deployment = { ...deploymentInput(to, all.prepared, shown), targetKind: to.targetKind };
  return { ...to, verb: "deploy", input: { deployment } };
}

/** Shows the preview, again after each comparison of a file. `false`: the person turned away. */
async function previewed(
  services: DeployingFolders,
  name: string,
  ready: readonly Ready[],
  local: Local,
): Promise<boolean> {
  const shown = ready.map((each) => previewOf(services, each, local));
  for (;;) {
    const choice = await previewSeveral(services.dialogs, name, shown);
    if (choice === undefined) return false;
    if (choice === "deploy") return true;
    const at = ready.find(({ server }) => server.role === choice.role);
    if (at !== undefined) await compareFile(services, at.found.to, at.prepared.prepared, choice.compare);
  }
}

function previewOf(services: DeployingFolders, each: Ready, local: Local): ServerPreview {
  const { server, found, startsStopped } = each;
  const { to } = found;
  const common = { role: server.role, to, isUpToDate: isThere(each) };
  const path = shownLocal(services, found, local);
  const checks = checksOf(each.meant.deployment);
  if (found.what === "folder" && isFolder(each.prepared)) {
    const { alsoServes } = found.found;
    return {
      ...common,
      shown: { prepared: each.prepared.prepared, to, alsoServes, shownPath: path, startsStopped, checks },
    };
  }
  if (isFolder(each.prepared)) throw new TypeError("all servers take the same");
  return { ...common, shown: { prepared: each.prepared.prepared, shownPath: path, startsStopped, checks } };
}

function shownLocal(services: DeployingFolders, found: FoundOn, local: Local): string {
  if (found.what === "folder") return shownSource(services, found.chosen);
  if (local.what === "folder") throw new TypeError("all servers take the same");
  return shownPath(services, local.file);
}

/** Says what a task would replace on the servers although nobody here has placed it. Ends the command unless the setting allows that. */
function tellReplaced(open: readonly Ready[], say: Deputy["say"] = () => undefined): void {
  const replacing = open.flatMap(({ meant, server, prepared: { prepared: one } }) => {
    const paths = pathsReplaced(one);
    return paths.length === 0 ? [] : [{ meant, role: server.role, paths }];
  });
  const stopped = replacing
    .filter(({ meant }) => !meant.deployment.replaceChanged)
    .map(({ meant, role, paths }) => ({ role, panel: meant.panel.name, sentence: wouldReplaceText(paths) }));
  if (stopped.length > 0) throw new CommandAborted(stoppedText(stopped));
  for (const {
    server,
    prepared: { prepared: one },
  } of open)
    if ("plan" in one) for (const line of serverRemarks(one)) say(serverLine(server.role, line));
  for (const { role, paths } of replacing) say(serverLine(role, replacedText(paths)));
}

function pathsReplaced(one: PreparedDeployment | PreparedFile): readonly string[] {
  if ("plan" in one) return foreignIn(one.plan).map(({ path }) => path);
  return isForeign(one) ? [targetOf(one.place)] : [];
}

/** Deploys in waves, with one progress for all, and goes back where the deployment says so. */
async function runAll(
  services: DeployingFolders,
  ready: readonly Ready[],
  local: Local,
  deputy: Partial<Deputy>,
): Promise<EndedServers<Ended>> {
  const [first] = ready;
  const name = first?.meant.deployment.name ?? "";
  const doing = new Map<string, string>();
  const begun = new Set<string>();
  /** Shows what is done on one server, in the one progress of them all. */
  const progressOn = (role: string, signal: AbortSignal, report: (text: string) => void): ShowProgress => {
    let phase: string | undefined;
    return async (requests, task) => {
      begun.add(role);
      const ended = await task(signal, (step) => {
        const text = stepText(requests, { ...step, index: 0 });
        doing.set(role, text);
        if (step.phase !== phase) deputy.say?.(serverLine(role, stepText(requests, { index: 0, phase: step.phase })));
        ({ phase } = step);
        report(serversProgressText(begun.size, ready.length, doing));
      });
      doing.delete(role);
      return ended;
    };
  };
  const serversFor = (signal: AbortSignal, report: (text: string) => void): readonly WaveServer<Ended>[] => {
    const own = quiet(services, signal);
    return ready.map((each): WaveServer<Ended> => {
      const { role } = each.server;
      const showProgress = progressOn(role, signal, report);
      return {
        role,
        panel: each.meant.panel.name,
        run: async () => runOn(own, each, local, { ...deputy, showProgress }),
        back: async (ended) => rollBackServer(own, placedBy(ended), showProgress),
      };
    });
  };
  const { dialogs, clock } = services;
  const waves = (servers: readonly WaveServer<Ended>[]) => wavesOf(servers, first?.server.wave ?? WAVE);
  let servers = await dialogs.progress(l10n.t("Deploying “{0}”", visibleText(name)), async (signal, report) =>
    runWaves(waves(serversFor(signal, report)), {
      isStopped: () => signal.aborted,
      monotonic: () => clock.monotonic(),
    }),
  );
  const goesBack = first?.meant.deployment.rollBack === "auto" && !isEverywhere(servers);
  if (goesBack) servers = await rollBackAll(services, name, servers, serversFor);
  // by the wall clock: people read it
  return { deployment: name, servers, at: clock.wallTime() };
}

/** Goes back on all servers that have it; a cancel of the deployment is not one of its way back. */
async function rollBackAll(
  { dialogs }: Talking,
  name: string,
  ends: EndedServers<Ended>["servers"],
  serversFor: (signal: AbortSignal, report: (text: string) => void) => readonly WaveServer<Ended>[],
): Promise<EndedServers<Ended>["servers"]> {
  return dialogs.progress(rollingBackText(name), async (signal, report) =>
    // a task or an agent that was canceled meanwhile has no other signal
    takeBack(ends, serversFor(signal.aborted ? NEVER : signal, report)),
  );
}

/** Deploys to one server, as a deployment to it alone does. */
async function runOn(
  services: DeployingFolders,
  { meant, found, prepared: all, startsStopped, server }: Ready,
  local: Local,
  { by, say, showLines, hearLines, showProgress }: Partial<Deputy>,
): Promise<Ended> {
  const { deployment } = meant;
  const { to } = found;
  const { steps } = all;
  const { place } = all.prepared;
  const endedBy = (outcome: Outcome): Ended => ({ request: { ...to, verb: "deploy" }, outcome, to, place });
  const counts = isFolder(all) ? countsOf(all.prepared.plan) : UNCHANGED;
  if (isThere({ prepared: all })) {
    try {
      return endedBy(await unchanged(services, to, deployment, counts));
    } catch (error) {
      const failure = failureOf(error);
      if (failure === undefined) throw error;
      return endedBy({ kind: "failed", failure });
    }
  }
  const called = `${deployment.name} (${server.role})`;
  const saying = say && { say: (sentence: string) => say(serverLine(server.role, sentence)) };
  const ofServer = (lines: readonly string[]) => lines.map((line) => serverLine(server.role, line));
  const shown = showLines && { showLines: (lines: readonly string[]) => showLines(ofServer(lines)) };
  const heard = hearLines && { hearLines: (lines: readonly string[]) => hearLines(ofServer(lines)) };
  const lastErrorSince = await newErrors(services, to);
  const options = {
    ...(await optionsFor(services)),
    // what there was to ask was asked for all servers
    isAgreed: true,
    ...(showProgress && { showProgress }),
    ...(steps && {
      isStillAgreed: stillAgreed(services, steps, meant),
      ...stepOutput(services, to, called, by === undefined ? {} : { ...saying, ...shown, ...heard }),
    }),
    shownPath: shownLocal(services, found, local),
    startsStopped,
    ...checksOf(deployment),
  } as const;
  const outcome = isFolder(all)
    ? await runDeployment(to, all.prepared, options)
    : await runFileDeployment(to, all.prepared, options);
  return { ...endedBy(outcome), ...(await lastErrorSince(outcome)) };
}

/** Whether a server has all already. */
function isThere({ prepared: all }: Pick<Ready, "prepared">): boolean {
  return isFolder(all) ? isUpToDate(all.prepared) : hasFile(all.prepared);
}

function isFolder(all: PreparedForFolder | PreparedForFile): all is PreparedForFolder {
  return "plan" in all.prepared;
}

/** Removes what the previews have on the servers. */
async function discard(services: DeployingFolders, ready: readonly Ready[]): Promise<void> {
  await Promise.all(ready.map(async ({ found, prepared: all }) => turnedAway(services, found.to, all.prepared)));
}

function roleAt(meant: readonly ServerMeant[], index: number): string {
  const one = meant[index];
  return one === undefined ? "" : serverOf(one).role;
}
