import type { ActionPanel } from "../../actions/actionRequest.ts";
import type { ActionRunner } from "../../actions/actionRunner.ts";
import type { ChangeJournal } from "../../actions/changeJournal.ts";
import type { TargetClaims } from "../../actions/targetClaims.ts";
import type { ActivityLog } from "../../activity/activityLog.ts";
import type { ConnectionServices, PanelConnection } from "../../connection/panelConnection.ts";
import type { LogTails } from "../../logs/logTails.ts";
import type { PanelRecord } from "../../panels/panelRecord.ts";
import type { PanelStore } from "../../panels/panelStore.ts";
import type { ReadPages } from "../search/readPages.ts";
import type { PanelTree } from "../../tree/panelTree.ts";
import type { ItemNode } from "../../tree/treeNodes.ts";
import type { Dialogs } from "../../ports/dialogs.ts";
import type { Workbench } from "../../ports/workbench.ts";
import type { Clock, Log, Memento } from "../../storage/ports.ts";
import type { PanelFailure } from "../../wire/answers/failure.ts";
import type { KnownEdition } from "../../wire/answers/operation.ts";
import type { Redactor } from "../../redaction/redactor.ts";

/** A button that does something about a failure. */
export interface Fix {
  readonly label: string;
  readonly run: () => Promise<void>;
}

/** The demo panels of a window, one of each edition. */
export interface Demo {
  /** The running demo panels. */
  readonly records: readonly PanelRecord[];
  /** Starts a demo panel unless it runs. Rejects with a `PanelError` of kind `cancelled` if it was closed meanwhile. */
  open(edition: KnownEdition): Promise<PanelRecord>;
  /** Ends a demo panel. */
  close(record: Pick<PanelRecord, "id">): Promise<void>;
}

/** A change was refused because the panel is read-only; no failure of the panel. */
export interface ReadOnly {
  readonly kind: "readOnly";
}

/** The services that commands work with; `product.ts` builds them once per window, and disposes them. */
export interface Services extends Workbench {
  readonly store: PanelStore;
  readonly demo: Demo;
  /** Stored panels and, while they run, the demo panels, in the order of the tree. */
  readonly panels: () => readonly PanelRecord[];
  readonly connections: {
    of(panel: PanelRecord): Pick<PanelConnection, keyof ActionPanel | "edition" | "learnEdition">;
  };
  /** For a connection to a panel that is not stored yet. */
  readonly connectionServices: ConnectionServices;
  readonly tree: PanelTree;
  /** Unfinished changes of all windows. */
  readonly changes: Pick<ChangeJournal, "forget">;
  /** Actions in progress on targets of a kind, by key (see `TargetClaims`). */
  readonly inHandAt: TargetClaims["inHandAt"];
  /** Ids of the nodes that are selected in the side bar. */
  readonly selection: () => readonly string[];
  /** The product icon of a row, by its state or kind. */
  readonly iconOf: (node: ItemNode) => string;
  /** Ids of the nodes that a key binding acts on, since it passes no arguments. */
  readonly keyTargets: () => Promise<readonly string[]>;
  /** `keyTargets` of the Activity view: ids of entries. */
  readonly activityTargets: () => Promise<readonly string[]>;
  /** Draws nodes open that are about to appear. */
  readonly drawOpen: (ids: readonly string[]) => void;
  /** Shows a node in the side bar, selected, and focused by default. Best effort: never rejects. */
  readonly reveal: (
    nodeId: string,
    options: { readonly expand: boolean | number; readonly focus?: boolean },
  ) => Promise<void>;
  /** Redraws a node that VS Code may show differently, such as a clicked checkbox. */
  readonly showAgain: (nodeId: string) => void;
  readonly memento: Memento;
  /** Sets whether rows in trouble stand first in their group, in this workspace. */
  readonly sortByTrouble: (isFirst: boolean) => Promise<void>;
  /** Shows the form in which a site of a panel is created. */
  readonly openSiteForm: (panelId: string) => void;
  readonly runner: ActionRunner;
  readonly activity: ActivityLog;
  readonly dialogs: Dialogs;
  readonly log: Log & { show(): void };
  /** Fixes for a failure, the likeliest first. `again`: called once a panel that refused us accepts a call. */
  readonly fixesFor: (
    problem: PanelFailure | ReadOnly,
    panel: PanelRecord | undefined,
    again?: () => Promise<void>,
  ) => Promise<readonly Fix[]>;
  /** The logs that this window follows. */
  readonly logTails: LogTails;
  readonly redactor: Redactor;
  readonly clock: Clock;
  /** Pages that searches have read, apart from the tree. */
  readonly readPages: ReadPages;
  /** A directory that all windows share. */
  readonly storageRoot: string;
}

/** Services for choosing the targets of a command. */
export type Choosing = Pick<Services, "connections" | "dialogs" | "panels" | "selection" | "tree">;

/** Services for showing results and failures. */
export type Telling = Pick<Services, "dialogs" | "fixesFor" | "log">;

/** Services for running actions and showing their outcomes. */
export type Acting = Choosing & Telling & Pick<Services, "logTails" | "runner">;

/**
 * A command's body: no try/catch, the error boundary is around it. `args` are VS Code's. Each group of commands names
 * the services that it needs.
 */
export type Handler<Needed = Services> = (services: Needed, args: readonly unknown[]) => Promise<void>;
