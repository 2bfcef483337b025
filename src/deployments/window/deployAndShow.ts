import * as l10n from "@vscode/l10n";
import { changesFiles } from "../../actions/deploymentEnd.ts";
import type { Acting } from "../../commands/context/acting.ts";
import { choosePanel } from "../../commands/context/choose.ts";
import type { Choosing } from "../../commands/context/choosing.ts";
import { showFinished } from "../../commands/context/runAndTell.ts";
import type { Fix } from "../../commands/context/telling.ts";
import { visibleText } from "../../characters/plainText.ts";
import type { PanelRecord } from "../../panels/panelRecord.ts";
import type { Talking } from "../../ports/dialogs.ts";
import type { Browsing } from "../../ports/workbench.ts";
import type { InWorkspace } from "../../ports/workspace.ts";
import type { ChangingFiles } from "../../serverFiles/window/changeFiles.ts";
import type { Remembering, Timed } from "../../storage/ports.ts";
import { targetKindFor, targetKindOf, targetNameIn } from "../targetKinds.ts";
import type { StatedDeployment } from "./deploymentServer.ts";
import { chosenPanel, isOfFolder, rememberPanel, type KnownDeployments } from "./chooseDeployment.ts";
import { deployToServers, type EndedOn } from "./deployToServers.ts";
import type { DeployingFolders } from "./deployServices.ts";
import type { DeploymentServer, DeploymentServers } from "./deploymentServer.ts";
import { outputFixes } from "./deploymentOutput.ts";
import type { DeploymentSource, LocalSource } from "./sources/deploymentSource.ts";
import { endingFixes } from "./endUnfinished.ts";
import { targetNamed } from "./foundPlace.ts";
import { replacesMessages } from "./replacedMessages.ts";
import { keepDeployed } from "./earlier/deployedBefore.ts";
import { rollBackTo } from "./rollBackCommands.ts";
import { runPathOffer } from "./runPathOffer.ts";
import { offerSharedFile, SharedFileMissing } from "./releases/sharedFile.ts";
import { saveDeployment } from "./earlier/saveDeployment.ts";
import { showServersAfter } from "./showServers.ts";
import { numberText } from "../../texts/numberTexts.ts";

/** Deploying to rows and from folders, and telling how that ended. */
export interface DeployingRows extends Acting, Browsing, ChangingFiles, Choosing, DeployingFolders {}

/** Deploys for a person, and shows how that has ended, or what a person can do about a shared file that is missing. */
export async function deployAndShow<Local extends LocalSource>(
  services: DeployingRows,
  source: DeploymentSource<Local>,
  servers: DeploymentServers,
): Promise<void> {
  const againOn = (all: DeploymentServers): Fix => ({
    label: l10n.t("Deploy Again"),
    run: async () => deployAndShow(services, source, withChosenPanels(services, all)),
  });
  let ended;
  try {
    ended = await deployToServers(services, source, servers);
  } catch (error) {
    if (!(error instanceof SharedFileMissing)) throw error;
    offerSharedFile(services, error, againOn(servers));
    return;
  }
  if (ended === undefined) return;
  if (ended === "choosePanel") {
    const [first] = servers;
    const panel = await otherPanel(services, first);
    if (panel === undefined) return;
    const { item: _item, ...server } = first;
    await deployAndShow(services, source, [{ ...server, panel }]);
    return;
  }
  if ("servers" in ended) {
    showServersAfter(services, ended, againOn(servers));
    return;
  }
  // with what was left out of its folder meanwhile
  const server = { ...servers[0], deployment: ended.deployment };
  const isThere = ended.outcome.deployment?.state === "wanted";
  // by the wall clock: people read it
  if (isThere && server.isNew === true && isOfFolder(server))
    await keepDeployed(services.memento, server, services.clock.wallTime());
  if (source.part !== undefined && isAllThere(ended, source.part)) {
    mentionSent(services, source.part, ended);
    return;
  }
  const runPath = await runPathOffer(services, server, ended);
  await showFinished(services, ended, {
    fixes: [...(runPath === undefined ? [] : [runPath.fix]), ...fixesAfter(services, server, ended, againOn([server]))],
    ...(runPath && { more: runPath.text }),
    until: replacesMessages(ended),
  });
}

