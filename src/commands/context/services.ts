import type { ActionPanel } from "../../actions/actionRequest.ts";
import type { ActionRunner } from "../../actions/actionRunner.ts";
import type { ChangeJournal } from "../../actions/changeJournal.ts";
import type { TargetClaims } from "../../actions/targetClaims.ts";
import type { ActivityLog } from "../../activity/activityLog.ts";
import type { ConnectionServices, PanelConnection } from "../../connection/panelConnection.ts";
import type { ConnectionHistory } from "../../doctor/connectionHistory.ts";
import type { Reach } from "../../doctor/reach.ts";
import type { LogTails } from "../../followedLogs/logTails.ts";
import type { PanelRecord } from "../../panels/panelRecord.ts";
import type { PanelStore } from "../../panels/panelStore.ts";
import type { ReadPages } from "./readPages.ts";
import type { SiteDraft } from "../../siteForm/siteDraft.ts";
import type { EnterKey } from "../../views/enterKey.ts";
import type { ServerScripts } from "../../deployments/exchange/scriptReader.ts";
import type { FileClicks } from "../../views/fileClicks.ts";
import type { PanelTree } from "../../tree/panelTree.ts";
import type { ItemNode } from "../../tree/treeNodes.ts";
import type { Dialogs } from "../../ports/dialogs.ts";
import type { Workspace } from "../../ports/workspace.ts";
import type { Workbench } from "../../ports/workbench.ts";
import type { CertificateLimits } from "../../resources/trouble.ts";
import type { FilePlace } from "../../serverFiles/filePlace.ts";
import type { RealPaths } from "../../serverFiles/realPaths.ts";
import type { WebServerConfigurations } from "../../serverFiles/webServerConfigurations.ts";
import type { Clock, Log, LogScreen, Memento } from "../../storage/ports.ts";
import type { PanelFailure } from "../../wire/answers/failure.ts";
import type { KnownEdition } from "../../wire/answers/operation.ts";
import type { Redactor } from "../../redaction/redactor.ts";

/** A button that helps with a failure. */
export interface Fix {
  readonly label: string;
  readonly run: () => Promise<void>;
}

/** The demo panels of a window, one of each edition. */
export interface Demo {
  /** The running demo panels. */
  readonly records: readonly PanelRecord[];
  /** Starts a demo panel, or returns the running one. Rejects with `cancelled` if it is closed meanwhile. */
  open(edition: KnownEdition): Promise<PanelRecord>;
  close(record: Pick<PanelRecord, "id">): Promise<void>;
}

/** A change was refused because its panel is read-only. */
export interface ReadOnly {
  readonly kind: "readOnly";
}

