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
import type { ItemNode } from "../../tree/treeNodes.ts";
import type { JavaProject } from "../../wire/operations/java.ts";
import { jarPlace, prepareJar, readJar, UNCHANGED, type LocalJar as ReadJar, type PreparedJar } from "../deployJar.ts";
import type { JarDeployment } from "../deploymentSetting.ts";
import { RemoteFiles } from "../../serverFiles/remoteFiles.ts";
import { nameProblem } from "../../serverFiles/remoteNames.ts";
import { sourceProblemText } from "../../texts/deploymentTexts.ts";
import { findPlace, type Place } from "../place.ts";
import { runJarDeployment } from "../runDeployment.ts";
import type { ScriptContext } from "../serverRun.ts";
import { readSiteHistory } from "../siteState.ts";
import { SourceError } from "../sourceFiles.ts";
import { identityOf, type DeployTo } from "../targetNow.ts";
import { webRoots } from "../targetRoot.ts";
import { rememberPanel, statedDeployments, type StatedDeployment } from "./chooseDeployment.ts";
import {
  compared,
  goBackFirst,
  optionsFor,
  pastChoice,
  rollBackThese,
  rollBackTo,
  runBefore,
  turnedAway,
  unchanged,
  type Deputy,
  type Ended,
} from "./deployCommands.ts";

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
  const { outcome, request, to, place } = ended;
  const { state, counts, id } = outcome.deployment ?? {};
  const isThere = state === "wanted" && changesFiles(counts) && request.verb === "deploy";
  const back: Fix = { label: l10n.t("Roll Back"), run: async () => rollBackTo(services, to, place, id) };
  const again: Fix = { label: l10n.t("Deploy Again"), run: async () => deployAndShow(services, item, local) };
  const isOver = outcome.kind === "already" || outcome.kind === "declined" || outcome.kind === "readOnly";
  await showFinished(services, { request, outcome }, isThere ? [back] : isOver ? [] : [again]);
}

/** Deploys a jar to a project; `undefined`: the person turned away. A person is always asked, a task as the guard level says. */
export async function deployJarTo(
  services: Services,
  item: ItemNode,
  { name, file, deployment }: LocalJar,
  { by, ...runBy }: Partial<Deputy>,
): Promise<Ended | undefined> {
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
  const options = { ...(await optionsFor(services)), ...runBy };
  const { unfinished } = prepared.state;
  if (unfinished !== undefined) {
    const outcome = await goBackFirst(services, to, { place, unfinished }, runBy);
    if (outcome?.kind !== "done") return outcome && endedBy(outcome, "rollBack");
    prepared = await prepare();
  }
  if (prepared.before.sha1 === local.sha1)
    return endedBy(await unchanged(services, { name, ...deployment }, UNCHANGED), "deploy");
  const outcome = await runJarDeployment(to, prepared, {
    ...options,
    ...(by !== "task" && { alwaysAsk: true as const }),
    shownPath: shownPath(services, file),
    address: deployment?.check,
    rollsBack: deployment?.rollBack === "auto",
  });
  await turnedAway(services, to, prepared);
  return endedBy(outcome, "deploy");
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

/** *Roll Back…* on a Java project and in the palette. */
export const rollBackProject: Handler = async (services, args) => {
  const title = l10n.t("Roll Back Java Project");
  const item = await chooseItem(services, args, "javaProject", title);
  if (item === undefined) return;
  await mustHave(services, panelOf(services, item.panelId), { kind: "javaProject", verb: "rollBack" });
  const project = projectOf(services, item);
  const { to } = project;
  const { place, unfinished, targets } = await compared(
    services,
    to,
    async (context) => {
      const { callFor, clock, signal } = context;
      const found = await placeOfJar(context, project);
      return { place: found, ...(await readSiteHistory(new RemoteFiles(callFor(signal), clock, signal), found)) };
    },
    l10n.t("Reading the deployments…"),
  );
  if (unfinished !== undefined) {
    const ended = await goBackFirst(services, to, { place, unfinished });
    if (ended !== undefined) await showFinished(services, { request: { ...to, verb: "rollBack" }, outcome: ended }, []);
    return;
  }
  const { history } = targets.find((target) => target.place.directory === place.directory) ?? { history: [] };
  if (history.length === 0)
    throw new CommandAborted(l10n.t("Nothing was deployed to “{0}” that can be rolled back.", item.label));
  const choices = history.map((past, index) => ({ ...pastChoice(past), value: index + 1 }));
  const undone = await services.dialogs.pick(title, l10n.t("Go back to before which deployment?"), choices);
  if (undone === undefined) return;
  const ended = await rollBackThese(services, to, place, history.slice(0, undone), { alwaysAsk: true });
  await showFinished(services, ended, []);
};

/** Where the exchanges of a project's jar are. */
export async function placeOfJar(
  { callFor, clock, signal }: ScriptContext,
  { to, jar }: ReturnType<typeof projectOf>,
): Promise<Place> {
  const call = callFor(signal);
  const wanted = { ...jarPlace(jar), identity: identityOf(to, to.row), webRoots: async () => webRoots(call) };
  return findPlace(new RemoteFiles(call, clock, signal), wanted);
}

/** A project with its jar on the server. Ends the command if the panel names none that can be handled. */
export function projectOf(services: Services, { panelId, kind, key, label, row }: ItemNode) {
  const jar = (row as JavaProject | undefined)?.jar ?? "";
  if (!/^\/\S+\.jar$/.test(jar) || nameProblem(jar.slice(1)) !== undefined)
    throw new CommandAborted(l10n.t("The panel names no jar of “{0}” that can be replaced.", label));
  const panel = services.connections.of(panelOf(services, panelId));
  const to: DeployTo = { panel, kind, target: { key, label }, row };
  return { to, jar };
}
