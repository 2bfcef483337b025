import * as vscode from "vscode";
import type { Connections } from "../connection/connections.ts";
import type { SecretsInUse } from "../connection/secretsInUse.ts";
import type { LogTail } from "../logs/followedLog.ts";
import type { LogTails } from "../logs/logTails.ts";
import { contextKeys } from "../manifest/manifest.ts";
import type { PanelRecord } from "../panels/panelRecord.ts";
import { groupKindOf } from "../resources/resources.ts";
import type { PanelTree } from "../tree/panelTree.ts";
import { groupNodeId } from "../tree/treeNodes.ts";
import type { FollowedLogsBar } from "../views/followedLogsBar.ts";

export interface ShownServices {
  readonly panels: () => readonly PanelRecord[];
  readonly connections: Connections;
  readonly keys: SecretsInUse;
  readonly logTails: LogTails;
  readonly logsBar: FollowedLogsBar;
  readonly tree: PanelTree;
}

/** What follows where other panels are there: what belongs to those that went ends, and the tree shows the others. */
export function showPanels(services: ShownServices): void {
  const { connections, keys, logTails, tree } = services;
  const panels = services.panels();
  logTails.panelsChanged();
  showLogs(services);
  connections.keepOnly(new Set(panels.map(({ id }) => id)));
  keys.keepOnly(panels);
  tree.panelsChanged();
  setPanelCount(panels.length);
}

/** Shows in the row of what writes a log how it stands, and that it is followed. */
export function showTail(services: ShownServices, { log: { panelId, kind } }: LogTail): void {
  services.tree.showKnown(groupNodeId(panelId, groupKindOf(kind)));
  showLogs(services);
}

/** Shows which logs are followed, and whether one of them is in sight. */
export function showLogs({ logTails, logsBar }: Pick<ShownServices, "logTails" | "logsBar">): void {
  logsBar.update();
  setLogKeys(logTails);
}

/** Tells `when` clauses how many panels there are. */
function setPanelCount(count: number): void {
  set("panelCount", count);
}

/** Tells `when` clauses of the followed logs. */
function setLogKeys(logTails: LogTails): void {
  const { current, shown } = logTails;
  const isInSight = current.some(({ id }) => logTails.isVisible(id));
  set("followedLogInSight", isInSight);
  set("followedLogs", current.length);
  set("shownLogs", shown.length);
}

function set(key: keyof typeof contextKeys, value: number | boolean): void {
  void vscode.commands.executeCommand("setContext", contextKeys[key], value);
}
