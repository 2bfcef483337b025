import { basename, relative, resolve, sep } from "node:path";
import * as l10n from "@vscode/l10n";
import { chooseItem, choosePanel, nodeArgument, panelOf } from "../../commands/context/choose.ts";
import { CommandAborted } from "../../commands/context/commandAborted.ts";
import type { PanelRecord } from "../../panels/panelRecord.ts";
import type { Choice, Talking } from "../../ports/dialogs.ts";
import type { WorkspaceFolder, InWorkspace } from "../../ports/workspace.ts";
import type { Memento, Remembering } from "../../storage/ports.ts";
import { invalidText, invalidTexts } from "../../texts/deploymentSettingTexts.ts";
import { type Deployment, deploymentNameOf, readDeployments, type WebsiteDeployment } from "../deploymentSetting.ts";
import { targetKindFor } from "../targetKinds.ts";
import type { KnownPanels } from "../../commands/context/knownPanels.ts";
import type { Choosing } from "../../commands/context/choosing.ts";
import { websiteTarget } from "../websiteTarget.ts";

/** A deployment of a workspace folder. */
export interface StatedDeployment<D extends Deployment = Deployment> {
  readonly folder: WorkspaceFolder;
  readonly deployment: D;
  /** It is not in the settings. */
  readonly isNew?: true;
}

/** What tells a deployment from all others of this computer. */
/** Knowing the deployments of the open folders, and which panel each of them means on this computer. */
export interface KnownDeployments extends InWorkspace, KnownPanels, Remembering, Talking {}

type NamedInFolder = Pick<StatedDeployment, "folder"> & { readonly deployment: Pick<Deployment, "name"> };

/** Where it goes: `name` is that of the website or project. */
export interface DeploymentTarget {
  readonly panel: PanelRecord;
  readonly name: string;
}

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
      const message = l10n.t("Not valid in serverPanel.deployments: {0}", invalidTexts(invalid));
      dialogs.notify({ severity: "warning", message, buttons: [open] }, async () => workspace.openSettings(folder));
    }
    return deployments.map((deployment) => ({ folder, deployment }));
  });
}

/** What is wrong with the entry of this name, if there is one. */
export function invalidEntryText({ workspace }: InWorkspace, name: string): string | undefined {
  const invalid = workspace.folders().flatMap((folder) => readDeployments(workspace.deployments(folder)).invalid);
  const own = invalid.find((each) => "entry" in each && each.entry.name === name);
  return own && invalidText(own);
}

/** Names of the other deployments of the settings to the directory of one, whose files it leaves alone. */
export function alongside(
  { workspace }: InWorkspace,
  { name, website, directory }: WebsiteDeployment,
): readonly string[] {
  const all = workspace.folders().flatMap((folder) => readDeployments(workspace.deployments(folder)).deployments);
  return all.flatMap((each) => {
    const isOther = "website" in each && each.name !== name;
    const isSamePlace = isOther && each.website.toLowerCase() === website.toLowerCase() && each.directory === directory;
    if (isSamePlace) return [each.name];
    return [];
  });
}

/** Finds out what to deploy to which website: from the clicked row or folder, from the settings, and by asking. */
export async function chooseWebsiteDeployment(
  services: Choosing & KnownDeployments,
  args: readonly unknown[],
): Promise<(StatedDeployment<WebsiteDeployment> & DeploymentTarget) | undefined> {
  const title = websiteTarget.titles.deploy();
  const stated = statedDeployments(services).filter(isOfWebsite);
  const [clicked] = args;
  const directory = isFile(clicked) ? clicked.fsPath : undefined;
  const node = directory === undefined ? nodeArgument(services, args) : undefined;
  const item = node?.type === "item" && node.kind === "site" ? node : undefined;
  const fitting = stated.filter(
    ({ folder, deployment }) =>
      (item === undefined || deployment.website.toLowerCase() === item.label.toLowerCase()) &&
      (directory === undefined || resolve(folder.path, deployment.source) === directory),
  );
  const chosen = await pickStated(services, title, fitting, item !== undefined || directory !== undefined);
  if (chosen === undefined) return undefined;
  if (chosen !== "new") {
    const panel = item === undefined ? await panelFor(services, chosen, title) : panelOf(services, item.panelId);
    if (panel === undefined) return undefined;
    return { ...chosen, panel, name: item?.label ?? chosen.deployment.website };
  }
  const site = item ?? (await chooseItem(services, [], "site", title));
  if (site === undefined) return undefined;
  const place = await askSource(services, title, directory);
  if (place === undefined) return undefined;
  const below = await services.dialogs.input({
    title,
    prompt: l10n.t("Directory below the website's root; empty for the root itself"),
    value: "",
  });
  if (below === undefined) return undefined;
  const name = deploymentNameOf(place.source === "" ? place.folder.name : basename(place.source));
  const raw = { name, website: site.label, source: place.source, directory: below };
  const [deployment] = readDeployments([raw]).deployments;
  if (deployment === undefined || !("website" in deployment))
    throw new CommandAborted(l10n.t("“{0}” cannot be a directory of a website.", below));
  return { folder: place.folder, deployment, isNew: true, panel: panelOf(services, site.panelId), name: site.label };
}

function isOfWebsite(stated: StatedDeployment): stated is StatedDeployment<WebsiteDeployment> {
  return "website" in stated.deployment;
}

function isFile(value: unknown): value is { readonly fsPath: string } {
  return typeof value === "object" && value !== null && "fsPath" in value && typeof value.fsPath === "string";
}

/** A deployment of the settings, or `new`. */
async function pickStated<D extends Deployment>(
  { dialogs }: Talking,
  title: string,
  fitting: readonly StatedDeployment<D>[],
  isTargetKnown: boolean,
): Promise<StatedDeployment<D> | "new" | undefined> {
  const [only, ...others] = fitting;
  if (only === undefined) return "new";
  if (isTargetKnown && others.length === 0) return only;
  const choices: readonly Choice<StatedDeployment<D> | "new">[] = [
    ...fitting.map(choiceOf),
    { label: l10n.t("New Deployment…"), icon: "add", value: "new" as const },
  ];
  return dialogs.pick(title, l10n.t("Which deployment?"), choices);
}

/** A website deployment of the settings; `undefined`: dismissed. Ends the command if there is none. */
export async function pickWebsiteDeployment(
  services: InWorkspace & Talking,
  title: string,
): Promise<StatedDeployment<WebsiteDeployment> | undefined> {
  const stated = statedDeployments(services).filter(isOfWebsite);
  const [only, ...others] = stated;
  if (only === undefined) throw new CommandAborted(l10n.t("There is no deployment to a website in the settings."));
  if (others.length === 0) return only;
  return services.dialogs.pick(title, l10n.t("Which deployment?"), stated.map(choiceOf));
}

function choiceOf<D extends Deployment>(stated: StatedDeployment<D>): Choice<StatedDeployment<D>> {
  const { deployment } = stated;
  const description = targetKindFor(deployment).nameIn(deployment);
  return { label: deployment.name, description, icon: "cloud-upload", value: stated };
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
  return `${folder.path}\n${deployment.name}`;
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
    for (const source of await workspace.existing(folder, LIKELY))
      choices.push({ label: source, ...description, icon: "folder", value: { folder, source } });
    choices.push({
      label: folder.name,
      description: l10n.t("the whole folder"),
      icon: "root-folder",
      value: { folder, source: "" },
    });
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