/** The services of commands; `product.ts` creates and disposes them with the window. */
export interface Services extends Workbench {
  readonly store: PanelStore;
  readonly demo: Demo;
  /** Stored panels and running demo panels, in the order of the tree. */
  readonly panels: () => readonly PanelRecord[];
  readonly connections: {
    of(panel: PanelRecord): Pick<PanelConnection, "callFor" | keyof ActionPanel | "edition" | "learnEdition">;
  };
  /** For connections to panels that are not stored yet. */
  readonly connectionServices: ConnectionServices;
  readonly reach: Reach;
  /** Failures and diagnoses of this window. */
  readonly history: ConnectionHistory;
  readonly tree: PanelTree;
  /** Unfinished changes of all windows. */
  readonly changes: Pick<ChangeJournal, "forget">;
  readonly pendingVerbAt: TargetClaims["pendingVerbAt"];
  /** Ids of the nodes that are selected in the side bar. */
  readonly selection: () => readonly string[];
  /** The product icon of a row, by its state or kind. */
  readonly iconOf: (node: ItemNode) => string;
  /** Ids of the nodes that a key acts on, because keys pass no arguments to their commands. */
  readonly keyTargets: () => Promise<readonly string[]>;
  readonly enterKey: Pick<EnterKey, "press" | "takePress">;
  readonly fileClicks: FileClicks;
  /** Ids of the entries of the Activity view that a key acts on. */
  readonly activityTargets: () => Promise<readonly string[]>;
  /** Expands nodes that are about to appear. */
  readonly drawOpen: (ids: readonly string[]) => void;
  /** Selects a node in the side bar, and focuses it unless `focus` is false. Never rejects. */
  readonly reveal: (
    nodeId: string,
    options: { readonly expand: boolean | number; readonly focus?: boolean },
  ) => Promise<void>;
  /** Redraws a node, such as one with a clicked checkbox. */
  readonly showAgain: (nodeId: string) => void;
  readonly memento: Memento;
  /** Sets whether rows in trouble come first, in this workspace. */
  readonly sortByTrouble: (isFirst: boolean) => Promise<void>;
  /**
   * Opens the form for a new website, with an agent's draft unless a person has entries there, and then without taking the
   * keyboard; whether it was filled in.
   */
  readonly openSiteForm: (panelId: string, draft?: SiteDraft) => Promise<boolean>;
  /** Reads a file of a server for an editor that is about to open it. Rejects with `PanelError` and `FileError`. */
  readonly peekFile: (file: FilePlace, signal: AbortSignal) => Promise<Uint8Array>;
  readonly configurations: WebServerConfigurations;
  /** The days at which certificates are in trouble. */
  readonly certificateLimits: () => CertificateLimits;
  readonly realPaths: RealPaths;
  /** Downloads a file of a server to where a person chooses. */
  readonly download: (file: FilePlace) => Promise<void>;
  /** Looks again at what a person sees of a panel's files, and at where their paths lead to. */
  readonly lookAtFiles: (panelId: string) => void;
  /** Tells the tree and the editors that something at these paths of a panel's server has changed. */
  readonly filesChanged: (panelId: string, paths: readonly string[]) => void;
  readonly runner: ActionRunner;
  readonly activity: ActivityLog;
  readonly dialogs: Dialogs;
  readonly log: Log & { show(): void };
  /** The fixes of a problem, the likeliest first. `again` runs when a panel that refused us answers again. */
  readonly fixesFor: (
    problem: PanelFailure | ReadOnly,
    panel: PanelRecord | undefined,
    again?: () => Promise<void>,
  ) => Promise<readonly Fix[]>;
  /** Diagnoses the connection to a panel, and resolves when the person leaves it. */
  readonly diagnose: (panel: PanelRecord) => Promise<void>;
  readonly logTails: LogTails;
  /** Creates an Output channel for what a server writes; every text passes the redactor. */
  readonly openScreen: (name: string) => LogScreen;
  readonly redactor: Redactor;
  readonly clock: Clock;
  readonly workspace: Workspace;
  /** Name of this computer, as other computers show it. */
  readonly computer: string;
  /** The id that tells this installation of VS Code from others. Rejects with `PanelError`. */
  readonly installation: () => Promise<string>;
  /** The scripts that servers run for deployments, which are read when they are first needed. Rejects with `PanelError`. */
  readonly exchangeScript: () => Promise<ServerScripts>;
  /** Pages that searches have read of lists that are not in the tree. */
  readonly readPages: ReadPages;
  /** A directory that all windows share. */
  readonly storageRoot: string;
}

/** The services for choosing targets. */
export type Choosing = Pick<Services, "connections" | "dialogs" | "panels" | "selection" | "tree">;

/** The services for showing results. */
export type Telling = Pick<Services, "diagnose" | "dialogs" | "fixesFor" | "log">;

/** The services for running actions. */
export type Acting = Choosing & Telling & Pick<Services, "clipboard" | "download" | "editors" | "logTails" | "runner">;

/** The body of a command. It may throw: the error boundary is around it. */
export type Handler<Needed = Services> = (services: Needed, args: readonly unknown[]) => Promise<void>;
