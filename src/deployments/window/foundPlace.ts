import * as l10n from "@vscode/l10n";
import { panelOf } from "../../commands/context/choose.ts";
import { CommandAborted } from "../../commands/context/commandAborted.ts";
import type { Services } from "../../commands/context/services.ts";
import { eachSite } from "../../resources/eachSite.ts";
import { resources } from "../../resources/resources.ts";
import { RemoteFiles } from "../../serverFiles/remoteFiles.ts";
import { nameProblem } from "../../serverFiles/remoteNames.ts";
import { rootProblemText } from "../../texts/deploymentTexts.ts";
import type { ItemNode } from "../../tree/treeNodes.ts";
import type { JavaProject } from "../../wire/operations/java.ts";
import type { Site } from "../../wire/operations/sites.ts";
import { jarPlace } from "../deployJar.ts";
import { findPlace, type Place } from "../place.ts";
import type { ScriptContext } from "../serverRun.ts";
import { identityOf, type DeployTo } from "../targetNow.ts";
import { targetRootOf, webRoots, type TargetRoot } from "../targetRoot.ts";
import type { DeploymentTarget } from "./chooseDeployment.ts";
import { compared } from "./deployServices.ts";

/** Where a deployment to a website goes. */
export interface Found extends TargetRoot {
  readonly to: DeployTo;
  readonly place: Place;
}

/** Finds a website and its directory on the server. @param directory relative to the root; empty for the root itself */
export async function placeOf(services: Services, target: DeploymentTarget, directory: string): Promise<Found> {
  const { to, site } = await siteOn(services, target);
  const found = await rootOf(services, to, site, directory);
  return { ...found, to, place: await placeIn(services, to, found, directory) };
}

async function placeIn(services: Services, to: DeployTo, found: TargetRoot, directory: string): Promise<Place> {
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
