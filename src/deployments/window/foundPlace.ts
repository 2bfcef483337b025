import * as l10n from "@vscode/l10n";
import { panelOf } from "../../commands/context/choose.ts";
import { CommandAborted } from "../../commands/context/commandAborted.ts";
import type { PanelRecord } from "../../panels/panelRecord.ts";
import { resourceOf } from "../../resources/resources.ts";
import { RemoteFiles } from "../../serverFiles/remoteFiles.ts";
import { findItem } from "../../tasks/findItem.ts";
import { rootProblemText } from "../../texts/deployablePathTexts.ts";
import type { ItemNode } from "../../tree/treeNodes.ts";
import { filePlace } from "../deployFile.ts";
import { findPlace, type Place } from "../place.ts";
import type { ScriptContext } from "../serverRun.ts";
import type { BroughtFile, BroughtFolder } from "../targetKind.ts";
import {
  broughtAs,
  targetKindFor,
  targetKindOf,
  targetKindsOfRow,
  targetNameIn,
  type KnownTargetKind,
} from "../targetKinds.ts";
import { identityOf, type DeployTo } from "../targetNow.ts";
import { targetRootOf, webRoots, type TargetRoot } from "../targetRoot.ts";
import { compared, type RunningScript } from "./deployServices.ts";
import type { DeploymentServer } from "./deploymentServer.ts";
import type { KnownPanels } from "../../commands/context/knownPanels.ts";
import type { Talking } from "../../ports/dialogs.ts";
import type { Timed } from "../../storage/ports.ts";

/** Where a deployment of a folder goes. */
export interface Found extends TargetRoot {
  readonly to: DeployTo;
  readonly place: Place;
}

/** A target to which a file is brought. */
export interface FileTarget {
  readonly to: DeployTo;
  readonly brought: BroughtFile;
  /** Its own file on the server. */
  readonly file: string;
}

/** A row as one of the targets that it is. */
function targetOfItem(
  services: KnownPanels,
  { panelId, kind, key, label, row }: ItemNode,
  { id: targetKind }: KnownTargetKind,
): DeployTo {
  const panel = services.connections.of(panelOf(services, panelId));
  return { panel, kind, targetKind, target: { key, label }, row };
}

/** The target of a name as the panel lists it now. Ends the command unless there is exactly one, which is of this kind of targets. */
export async function targetNamed(
  services: KnownPanels & Talking & Timed,
  panel: PanelRecord,
  targetKind: KnownTargetKind,
  name: string,
): Promise<DeployTo> {
  const { dialogs, connections, clock } = services;
  const { kind, byName } = targetKind;
  const connection = connections.of(panel);
  const title = l10n.t("Looking for “{0}”…", name);
  if (byName !== undefined) {
    const row = await dialogs.progress(
      title,
      async (signal) => byName.find(connection.callFor(signal), name),
      "beforeQuestion",
    );
    const { key, label } = resourceOf(kind);
    const found = row === undefined ? undefined : key(row);
    if (found === undefined) throw new CommandAborted(byName.noneText(panel.name, name));
    return { panel: connection, kind, targetKind: targetKind.id, target: { key: found, label: label(row) }, row };
  }
  const found = await dialogs.progress(title, async (signal) =>
    // by the wall clock: days until a date of the panel
    findItem(panel, kind, name, connection.callFor(signal), () => clock.wallTime()),
  );
  if (typeof found === "string") throw new CommandAborted(found);
  if (!targetKindsOfRow(found.item).includes(targetKind))
    throw new CommandAborted(l10n.t("“{0}” on “{1}” does not take what the deployment brings.", name, panel.name));
  return targetOfItem(services, found.item, targetKind);
}

/** A row as one of the targets that it is; where names mean it, as the panel lists it now. */
export async function targetForItem(
  services: KnownPanels & Talking & Timed,
  item: ItemNode,
  targetKind: KnownTargetKind,
): Promise<DeployTo> {
  if (targetKind.byName === undefined) return targetOfItem(services, item, targetKind);
  return targetNamed(services, panelOf(services, item.panelId), targetKind, item.label);
}

/** The target of a server of a deployment: the row that a person has chosen, or what the panel lists by its name. */
export async function targetOfServer(
  services: KnownPanels & Talking & Timed,
  { panel, item, deployment }: DeploymentServer,
): Promise<DeployTo> {
  const targetKind = targetKindFor(deployment);
  if (item !== undefined) return targetForItem(services, item, targetKind);
  return targetNamed(services, panel, targetKind, targetNameIn(deployment));
}

/** Finds the directory of a folder's deployment. @param directory relative to the target's own; empty for that itself */
export async function placeOf(services: KnownPanels & RunningScript, to: DeployTo, directory: string): Promise<Found> {
  const { row } = to;
  const brought = broughtAs(targetKindOf(to), "folder");
  const own = {
    root: row === undefined ? undefined : brought.onServer(row),
    isListedAs: (listed: Parameters<BroughtFolder["isListedAs"]>[1]) => brought.isListedAs(row, listed),
  };
  const found = await services.dialogs.progress(
    l10n.t("Looking at websites and projects…"),
    async (signal) => targetRootOf(to.panel.callFor(signal), own, directory),
    "beforeQuestion",
  );
  if ("kind" in found) throw new CommandAborted(rootProblemText(found));
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

/** The place for deployments of a target's own file. */
export async function placeOfFile({ callFor, clock, signal }: ScriptContext, { to, file }: FileTarget): Promise<Place> {
  const call = callFor(signal);
  const wanted = { ...filePlace(file), identity: identityOf(to, to.row), webRoots: async () => webRoots(call) };
  return findPlace(new RemoteFiles(call, clock, signal), wanted);
}

/** A target with its own file on the server. Ends the command if the panel names none that can be replaced. */
export function withFile(to: DeployTo): FileTarget {
  const { row, target } = to;
  const brought = broughtAs(targetKindOf(to), "file");
  const file = row === undefined ? undefined : brought.onServer(row);
  if (file === undefined) throw new CommandAborted(brought.words.notNamed(target.label));
  return { to, brought, file };
}

/** The place for deployments to a target. @param directory of a folder, relative to the target's own */
export async function placeAt(
  services: KnownPanels & RunningScript,
  to: DeployTo,
  directory: string,
  title: string,
): Promise<Place> {
  if (targetKindOf(to).brings.what === "folder") return (await placeOf(services, to, directory)).place;
  const found = withFile(to);
  return compared(services, to, async (context) => placeOfFile(context, found), title);
}
