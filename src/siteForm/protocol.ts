import type { CreatedSite, FoundSite } from "./createdSite.ts";
import type { ListedSites } from "./listedSites.ts";
import type { SiteDraft, SiteField } from "./siteDraft.ts";
import type { SiteDraftIssue } from "./siteRules.ts";

/** A panel as the form shows it. */
export interface SiteFormPanel {
  readonly id: string;
  readonly name: string;
  readonly address: string;
  readonly isDemo?: boolean;
  /** Why no site can be created on it: its guard level, it is gone, or this computer has no key for it. */
  readonly obstacle?: SiteObstacle;
}

export type SiteObstacle = "readOnly" | "removed" | "keyNeeded";

/** Everything that the form needs before the panel is asked. */
export interface SiteFormInit {
  readonly panel: SiteFormPanel;
  /** The texts of the person's language; absent where it is English. */
  readonly texts?: TextBundle;
  /** Entries of before, without passwords. */
  readonly draft?: SiteDraft;
  /** When the form with this draft was closed, in words; absent where VS Code brought the form itself back. */
  readonly draftFrom?: string;
  /** A site is being created or has been, so there is an `outcome` to ask for. */
  readonly hasOutcome: boolean;
}

/** What `l10n.t` looks texts up in: the English one, then the one that is shown. */
export type TextBundle = Readonly<Record<string, string | { readonly message: string; readonly comment: string[] }>>;

/** The panel's PHP versions and categories. */
export interface SiteChoices {
  /** Codes of two digits, static among them; absent where the panel gives none. */
  readonly phpVersions?: readonly string[];
  /** Absent where the panel gives none. */
  readonly categories?: readonly { readonly id: number; readonly name: string }[];
  /** Why something is absent, in words. */
  readonly problem?: string;
}

/** How a creation ended, in words, which may hold a panel's own: they are shown as text. */
export type ShownOutcome = {
  readonly title: string;
  readonly reason?: string;
  /** Sentences that name what was asked for and did not happen. */
  readonly warnings: readonly string[];
} & (
  | { readonly kind: "created" | "partly"; readonly site: CreatedSite }
  | { readonly kind: "existed"; readonly site: FoundSite }
  /** `about`: what the panel refused of one field. */
  | { readonly kind: "notCreated"; readonly about?: { readonly field: SiteField; readonly text: string } }
  | { readonly kind: "uncertain" | "notSent" }
);

/** What comes of a submitted draft. */
export type SubmitResult =
  | ShownOutcome
  /** The panel is no longer the one that was shown: nothing was sent. */
  | { readonly kind: "panelChanged"; readonly panel: SiteFormPanel }
  /** The host's own check found errors: nothing was sent. */
  | { readonly kind: "invalid"; readonly issues: readonly SiteDraftIssue[] };

/**
 * Where a submission stands. `waiting`: another window is sending the same site; `sending`: it cannot be taken back any more;
 * `looking`: it was sent before the page was made; `ended`: there is an outcome.
 */
export type SitePhase = "starting" | "waiting" | "sending" | "looking" | "ended";

/** What VS Code keeps for a form, also over a restart. */
export interface SiteFormState {
  readonly panelId: string;
  readonly draft: SiteDraft;
}

/** The page's requests: what each carries, and its result. Every request is answered exactly once. */
export interface SiteFormRequests {
  /** `state`: what VS Code kept for the page. */
  readonly ready: (params: { readonly state?: unknown }) => SiteFormInit;
  /** May take as long as the panel does. */
  readonly choices: () => SiteChoices;
  readonly draftChanged: (params: { readonly draft: SiteDraft }) => void;
  /** Leads a person to what ends the panel's obstacle. */
  readonly removeObstacle: () => void;
  /** Looks hosts and the root up in the open list. Asks the panel nothing. */
  readonly listed: (params: { readonly hosts: readonly string[]; readonly root: string }) => ListedSites;
  /**
   * `attempt` is new for each press of the button: the same one is sent to the panel once. `panel` is the one that the
   * summary names.
   */
  readonly submit: (params: {
    readonly attempt: string;
    readonly draft: SiteDraft;
    readonly panel: Pick<SiteFormPanel, "name" | "address">;
  }) => SubmitResult;
  /** Ends the wait; what was sent stays sent, and `submit` is answered with what is known. */
  readonly cancel: () => void;
  /** The outcome of what is running or has run, without credentials that were shown before. */
  readonly outcome: () => ShownOutcome;
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
