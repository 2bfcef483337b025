import { basename, dirname, relative, sep } from "node:path";
import * as l10n from "@vscode/l10n";
import { changesFiles } from "../../actions/deploymentEnd.ts";
import type { Outcome } from "../../actions/outcome.ts";
import { chooseItem, nodeArgument, panelOf } from "../../commands/context/choose.ts";
import { CommandAborted } from "../../commands/context/commandAborted.ts";
import { mustHave } from "../../commands/context/hasFeature.ts";
import { showFinished } from "../../commands/context/runAndTell.ts";
import type { Fix, Handler, Services } from "../../commands/context/services.ts";
import type { WorkspaceFolder } from "../../ports/workspace.ts";
import { replacedText, sourceProblemText, wouldReplaceText } from "../../texts/deploymentTexts.ts";
import type { ItemNode } from "../../tree/treeNodes.ts";
import { isForeign, prepareJar, readJar, UNCHANGED, type LocalJar as ReadJar, type PreparedJar } from "../deployJar.ts";
import type { JarDeployment } from "../deploymentSetting.ts";
import { isStoppedProcess, runJarDeployment } from "../runDeployment.ts";
import { targetOf } from "../place.ts";
import { SourceError } from "../sourceFiles.ts";
import type { DeployTo } from "../targetNow.ts";
import { rememberPanel, statedDeployments, type StatedDeployment } from "./chooseDeployment.ts";
import { runBefore, unchanged } from "./deployCommands.ts";
import { compared, optionsFor, turnedAway, type Deputy, type Ended } from "./deployServices.ts";
import { endFirst, endingFixes, isWholeAgain } from "./endUnfinished.ts";
import { placeOfJar, projectOf } from "./foundPlace.ts";
import { newErrors } from "./newErrors.ts";
import { rollBackTo } from "./rollBackCommands.ts";

/** Where builds put jars, as a glob. */
export const LIKELY_JARS = "**/{target,build/libs}/*.jar";

/** *Deploy…* on a Java project and in the palette. */
export const deployProject: Handler = async (services, args) => {
  const title = l10n.t("Deploy to Java Project");
  const stated = statedDeployments(services).filter(
    (each): each is StatedDeployment<JarDeployment> => "jar" in each.deployment,
  );
  const node = nodeArgument(services, args);
  const item =
    node?.type === "item" && node.kind === "javaProject"
      ? node
      : await chooseItem(services, args, "javaProject", title);
  if (item === undefined) return;
  const fitting = stated.filter(({ deployment }) => deployment.project === item.label);
  const chosen =
    fitting.length > 1
      ? await services.dialogs.pick(
          title,
          l10n.t("Which deployment?"),
          fitting.map((each) => ({ label: each.deployment.name, description: each.deployment.jar, value: each })),
        )
      : fitting[0];
  if (chosen === undefined && fitting.length > 0) return;
  const panel = panelOf(services, item.panelId);
  await mustHave(services, panel, { kind: "javaProject", verb: "deploy" });
  if (chosen !== undefined) await rememberPanel(services.memento, chosen, panel);
  if (chosen?.deployment.task !== undefined) await runBefore(services, chosen, chosen.deployment.task);
  const file = await chooseJar(services, title, chosen);
  if (file === undefined) return;
  const name = chosen?.deployment.name ?? basename(file);
  await deployAndShow(services, item, { name, file, deployment: chosen?.deployment });
};

/** The jar on this computer: the latest that matches, which the question names. */
async function chooseJar(
  services: Services,
  title: string,
  chosen: StatedDeployment<JarDeployment> | undefined,
): Promise<string | undefined> {
  const folders = chosen === undefined ? services.workspace.folders() : [chosen.folder];
  const files = await matchingJars(services, folders, chosen?.deployment.jar ?? LIKELY_JARS);
  if (chosen !== undefined && files.length === 1) return files[0];
  const choices = files.map((file, index) => ({
    label: basename(file),
    description: shownPath(services, file),
    ...(index === 0 && { detail: l10n.t("the latest") }),
    value: file,
  }));
  return services.dialogs.pick(title, l10n.t("Which jar?"), choices);
}

/** The jars that match a glob, the latest of each folder first. Ends the command if there is none. */
export async function matchingJars(
  { workspace }: Services,
  folders: readonly WorkspaceFolder[],
  glob: string,
): Promise<readonly [string, ...string[]]> {
  const [first, ...others] = (await Promise.all(folders.map(async (folder) => workspace.files(folder, glob)))).flat();
  if (first === undefined) throw new CommandAborted(l10n.t("No jar matches {0}. Nothing was sent.", glob));
  return [first, ...others];
}

/** A jar on this computer to deploy. */
interface LocalJar {
  /** Name of the deployment. */
  readonly name: string;
  readonly file: string;
  readonly deployment: JarDeployment | undefined;
}

