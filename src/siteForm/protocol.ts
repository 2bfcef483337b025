import type { CreatedSite, FoundSite } from "./createdSite.ts";
import type { ListedSites } from "./listedSites.ts";
import type { SiteDraft, SiteField } from "./siteDraft.ts";
import type { SiteDraftIssue } from "./siteRules.ts";

/** The panel shown by the form. */
export interface SiteFormPanel {
  readonly id: string;
  readonly name: string;
  readonly address: string;
  readonly isDemo?: boolean;
  /** Reason why no site can be created: a read-only panel, a removed panel, or no API key on this computer. */
  readonly obstacle?: SiteObstacle;
}

export type SiteObstacle = "readOnly" | "removed" | "keyNeeded";

/** Data the form needs before it calls the panel. */
export interface SiteFormInit {
  readonly panel: SiteFormPanel;
  /** Translated texts; absent for English. */
  readonly texts?: TextBundle;
  /** Entries of an agent. */
  readonly draft?: SiteDraft;
  /** The page's state before a reload. */
  readonly restored?: SiteFormState;
  /** A site is being or was created, so the page can request its `outcome`. */
  readonly hasOutcome: boolean;
}

/** Translations for `l10n.t`, by English text. */
export type TextBundle = Readonly<Record<string, string | { readonly message: string; readonly comment: string[] }>>;

/** The panel's PHP versions and categories, and the names of its accounts. */
export interface SiteChoices {
  /** Two-digit codes including static; absent if the panel does not list any. */
  readonly phpVersions?: readonly string[];
  /** Absent if the panel does not list any. */
  readonly categories?: readonly { readonly id: number; readonly name: string }[];
  /** Names of FTP users, databases and database users; absent if not all could be read. */
  readonly accountNames?: readonly string[];
  /** Sentence that explains why something is absent. */
  readonly problem?: string;
}

/** Result of a creation, as text. May contain the panel's message, so never render it as HTML. */
export type ShownOutcome = {
  readonly title: string;
  readonly reason?: string;
  /** Sentences about requested parts that were not created. */
  readonly warnings: readonly string[];
} & (
  | { readonly kind: "created" | "partly"; readonly site: CreatedSite }
  /** The panel says that it has created it, and lists no websites. */
  | { readonly kind: "sent"; readonly site: CreatedSite }
  | { readonly kind: "existed"; readonly site: FoundSite }
  /** `about`: the field that the panel refused. */
  | { readonly kind: "notCreated"; readonly about?: { readonly field: SiteField; readonly text: string } }
  | { readonly kind: "uncertain" | "notSent" }
);

/** Result of submitting a draft. */
export type SubmitResult =
  | ShownOutcome
  /** The panel differs from the one in the summary; nothing was sent. */
  | { readonly kind: "panelChanged"; readonly panel: SiteFormPanel }
  /** The host's check found errors; nothing was sent. */
  | { readonly kind: "invalid"; readonly issues: readonly SiteDraftIssue[] };

/**
 * Progress of a submission. `waiting`: another window is sending the same site; `sending`: it can no longer be withdrawn;
 * `ended`: there is an outcome.
 */
export type SitePhase = "starting" | "waiting" | "sending" | "ended";

/** State of a form that VS Code keeps across restarts. */
export interface SiteFormState {
  readonly panelId: string;
  /** Without passwords. */
  readonly draft: SiteDraft;
  /** Key of the request that is under way, or of which the result is unknown; empty if there is none. */
  readonly unresolved: string;
}

/** What a person does next with a new website: deploy a folder to it, open its files, or look at it in the browser. */
export const siteSteps = ["deploy", "openFiles", "openInBrowser"] as const;
export type SiteStep = (typeof siteSteps)[number];

/** The page's requests with their parameters and results. The host answers every request exactly once. */
export interface SiteFormRequests {
  /** `state`: the page's state from VS Code. */
  readonly ready: (params: { readonly state?: unknown }) => SiteFormInit;
  /** Reads the choices, with calls to the panel. */
  readonly choices: () => SiteChoices;
  /** Opens the dialog that removes the panel's obstacle. */
  readonly removeObstacle: () => void;
  /** Looks up hosts and the root in the loaded list without calling the panel. */
  readonly listed: (params: { readonly hosts: readonly string[]; readonly root: string }) => ListedSites;
  /**
   * `attempt` is new for each press of the button: each attempt is sent to the panel at most once. `panel` is the one in
   * the summary.
   */
  readonly submit: (params: {
    readonly attempt: string;
    readonly draft: SiteDraft;
    readonly panel: Pick<SiteFormPanel, "name" | "address">;
  }) => SubmitResult;
  /** Stops waiting. A request that was already sent is not undone; `submit` returns its last known state. */
  readonly cancel: () => void;
  /** The outcome of the current attempt, without credentials that were already shown. */
  readonly outcome: () => ShownOutcome;
  /** Copies credentials to the clipboard. */
  readonly copy: (params: { readonly text: string }) => void;
  /** Shows the created site in the side bar. */
  readonly reveal: () => void;
  /** Goes on with the created site. */
  readonly goOn: (params: { readonly step: SiteStep }) => void;
  /** Discards the outcome so that another site can be created. */
  readonly restart: () => void;
  readonly close: () => void;
}

export type SiteFormRequest = keyof SiteFormRequests;
export type SiteFormParams<Name extends SiteFormRequest> = Parameters<SiteFormRequests[Name]>;
export type SiteFormResult<Name extends SiteFormRequest> = ReturnType<SiteFormRequests[Name]>;

/** The host's response to a request; `problem` is a sentence. */
export type Answer =
  | { readonly id: number; readonly ok: true; readonly result: unknown }
  | { readonly id: number; readonly ok: false; readonly problem: string };

/** A notification from the host to the page. */
export type News =
  { readonly news: "panel"; readonly panel: SiteFormPanel } | { readonly news: "phase"; readonly phase: SitePhase };