/** Whether each file of a part was counted as being there: what has stayed as it was, a message tells. */
function isAllThere({ outcome }: EndedOn, part: readonly string[]): boolean {
  const { counts } = outcome.deployment ?? {};
  return (
    outcome.kind === "done" && counts !== undefined && counts.added + counts.changed + counts.unchanged === part.length
  );
}

/** Says in the status bar that some files of a folder are there. */
function mentionSent({ dialogs }: Talking, part: readonly string[], { to }: EndedOn): void {
  const { target, panel } = to;
  const [path = ""] = part;
  const shown =
    part.length === 1
      ? l10n.t("“{0}” is on “{1}” on “{2}”.", visibleText(path), target.label, panel.name)
      : l10n.t("{0} files are on “{1}” on “{2}”.", numberText(part.length), target.label, panel.name);
  dialogs.mention(shown, [target.label, panel.name]);
}

/** The servers with the panels that a person has chosen by now, but for a row that they have chosen itself. */
function withChosenPanels(services: KnownDeployments, [first, ...others]: DeploymentServers): DeploymentServers {
  const now = (server: DeploymentServer): DeploymentServer => {
    if (server.item !== undefined) return server;
    return { ...server, panel: chosenPanel(services, server) ?? server.panel };
  };
  return [now(first), ...others.map(now)];
}

/** The buttons after a deployment to one server, the likeliest first. */
function fixesAfter(services: DeployingRows, server: DeploymentServer, ended: EndedOn, again: Fix): readonly Fix[] {
  const { outcome, request } = ended;
  const { state, counts } = outcome.deployment ?? {};
  if (outcome.kind === "declined" || outcome.kind === "readOnly") return [];
  const open = openingFixes(services, ended);
  if (outcome.kind === "already") return open;
  if (state === "wanted" && changesFiles(counts) && request.verb === "deploy") {
    const back: Fix = { label: l10n.t("Roll Back"), run: async () => rollBackTo(services, ended) };
    // where something is wrong, the way back is the likelier wish
    if (outcome.kind !== "done") return [...outputFixes(services, ended), back, ...open];
    return [...open, back, ...savingFixes(services, server)];
  }
  return [
    ...outputFixes(services, ended),
    ...endingFixes(services, ended),
    ...(hasProcess(ended) ? openingFixes(services, ended) : []),
    again,
  ];
}

function hasProcess({ to }: EndedOn): boolean {
  return targetKindOf(to).process !== undefined;
}

/** The button that shows what a target does with what was deployed: its website, or the log of its process. */
function openingFixes({ browser, logTails }: Acting & Browsing, { to }: EndedOn): readonly Fix[] {
  const { addressOf, process } = targetKindOf(to);
  const address = addressOf?.(to.row);
  if (address !== undefined) return [{ label: l10n.t("Open Website"), run: async () => browser.open(address) }];
  if (process === undefined) return [];
  const { panel, kind, target } = to;
  return [{ label: l10n.t("Follow Log"), run: async () => logTails.follow({ panelId: panel.id, kind, ...target }) }];
}

/** The button that keeps in the settings of the folder what was asked. */
function savingFixes(services: InWorkspace & Talking, server: DeploymentServer): readonly Fix[] {
  if (server.isNew !== true || !isOfFolder(server)) return [];
  return [{ label: l10n.t("Save as Deployment"), run: async () => saveDeployment(services, server) }];
}

/** Asks for another panel of a deployment, and keeps it if it has the website or project; `undefined`: dismissed. */
export async function otherPanel(
  services: Choosing & Remembering & Timed,
  stated: StatedDeployment,
): Promise<PanelRecord | undefined> {
  const { deployment } = stated;
  const { name, server } = deployment;
  const shown = server === undefined ? name : `${name} (${visibleText(server.role)})`;
  const title = l10n.t("Choose Panel Again for “{0}”", shown);
  const targetKind = targetKindFor(deployment);
  const panel = await choosePanel(services, [], title, { kind: targetKind.kind, verb: "deploy" });
  if (panel === undefined) return undefined;
  await targetNamed(services, panel, targetKind, targetNameIn(deployment));
  await rememberPanel(services.memento, stated, panel);
  return panel;
}
