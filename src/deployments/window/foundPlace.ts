import * as l10n from "@vscode/l10n";
import { panelOf } from "../../commands/context/choose.ts";
import { CommandAborted } from "../../commands/context/commandAborted.ts";
import { eachSite } from "../../resources/eachSite.ts";
import { resources } from "../../resources/resources.ts";
import { RemoteFiles } from "../../serverFiles/remoteFiles.ts";
import { rootProblemText } from "../../texts/deploymentTexts.ts";
import type { ItemNode } from "../../tree/treeNodes.ts";
import type { Site } from "../../wire/operations/sites.ts";
import { filePlace } from "../deployFile.ts";
import { findPlace, type Place } from "../place.ts";
import type { ScriptContext } from "../serverRun.ts";
import { identityOf, type DeployTo } from "../targetNow.ts";
import { broughtTo, targetKindOf } from "../targetKinds.ts";
import { targetRootOf, webRoots, type TargetRoot } from "../targetRoot.ts";
import type { DeploymentTarget } from "./chooseDeployment.ts";
import type { KnownPanels } from "../../commands/context/knownPanels.ts";
import type { Talking } from "../../ports/dialogs.ts";
import { compared, type RunningScript } from "./deployServices.ts";

/** Where a deployment to a website goes. */
export interface Found extends TargetRoot {
  readonly to: DeployTo;
  readonly place: Place;
}

/** Finds a website and its directory on the server. @param directory relative to the root; empty for the root itself */
export async function placeOf(
  services: KnownPanels & RunningScript,
  target: DeploymentTarget,
  directory: string,
): Promise<Found> {
  const { to, site } = await siteOn(services, target);
  const found = await rootOf(services, to, site, directory);
  return { ...found, to, place: await placeIn(services, to, found, directory) };
}

async function placeIn(services: RunningScript, to: DeployTo, found: TargetRoot, directory: string): Promise<Place> {
  const wanted = {
    root: found.root,
    webRoots: async () => found.webRoots,
    directory,
    identity: identityOf(to, to.row),
  };
  return compared(
    services,
    to,
    async ({ callFor, clock, signal }) => findPlace(new RemoteFiles(callFor(signal), clock, signal), wanted),
    l10n.t("Looking for a place for the copies…"),
  );
}

/** The website as the panel lists it now. */
export async function siteOn(
  services: KnownPanels & Talking,
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

async function rootOf(services: Talking, to: DeployTo, site: Site, directory: string): Promise<TargetRoot> {
  const root = await services.dialogs.progress(
    l10n.t("Looking at the websites…"),
    async (signal) => targetRootOf(to.panel.callFor(signal), site, directory),
    "beforeQuestion",
  );
  if ("kind" in root) throw new CommandAborted(rootProblemText(root));
  return root;
}

/** The place for deployments of a target's own file. */
export async function placeOfFile(
  { callFor, clock, signal }: ScriptContext,
  { to, file }: ReturnType<typeof fileOf>,
): Promise<Place> {
  const call = callFor(signal);
  const wanted = { ...filePlace(file), identity: identityOf(to, to.row), webRoots: async () => webRoots(call) };
  return findPlace(new RemoteFiles(call, clock, signal), wanted);
}

/** A row with its own file on the server. Ends the command if the panel names none that can be replaced. */
export function fileOf(services: KnownPanels, { panelId, kind, key, label, row }: ItemNode) {
  const brought = broughtTo(kind);
  const file = row === undefined ? undefined : brought.onServer(row);
  if (file === undefined) throw new CommandAborted(brought.words.notNamed(label));
  const panel = services.connections.of(panelOf(services, panelId));
  const to: DeployTo = { panel, kind, target: { key, label }, row };
  return { to, file };
}

/** A row, and the place for its deployments. */
export async function placeOfItem(
  services: KnownPanels & RunningScript,
  item: ItemNode,
  title: string,
): Promise<{ readonly to: DeployTo; readonly place: Place }> {
  if (targetKindOf(item.kind).file === undefined)
    return placeOf(services, { panel: panelOf(services, item.panelId), name: item.label }, "");
  const found = fileOf(services, item);
  return {
    to: found.to,
    place: await compared(services, found.to, async (context) => placeOfFile(context, found), title),
  };
}
