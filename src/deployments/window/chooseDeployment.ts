import { basename, relative, resolve, sep } from "node:path";
import * as l10n from "@vscode/l10n";
import { chooseItem, choosePanel, nodeArgument, panelOf } from "../../commands/context/choose.ts";
import { CommandAborted } from "../../commands/context/commandAborted.ts";
import type { PanelRecord } from "../../panels/panelRecord.ts";
import type { Choice, Talking } from "../../ports/dialogs.ts";
import type { WorkspaceFolder, InWorkspace } from "../../ports/workspace.ts";
import type { Memento, Remembering } from "../../storage/ports.ts";
import { allRolesText, oneOfText } from "../../texts/serversTexts.ts";
import { invalidText, invalidTexts } from "../../texts/deploymentSettingTexts.ts";
import type { ResourceKind } from "../../resources/resources.ts";
import type { ItemNode } from "../../tree/treeNodes.ts";
import { type Deployment, type FolderDeployment, deploymentNameOf, readDeployments } from "../deploymentSetting.ts";
import {
  isFor,
  isSameName,
  targetKindFor,
  targetKinds,
  targetKindsOf,
  targetKindsOfRow,
  targetNameIn,
} from "../targetKinds.ts";
import { visibleText } from "../../characters/plainText.ts";
import { deployedBefore, earlierText, type EarlierDeployment } from "./earlier/deployedBefore.ts";
import { isPhpApplication, PUBLIC } from "./sources/phpApplication.ts";
import type { OneOfSeveral } from "../several/severalTargets.ts";
import type { DeploymentServer, DeploymentServers, StatedDeployment } from "./deploymentServer.ts";
import type { Choosing } from "../../commands/context/choosing.ts";
import type { KnownPanels } from "../../commands/context/knownPanels.ts";

/** Knowing the deployments of the open folders, and which panel each of them means on this computer. */
export interface KnownDeployments extends InWorkspace, KnownPanels, Remembering, Talking {}

/** What tells a deployment from all others of this computer. */
type NamedInFolder = Pick<StatedDeployment, "folder"> & { readonly deployment: Pick<Deployment, "name" | "server"> };

/** How many deployments without settings are offered again. */
const MOST_EARLIER = 3;

/** Folders that builds usually write. */
const LIKELY = ["dist", "build", "public", "out", "www", "_site"];

/** The panels that a person has chosen for deployments, on this computer. */
const CHOSEN = "serverPanel.deploymentPanels";

/** The deployments of all folders. Says which entries are not valid, and ends the command where nothing may be deployed. */
export function statedDeployments({ workspace, dialogs }: InWorkspace & Talking) {
  if (!workspace.isTrusted())
    throw new CommandAborted(l10n.t("Nothing can be deployed from a folder that is not trusted."));
  const folders = workspace.folders();
  if (folders.length === 0)
    throw new CommandAborted(l10n.t("Open the folder on this computer that you want to deploy from."));
  return folders.flatMap((folder): readonly StatedDeployment[] => {
    const { deployments, invalid } = readDeployments(workspace.deployments(folder));
    if (invalid.length > 0) {
      const open = l10n.t("Open Settings");
      const message = l10n.t(
        "Not valid in serverPanel.deployments: {0}",
        invalidTexts(invalid, workspace.describeField),
      );
      dialogs.notify({ severity: "warning", message, buttons: [open] }, async () => workspace.openSettings(folder));
    }
    return deployments.map((deployment) => ({ folder, deployment }));
  });
}

/** What is wrong with the entry of this name, if there is one. */
export function invalidEntryText({ workspace }: InWorkspace, name: string): string | undefined {
  const invalid = workspace.folders().flatMap((folder) => readDeployments(workspace.deployments(folder)).invalid);
  const own = invalid.find((each) => "entry" in each && each.entry.name === name);
  return own && invalidText(own, workspace.describeField);
}

/** Names of the other deployments of the settings to the directory of one, whose files it leaves alone. */
export function alongside({ workspace }: InWorkspace, deployment: FolderDeployment): readonly string[] {
  const targetKind = targetKindFor(deployment);
  const name = targetNameIn(deployment);
  return workspace.folders().flatMap((folder) =>
    readDeployments(workspace.deployments(folder))
      .deployments.map((each) => ({ folder, deployment: each }))
      .filter(isOfFolder)
      .filter(({ deployment: other }) => {
        const isSameTarget =
          targetKindFor(other).id === targetKind.id && isSameName(targetKind, targetNameIn(other), name);
        return isSameTarget && other.directory === deployment.directory && other.name !== deployment.name;
      })
      .map(({ deployment: other }) => other.name),
  );
}