async function deployAndShow(services: Services, item: ItemNode, local: LocalJar): Promise<void> {
  const ended = await deployJarTo(services, item, local, {});
  if (ended === undefined) return;
  const { outcome, request, lastError } = ended;
  const { state, counts } = outcome.deployment ?? {};
  const { panel, kind, target } = request;
  const isThere = state === "wanted" && changesFiles(counts) && request.verb === "deploy";
  const back: Fix = { label: l10n.t("Roll Back"), run: async () => rollBackTo(services, ended) };
  const again: Fix = { label: l10n.t("Deploy Again"), run: async () => deployAndShow(services, item, local) };
  const log: Fix = {
    label: l10n.t("Follow Log"),
    run: async () => services.logTails.follow({ panelId: panel.id, kind, ...target }),
  };
  const isOver = outcome.kind === "already" || outcome.kind === "declined" || outcome.kind === "readOnly";
  const afterwards = isThere ? [back, log] : isOver ? [] : [...endingFixes(services, ended), log, again];
  const more = lastError === undefined ? undefined : l10n.t("Its log says: {0}", lastError);
  await showFinished(services, ended, afterwards, more);
}

/** How the deployment of a jar ended. */
interface EndedJar extends Ended {
  /** Why the project did not run: the last line about an error that its log has since. */
  readonly lastError?: string;
}

/** Deploys a jar to a project; `undefined`: the person turned away. A person is always asked, a task as the guard level says. */
export async function deployJarTo(
  services: Services,
  item: ItemNode,
  { name, file, deployment }: LocalJar,
  deputy: Partial<Deputy>,
): Promise<EndedJar | undefined> {
  const { by, say, ...runBy } = deputy;
  const project = projectOf(services, item);
  const to: DeployTo = { ...project.to, ...(by === "agent" && { by }) };
  const local = await readLocal(services, file);
  const prepare = async () => preparedJar(services, project, { name, project: item.label, local });
  let prepared = await prepare();
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
    prepared = await prepare();
  }
  if (prepared.before.sha1 === local.sha1)
    return endedBy(await unchanged(services, { name, ...deployment }, UNCHANGED), "deploy");
  if (by === "task" && isForeign(prepared)) {
    const paths = [targetOf(place)];
    if (deployment?.replaceChanged !== true) throw new CommandAborted(wouldReplaceText(paths));
    say?.(replacedText(paths));
  }
  const startsStopped = isStoppedProcess(to) && by === undefined ? await askStart(services, to) : false;
  if (startsStopped === undefined) return undefined;
  const lastErrorSince = await newErrors(services, to);
  const outcome = await runJarDeployment(to, prepared, {
    ...(await optionsFor(services)),
    ...runBy,
    ...(by !== "task" && { alwaysAsk: true as const }),
    shownPath: shownPath(services, file),
    startsStopped,
    address: deployment?.check,
    rollsBack: deployment?.rollBack === "auto",
  });
  await turnedAway(services, to, prepared);
  const hasFailed = outcome.deployment?.problem?.kind === "notRunning";
  const lastError = hasFailed ? await lastErrorSince() : undefined;
  return { ...endedBy(outcome, "deploy"), ...(lastError !== undefined && { lastError }) };
}

/** Asks whether a project that is stopped starts with its new jar; `undefined`: dismissed. */
async function askStart({ dialogs }: Services, { target, panel }: DeployTo): Promise<boolean | undefined> {
  return dialogs.pick(
    l10n.t("Deploy to “{0}” on “{1}”", target.label, panel.name),
    l10n.t("The project is stopped. And then?"),
    [
      { label: l10n.t("Leave It Stopped"), icon: "debug-stop", value: false },
      { label: l10n.t("Start It"), icon: "play", value: true },
    ],
  );
}

/** Reads a jar of the workspace. Ends the command with a sentence if it leads out of it. */
async function readLocal({ dialogs, workspace }: Services, file: string): Promise<ReadJar> {
  const folder = workspace.folders().find(({ path }) => file.startsWith(path + sep));
  try {
    return await dialogs.progress(
      l10n.t("Reading “{0}”…", basename(file)),
      async (signal) => readJar(file, folder?.path ?? dirname(file), signal),
      "beforeQuestion",
    );
  } catch (error) {
    if (error instanceof SourceError) throw new CommandAborted(sourceProblemText(error.problem));
    throw error;
  }
}

/** A path below its workspace folder, as VS Code shows it. */
function shownPath({ workspace }: Pick<Services, "workspace">, file: string): string {
  const folders = workspace.folders();
  const folder = folders.find(({ path }) => file.startsWith(path + sep));
  if (folder === undefined) return file;
  const below = relative(folder.path, file).replaceAll(sep, "/");
  return folders.length > 1 ? `${folder.name}/${below}` : below;
}

/** A jar's deployment as its question shows it, without the task that runs before it. Sends nothing. */
export async function planJar(
  services: Services,
  item: ItemNode,
  { name, file }: Pick<LocalJar, "name" | "file">,
): Promise<PreparedJar> {
  const project = projectOf(services, item);
  const local = await readLocal(services, file);
  return preparedJar(services, project, { name, project: item.label, local });
}

async function preparedJar(
  services: Services,
  project: ReturnType<typeof projectOf>,
  given: Pick<PreparedJar, "name" | "project" | "local">,
): Promise<PreparedJar> {
  return compared(
    services,
    project.to,
    async (context) => prepareJar(context, { ...given, place: await placeOfJar(context, project) }),
    l10n.t("Comparing with the server…"),
  );
}
