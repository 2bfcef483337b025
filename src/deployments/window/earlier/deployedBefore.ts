import * as v from "valibot";
import * as l10n from "@vscode/l10n";
import { visibleText } from "../../../characters/plainText.ts";
import type { KnownPanels } from "../../../commands/context/knownPanels.ts";
import type { InWorkspace } from "../../../ports/workspace.ts";
import type { Memento, Remembering } from "../../../storage/ports.ts";
import { momentText } from "../../../texts/timeTexts.ts";
import { readDeployments, type FolderDeployment } from "../../deploymentSetting.ts";
import { targetKindFor, targetNameIn } from "../../targetKinds.ts";
import type { DeploymentServer } from "../deploymentServer.ts";

/** The deployments of this computer that no settings have, the latest first. */
const DEPLOYED = "serverPanel.deployedWithoutSettings";

/** How many are kept. */
const MOST_KEPT = 20;

const keptSchema = v.object({ folder: v.string(), panelId: v.string(), at: v.number(), entry: v.looseObject({}) });

type Kept = v.InferOutput<typeof keptSchema>;

/** A deployment without settings that was done before. */
export interface EarlierDeployment {
  readonly server: DeploymentServer & { readonly deployment: FolderDeployment };
  readonly at: number;
}

/** The entry of the settings that a deployment would have. */
export function entryOf(deployment: FolderDeployment) {
  const { name, source, directory, exclude } = deployment;
  return {
    name,
    [targetKindFor(deployment).nameField]: targetNameIn(deployment),
    source,
    ...(directory !== "" && { directory }),
    ...(exclude.length > 0 && { exclude }),
  };
}

/** Keeps a deployment without settings, to be offered again. @param at by the clock on the wall: people read it */
export async function keepDeployed(
  memento: Memento,
  { folder, panel, deployment }: EarlierDeployment["server"],
  at: number,
): Promise<void> {
  const kept: Kept = { folder: folder.path, panelId: panel.id, at, entry: entryOf(deployment) };
  const others = keptIn(memento).filter((each) => keyOf(each) !== keyOf(kept));
  await memento.update(DEPLOYED, [kept, ...others].slice(0, MOST_KEPT));
}

/** The deployments without settings of the open folders, to panels that are still there, the latest first; not those that settings have by now. */
export function deployedBefore({
  memento,
  panels,
  workspace,
}: InWorkspace & KnownPanels & Remembering): readonly EarlierDeployment[] {
  const folders = workspace.folders();
  return keptIn(memento).flatMap((kept): readonly EarlierDeployment[] => {
    const folder = folders.find(({ path }) => path === kept.folder);
    const panel = panels().find(({ id }) => id === kept.panelId);
    const [deployment] = readDeployments([kept.entry]).deployments;
    if (folder === undefined || panel === undefined || deployment === undefined || !isFolderDeployment(deployment))
      return [];
    if (isStated(workspace.deployments(folder), deployment)) return [];
    return [{ server: { folder, panel, deployment, isNew: true }, at: kept.at }];
  });
}

/** Such a deployment in a list: "public → shop.example.com", as at the time. */
export function earlierText({ server: { deployment, panel }, at }: EarlierDeployment): {
  readonly label: string;
  readonly description: string;
} {
  const [name, target] = [visibleText(deployment.name), targetNameIn(deployment)];
  return {
    label: l10n.t("{0} → {1}", name, visibleText(target)),
    description: l10n.t("on “{0}”, last {1}", panel.name, momentText(at)),
  };
}

function isFolderDeployment(
  deployment: ReturnType<typeof readDeployments>["deployments"][number],
): deployment is FolderDeployment {
  return targetKindFor(deployment).brings.what === "folder";
}

/** Whether the settings of a folder have it. */
function isStated(setting: ReturnType<InWorkspace["workspace"]["deployments"]>, earlier: FolderDeployment): boolean {
  const key = JSON.stringify(entryOf(earlier));
  return readDeployments(setting).deployments.some(
    (each) => isFolderDeployment(each) && JSON.stringify(entryOf(each)) === key,
  );
}

function keptIn(memento: Pick<Memento, "get">): readonly Kept[] {
  const parsed = v.safeParse(v.array(v.unknown()), memento.get(DEPLOYED));
  if (!parsed.success) return [];
  return parsed.output.flatMap((each) => {
    const kept = v.safeParse(keptSchema, each);
    return kept.success ? [kept.output] : [];
  });
}

function keyOf({ folder, panelId, entry }: Pick<Kept, "folder" | "panelId" | "entry">): string {
  return JSON.stringify([folder, panelId, { ...entry, exclude: undefined }]);
}