/**
 * Finds out which folder to deploy to which target: from the clicked row or folder, from the settings, and by asking.
 * @param kind of the target; `undefined`: any kind
 * @param given a row that a person has chosen already
 */
export async function chooseFolderDeployment(
  services: Choosing & KnownDeployments,
  args: readonly unknown[],
  kind: ResourceKind | undefined,
  given?: ItemNode,
): Promise<DeploymentServers | undefined> {
  const title = kind === undefined ? l10n.t("Deploy") : targetKindsOf(kind)[0].titles.deploy();
  const [clicked] = args;
  const directory = isFile(clicked) ? clicked.fsPath : undefined;
  const node = directory === undefined ? nodeArgument(services, args) : undefined;
  const item = given ?? (node?.type === "item" && node.kind === kind ? node : undefined);
  const all = statedDeployments(services);
  const fitting = all
    .filter(isOfFolder)
    .filter(
      ({ folder, deployment }) =>
        (kind === undefined || targetKindFor(deployment).kind === kind) &&
        (item === undefined || (isFor(deployment, item) && mayMean(services, { folder, deployment }, item))) &&
        (directory === undefined || resolve(folder.path, deployment.source) === directory),
    );
  const earlier = deployedBefore(services)
    .filter(({ server: { panel, folder, deployment } }) => {
      if (item !== undefined) return panel.id === item.panelId && isFor(deployment, item);
      if (directory !== undefined) return resolve(folder.path, deployment.source) === directory;
      return kind === undefined || targetKindFor(deployment).kind === kind;
    })
    .slice(0, MOST_EARLIER);
  const isTargetKnown = (item ?? directory) !== undefined;
  const chosen = await pickStated(services, title, fitting, { item, isTargetKnown, earlier });
  if (chosen === undefined) return undefined;
  if (chosen !== "new" && "server" in chosen) return [{ ...chosen.server, ...(item && { item }) }];
  if (chosen !== "new") {
    if (item !== undefined) return [{ ...chosen, panel: panelOf(services, item.panelId), item }];
    return serversOf(services, all, chosen, title);
  }
  const target = item ?? (await chooseTarget(services, title, kind, "folder"));
  const made = target && (await newFolderDeployment(services, title, target, directory));
  return made && [made];
}

/** A row to which a folder or a file is brought, as a person chooses it; `undefined`: dismissed. @param kind absent: any of them */
export async function chooseTarget(
  services: Choosing & KnownDeployments,
  title: string,
  kind: ResourceKind | undefined,
  what: "folder" | "file",
): Promise<ItemNode | undefined> {
  if (kind !== undefined) return chooseItem(services, [], kind, title);
  const fitting = targetKinds.filter(({ brings }) => brings.what === what);
  const choices = fitting.map((each) => ({ label: each.titles.deploy(), value: each }));
  const chosen = await services.dialogs.pick(title, l10n.t("Where to?"), choices);
  return chosen && chooseItem(services, [], chosen.kind, chosen.titles.deploy());
}

/** Whether the panel of a row is the one that a deployment means, or could be. */
export function mayMean(services: KnownPanels & Remembering, stated: StatedDeployment, { panelId }: ItemNode): boolean {
  if (stated.deployment.server === undefined) return true;
  const chosen = chosenPanel(services, stated);
  return chosen === undefined || chosen.id === panelId;
}

/** What the settings say for all servers of a deployment, in their order. */
export function statedServers(
  all: readonly StatedDeployment[],
  { folder, deployment }: StatedDeployment,
): readonly StatedDeployment[] {
  return all.filter((each) => each.folder.path === folder.path && each.deployment.name === deployment.name);
}

/** All servers of a deployment of the settings, with their panels: asks for those that a person has not chosen yet. `undefined`: dismissed. */
export async function serversOf(
  services: Choosing & KnownDeployments,
  all: readonly StatedDeployment[],
  chosen: StatedDeployment,
  title: string,
): Promise<DeploymentServers | undefined> {
  const servers: DeploymentServer[] = [];
  for (const stated of statedServers(all, chosen)) {
    const { server } = stated.deployment;
    const panel =
      server === undefined ? await panelFor(services, stated, title) : await panelOfRole(services, stated, server);
    if (panel === undefined) return undefined;
    servers.push({ ...stated, panel });
  }
  const [first, ...others] = servers;
  return first && [first, ...others];
}

