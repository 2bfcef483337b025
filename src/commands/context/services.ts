import type { Memento } from "vscode";
import type { ActionRunner } from "../../actions/actionRunner.ts";
import type { ActivityLog } from "../../activity/activityLog.ts";
import type { Connections } from "../../connection/connections.ts";
import type { ConnectionServices } from "../../connection/panelConnection.ts";
import type { LogTails } from "../../logs/logTails.ts";
import type { PanelRecord } from "../../panels/panelRecord.ts";
import type { PanelStore } from "../../panels/panelStore.ts";
import type { PanelTree } from "../../tree/panelTree.ts";
import type { Clock } from "../../storage/ports.ts";
import type { ActionInput } from "../../resources/resource.ts";
import type { ItemNode } from "../../tree/treeNodes.ts";
import type { Redactor } from "../../redaction/redactor.ts";
import type { Dialogs } from "../../platform/dialogs.ts";
import type { OutputLog } from "../../platform/log.ts";
import type { DemoHost } from "../../platform/demoHost.ts";

/** What commands work with; built once per window by `compose.ts`, which also disposes it. */
export interface Services {
  readonly store: PanelStore;
  readonly demo: DemoHost;
  /** Stored panels and, while it runs, the demo panel, in the order of the tree. */
  readonly panels: () => readonly PanelRecord[];
  readonly connections: Connections;
  /** For a connection to a panel that is not stored yet. */
  readonly connectionServices: ConnectionServices;
  readonly tree: PanelTree;
  /** Ids of the nodes that a key acts on, which passes none to its command. */
  readonly keyTargets: () => Promise<readonly string[]>;
  /** Shows a node in the side bar, selected, and focused unless told otherwise. Best effort: never rejects. */
  readonly reveal: (
    nodeId: string,
    options: { readonly expand: boolean | number; readonly focus?: boolean },
  ) => Promise<void>;
  /** Whether the tree is in sight. */
  readonly isTreeVisible: () => boolean;
  /** Draws a node again as it is, where VS Code may show something else, such as a checkbox that was clicked. */
  readonly showAgain: (nodeId: string) => void;
  /** For wishes only: losing what is in it costs a question. */
  readonly memento: Memento;
  /** Shows the form in which a site of a panel is created. */
  readonly openSiteForm: (panelId: string) => void;
  readonly runner: ActionRunner;
  readonly activity: ActivityLog;
  readonly dialogs: Dialogs;
  readonly log: OutputLog;
  readonly logTails: LogTails;
  readonly redactor: Redactor;
  readonly clock: Clock;
  /** A directory that all windows share. */
  readonly storageRoot: string;
}

/** A command's body: no try/catch, the error boundary is around it. `args` are VS Code's. */
export type Handler = (services: Services, args: readonly unknown[]) => Promise<void>;

/** Asks for what an action needs besides its targets; `undefined`: the person turned away. */
export type AskInput = (services: Services, items: readonly ItemNode[]) => Promise<ActionInput | undefined>;
