import type { CreatedSite, FoundSite } from "./createdSite.ts";
import type { ListedSites } from "./listedSites.ts";
import type { SiteDraft, SiteField } from "./siteDraft.ts";
import type { SiteDraftIssue } from "./siteRules.ts";

/** The panel of a form. */
export interface SiteFormPanel {
  readonly id: string;
  readonly name: string;
  readonly address: string;
  readonly isDemo?: boolean;
  /** Why no site can be created on it: its guard level, its removal, or a missing key. */
  readonly obstacle?: SiteObstacle;
}

export type SiteObstacle = "readOnly" | "removed" | "keyNeeded";

/** Everything that the form needs before the panel is called. */
export interface SiteFormInit {
  readonly panel: SiteFormPanel;
  /** The texts of the person's language; absent for English. */
  readonly texts?: TextBundle;
  /** Earlier entries, without passwords. */
  readonly draft?: SiteDraft;
  /** When the form with this draft was closed, in words; absent if VS Code brought the form itself back. */
  readonly draftFrom?: string;
  /** Whether a site is being or was created, so that `outcome` has a result. */
  readonly hasOutcome: boolean;
}

/** Texts for `l10n.t`: from the English text to the shown one. */
export type TextBundle = Readonly<Record<string, string | { readonly message: string; readonly comment: string[] }>>;

/** The panel's PHP versions and categories. */
export interface SiteChoices {
  readonly sitesRoot: string;
  /** Codes of two digits, static among them; absent if unknown. */
  readonly phpVersions?: readonly string[];
  /** Absent if unknown. */
  readonly categories?: readonly { readonly id: number; readonly name: string }[];
  /** Why something is absent, in words. */
  readonly problem?: string;
}

/** The outcome of a creation in words, perhaps with a panel's own: show them as text. */
export type ShownOutcome = {
  readonly title: string;
  readonly reason?: string;
  /** Sentences about requested parts that were not created. */
  readonly warnings: readonly string[];
} & (
  | { readonly kind: "created" | "partly"; readonly site: CreatedSite }
  | { readonly kind: "existed"; readonly site: FoundSite }
  /** `about`: the panel's refusal of one field. */
  | { readonly kind: "notCreated"; readonly about?: { readonly field: SiteField; readonly text: string } }
  | { readonly kind: "uncertain" | "notSent" }
);

/** Result of submitting a draft. */
export type SubmitResult =
  | ShownOutcome
  /** The panel has changed since it was shown: nothing was sent. */
  | { readonly kind: "panelChanged"; readonly panel: SiteFormPanel }
  /** The host's own check found errors: nothing was sent. */
  | { readonly kind: "invalid"; readonly issues: readonly SiteDraftIssue[] };

/**
 * Phase of a submission. `waiting`: another window is sending the same site; `sending`: it can no longer be
 * cancelled; `looking`: it was sent by an earlier page; `ended`: there is an outcome.
 */
export type SitePhase = "starting" | "waiting" | "sending" | "looking" | "ended";

/** State that VS Code keeps for a form, also over a restart. */
export interface SiteFormState {
  readonly panelId: string;
  readonly draft: SiteDraft;
}

/** The page's requests with parameters and results. Every request is answered exactly once. */
export interface SiteFormRequests {
  /** `state`: the state that VS Code kept for the page. */
  readonly ready: (params: { readonly state?: unknown }) => SiteFormInit;
  /** May take as long as the panel does. */
  readonly choices: () => SiteChoices;
  readonly draftChanged: (params: { readonly draft: SiteDraft }) => void;
  /** Opens the place where a person can end the panel's obstacle. */
  readonly removeObstacle: () => void;
  /** Looks up hosts and the root in the open list. Sends nothing. */
  readonly listed: (params: { readonly hosts: readonly string[]; readonly root: string }) => ListedSites;
  /**
   * `attempt` is new for each press of the button: the same one is sent to the panel once. `panel` is the one that
   * the summary names.
   */
  readonly submit: (params: {
    readonly attempt: string;
    readonly draft: SiteDraft;
    readonly panel: Pick<SiteFormPanel, "name" | "address">;
  }) => SubmitResult;
  /** Ends the wait; a sent request stays sent, and `submit` gets the outcome so far. */
  readonly cancel: () => void;
  /** The outcome of the last submission, without credentials that were shown before. */
  readonly outcome: () => SubmitResult;
  /** Puts credentials on the clipboard. */
  readonly copy: (params: { readonly text: string }) => void;
  /** Shows the created site in the side bar. */
  readonly reveal: () => void;
  /** Forgets the outcome, so that another site can be created. */
  readonly restart: () => void;
  readonly close: () => void;
}

export type SiteFormRequest = keyof SiteFormRequests;
export type SiteFormParams<Name extends SiteFormRequest> = Parameters<SiteFormRequests[Name]>;
export type SiteFormResult<Name extends SiteFormRequest> = ReturnType<SiteFormRequests[Name]>;

/** From the host to the page, for a request; `problem` is a sentence. */
export type Answer =
  | { readonly id: number; readonly ok: true; readonly result: unknown }
  | { readonly id: number; readonly ok: false; readonly problem: string };

/** From the host to the page, unasked. */
export type News =
  { readonly news: "panel"; readonly panel: SiteFormPanel } | { readonly news: "phase"; readonly phase: SitePhase };