/** The panel of one of several servers; asks for it once. */
async function panelOfRole(
  services: Choosing & Remembering,
  stated: StatedDeployment,
  { role }: OneOfSeveral,
): Promise<PanelRecord | undefined> {
  const { deployment } = stated;
  const title = l10n.t("The panel for “{0}” of “{1}”", visibleText(role), deployment.name);
  const feature = { kind: targetKindFor(deployment).kind, verb: "deploy" } as const;
  return chosenPanel(services, stated) ?? choosePanel(services, [], title, feature);
}

/** One for each deployment, whatever the number of its servers. */
export function onePerDeployment<D extends Deployment>(
  stated: readonly StatedDeployment<D>[],
): readonly StatedDeployment<D>[] {
  return stated.filter(
    ({ folder, deployment: { name } }, index) =>
      stated.findIndex((each) => each.folder.path === folder.path && each.deployment.name === name) === index,
  );
}

/** Asks what the settings do not have yet. */
async function newFolderDeployment(
  services: KnownDeployments,
  title: string,
  item: ItemNode,
  directory: string | undefined,
): Promise<DeploymentServer | undefined> {
  const { label, panelId } = item;
  const targetKind = targetKindsOfRow(item).find(({ brings }) => brings.what === "folder");
  if (targetKind === undefined) throw new TypeError(`no folder is brought to ${item.kind}`);
  const place = await askSource(services, title, directory);
  if (place === undefined) return undefined;
  const typed = await services.dialogs.input({
    title,
    prompt: l10n.t("A directory below the one on the server; empty for that itself"),
    value: "",
  });
  if (typed === undefined) return undefined;
  const name = deploymentNameOf(place.source === "" ? place.folder.name : basename(place.source));
  const raw = { name, [targetKind.nameField]: label, source: place.source, directory: typed };
  const [deployment] = readDeployments([raw]).deployments;
  const stated = deployment && { folder: place.folder, deployment, isNew: true as const };
  if (stated === undefined || !isOfFolder(stated))
    throw new CommandAborted(l10n.t("“{0}” cannot be a directory there.", typed));
  return { ...stated, panel: panelOf(services, panelId), item };
}

/** Whether a folder is deployed. */
export function isOfFolder<Stated extends StatedDeployment>(
  stated: Stated,
): stated is Stated & StatedDeployment<FolderDeployment> {
  return targetKindFor(stated.deployment).brings.what === "folder";
}

/** Whether a command was called on a folder or file of this computer. */
export function isFile(value: unknown): value is { readonly fsPath: string } {
  return typeof value === "object" && value !== null && "fsPath" in value && typeof value.fsPath === "string";
}

/** What is known before a person chooses among deployments. */
interface WhatIsKnown<Earlier> {
  readonly item: ItemNode | undefined;
  readonly isTargetKnown: boolean;
  /** What was deployed without settings, which is offered first. */
  readonly earlier?: readonly Earlier[];
}

/** A deployment of the settings, one of before, or `new`. */
export async function pickStated<D extends Deployment, Earlier extends EarlierDeployment = never>(
  { dialogs }: Talking,
  title: string,
  stated: readonly StatedDeployment<D>[],
  { item, isTargetKnown, earlier = [] }: WhatIsKnown<Earlier>,
): Promise<StatedDeployment<D> | Earlier | "new" | undefined> {
  const fitting = item === undefined ? onePerDeployment(stated) : stated;
  const [only, ...others] = fitting;
  if (only === undefined && earlier.length === 0) return "new";
  if (only !== undefined && isTargetKnown && others.length === 0) return only;
  const choices: readonly Choice<StatedDeployment<D> | Earlier | "new">[] = [
    ...earlier.map((each) => ({ ...earlierText(each), icon: "history", value: each })),
    ...fitting.map((each) => (item === undefined ? wholeChoiceOf(each) : choiceOf(each))),
    { label: l10n.t("New Deployment…"), icon: "add", value: "new" as const },
  ];
  return dialogs.pick(title, l10n.t("Which deployment?"), choices);
}

