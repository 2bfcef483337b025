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
  /** Those that run. */
  readonly records: readonly PanelRecord[];
  /** Starts one, once. Rejects with a `PanelError` of kind `cancelled` where it was closed meanwhile. */
  open(edition: KnownEdition): Promise<PanelRecord>;
  /** Ends one; the others go on. */
  close(record: Pick<PanelRecord, "id">): Promise<void>;
}

/** Nothing may be changed on a panel; no failure of its. */
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
  /** What is being done to targets of a kind, by their keys (see `TargetClaims`). */
  readonly inHandAt: TargetClaims["inHandAt"];
  /** Ids of the nodes that are selected in the side bar. */
  readonly selection: () => readonly string[];
  /** The product icon of a row, by its state or kind. */
  readonly iconOf: (node: ItemNode) => string;
  /** Ids of the nodes that a key acts on, which passes none to its command. */
  readonly keyTargets: () => Promise<readonly string[]>;
  /** The same of the Activity view: ids of entries. */
  readonly activityTargets: () => Promise<readonly string[]>;
  /** Has nodes that are about to appear drawn open. */
  readonly drawOpen: (ids: readonly string[]) => void;
  /** Shows a node in the side bar, selected, and focused unless told otherwise. Best effort: never rejects. */
  readonly reveal: (
    nodeId: string,
    options: { readonly expand: boolean | number; readonly focus?: boolean },
  ) => Promise<void>;
  /** Draws a node again where VS Code may show something else, such as a checkbox that was clicked. */
  readonly showAgain: (nodeId: string) => void;
  readonly memento: Memento;
  /** Whether what is in trouble stands first in its group, in this workspace. */
  readonly sortByTrouble: (isFirst: boolean) => Promise<void>;
  /** Shows the form in which a site of a panel is created. */
  readonly openSiteForm: (panelId: string) => void;
  readonly runner: ActionRunner;
  readonly activity: ActivityLog;
  readonly dialogs: Dialogs;
  readonly log: Log & { show(): void };
  /** What can be done about it, the likeliest first. `again`: what to do once a panel that refused us takes a call again. */
  readonly fixesFor: (
    problem: PanelFailure | ReadOnly,
    panel: PanelRecord | undefined,
    again?: () => Promise<void>,
  ) => Promise<readonly Fix[]>;
  /** The logs that this window follows. */
  readonly logTails: LogTails;
  readonly redactor: Redactor;
  readonly clock: Clock;
  /** What searches have read of lists that are not in the tree. */
  readonly readPages: ReadPages;
  /** A directory that all windows share. */
  readonly storageRoot: string;
}

/** Enough to choose what a command works on. */
export type Choosing = Pick<Services, "connections" | "dialogs" | "panels" | "selection" | "tree">;

/** Enough to tell a person how something ended. */
export type Telling = Pick<Services, "dialogs" | "fixesFor" | "log">;

/** Enough to run actions and tell how they ended. */
export type Acting = Choosing & Telling & Pick<Services, "logTails" | "runner">;

/**
 * A command's body: no try/catch, the error boundary is around it. `args` are VS Code's. Each group of commands names the
 * services that it needs.
 */
export type Handler<Needed = Services> = (services: Needed, args: readonly unknown[]) => Promise<void>;