/** A deployment of the settings whose panel a person chooses apart from its row; `undefined`: dismissed. Ends the command if there is none. */
export async function pickDeployment(
  services: InWorkspace & Talking,
  title: string,
): Promise<StatedDeployment | undefined> {
  const stated = statedDeployments(services).filter((each) => isOfFolder(each) || each.deployment.server !== undefined);
  const [only, ...others] = stated;
  if (only === undefined)
    throw new CommandAborted(l10n.t("There is no deployment of a folder, or to several servers, in the settings."));
  if (others.length === 0) return only;
  return services.dialogs.pick(title, l10n.t("Which deployment?"), stated.map(choiceOf));
}

function choiceOf<D extends Deployment>(stated: StatedDeployment<D>): Choice<StatedDeployment<D>> {
  const { deployment } = stated;
  const { name, server } = deployment;
  const target = targetNameIn(deployment);
  const description = server === undefined ? target : `${target} · ${oneOfText(server)}`;
  return { label: name, description, icon: "cloud-upload", value: stated };
}

/** A deployment with all its servers. */
export function wholeChoiceOf<D extends Deployment>(stated: StatedDeployment<D>): Choice<StatedDeployment<D>> {
  const { server } = stated.deployment;
  if (server === undefined) return choiceOf(stated);
  return { ...choiceOf(stated), description: allRolesText(server) };
}

/** The panel that a deployment means; asks for it once. */
async function panelFor(
  services: Choosing & Remembering,
  stated: StatedDeployment,
  title: string,
): Promise<PanelRecord | undefined> {
  return chosenPanel(services, stated) ?? (await choosePanel(services, [], title));
}

/** The panel that the person has chosen for a deployment before, if it is still there. */
export function chosenPanel(
  { memento, panels }: KnownPanels & Remembering,
  stated: StatedDeployment,
): PanelRecord | undefined {
  const chosen = chosenPanels(memento)[keyOf(stated)];
  return panels().find(({ id }) => id === chosen);
}

/** Keeps on this computer which panel a deployment means: a workspace never chooses one. */
export async function rememberPanel(memento: Memento, stated: NamedInFolder, { id }: PanelRecord): Promise<void> {
  await memento.update(CHOSEN, { ...chosenPanels(memento), [keyOf(stated)]: id });
}

function chosenPanels(memento: Pick<Memento, "get">): Readonly<Record<string, unknown>> {
  const stored = memento.get(CHOSEN);
  if (typeof stored === "object" && stored !== null) return stored as Readonly<Record<string, unknown>>;
  return {};
}

function keyOf({ folder, deployment }: NamedInFolder): string {
  const { name, server } = deployment;
  return [folder.path, name, ...(server === undefined ? [] : [server.role])].join("\n");
}

/** The folder to deploy, relative to its workspace folder. */
async function askSource(
  { workspace, dialogs }: InWorkspace & Talking,
  title: string,
  directory: string | undefined,
): Promise<{ readonly folder: WorkspaceFolder; readonly source: string } | undefined> {
  const folders = workspace.folders();
  const of = (path: string) => {
    const folder = folders.find((each) => path === each.path || path.startsWith(each.path + sep));
    if (folder === undefined) throw new CommandAborted(l10n.t("The folder must be in the workspace."));
    return { folder, source: relative(folder.path, path).replaceAll(sep, "/") };
  };
  if (directory !== undefined) return of(directory);
  const choices: Choice<{ readonly folder: WorkspaceFolder; readonly source: string | undefined }>[] = [];
  for (const folder of folders) {
    const description = folders.length > 1 ? { description: folder.name } : {};
    const isApplication = await isPhpApplication(folder.path);
    const whole: (typeof choices)[number] = {
      label: folder.name,
      description: isApplication
        ? l10n.t("the whole folder, of which visitors are to see {0}", PUBLIC)
        : l10n.t("the whole folder"),
      icon: "root-folder",
      value: { folder, source: "" },
    };
    const parts = (await workspace.existing(folder, LIKELY)).map((source): (typeof choices)[number] => ({
      label: source,
      ...description,
      icon: "folder",
      value: { folder, source },
    }));
    // Enter takes the first one, and a part of an application is nothing without the rest
    choices.push(...(isApplication ? [whole, ...parts] : [...parts, whole]));
    choices.push({
      label: l10n.t("Other Folder…"),
      ...description,
      icon: "folder-opened",
      value: { folder, source: undefined },
    });
  }
  const picked = await dialogs.pick(title, l10n.t("Which folder?"), choices);
  if (picked === undefined) return undefined;
  const { folder, source } = picked;
  if (source !== undefined) return { folder, source };
  const path = await workspace.askDirectory(folder, title);
  if (path === undefined) return undefined;
  return of(path);
}
