import * as v from "valibot";
import { keptDraftSchema, siteDraftSchema, type SiteDraft } from "./siteDraft.ts";
import type { ListedSites } from "./listedSites.ts";
import type { SiteDraftIssue, SiteField } from "./siteDraftRules.ts";
import type { SiteFormTexts } from "./siteFormTexts.ts";

/** A panel as the form shows it. */
export interface SiteFormPanel {
  readonly id: string;
  readonly name: string;
  readonly address: string;
  /** Why no site can be created on it: its guard level, it is gone, or this computer has no key for it. */
  readonly obstacle?: SiteObstacle;
}

export type SiteObstacle = "readOnly" | "removed" | "keyNeeded";

/** Everything that the form needs before the panel is asked. */
export interface SiteFormInit {
  readonly panel: SiteFormPanel;
  readonly texts: SiteFormTexts;
  /** Entries of before, without passwords. */
  readonly draft?: SiteDraft;
  /** When the form with this draft was closed, in words; absent where VS Code brought the form itself back. */
  readonly draftFrom?: string;
  /** A site is being created or has been, so there is an `outcome` to ask for. */
  readonly hasOutcome: boolean;
}

/** The panel's PHP versions and categories. */
export interface SiteChoices {
  readonly sitesRoot: string;
  /** Codes of two digits, static among them; absent where the panel gives none. */
  readonly phpVersions?: readonly string[];
  /** Absent where the panel gives none. */
  readonly categories?: readonly { readonly id: number; readonly name: string }[];
  /** Why something is absent, in words. */
  readonly problem?: string;
}

export interface SitePart {
  readonly part: "site" | "ftp" | "database" | "git";
  readonly state: "created" | "failed" | "unknown" | "notAsked";
}

export interface SiteCredential {
  readonly name: "ftpUser" | "ftpPassword" | "databaseName" | "databaseUser" | "databasePassword";
  readonly value: string;
}

interface Created {
  /** Absent where the panel gave none and the site was found by its name. */
  readonly siteId?: number;
  /** As the panel calls it; it may differ from the domain. */
  readonly siteName: string;
  readonly parts: readonly SitePart[];
  /** Sentences that name what was asked for and did not happen. */
  readonly warnings: readonly string[];
  /** Shown once. */
  readonly credentials: readonly SiteCredential[];
}

/** The result of a submitted draft. Texts may hold a panel's own words: they are shown as text. */
export type SiteOutcome =
  | ({ readonly kind: "created" } & Created)
  /** No answer came, and the site was found when looking again; `parts` has what is known of the rest. */
  | ({ readonly kind: "partly"; readonly reason: string } & Created)
  /** The panel refused, or it was looked for and not found: nothing was created. */
  | { readonly kind: "notCreated"; readonly reason: string; readonly about?: SiteRefusal }
  /** Another form created it a moment ago; `warnings` names what was asked for only now. Nothing was sent. */
  | {
      readonly kind: "existed";
      readonly siteId: number;
      readonly siteName: string;
      readonly reason: string;
      readonly warnings: readonly string[];
    }
  /** No answer came, and looking again did not settle it. */
  | { readonly kind: "uncertain"; readonly reason: string }
  /** The person said no, or cancelled in time: nothing was sent. */
  | { readonly kind: "notSent" }
  /** The panel is no longer the one that was shown: nothing was sent. */
  | { readonly kind: "panelChanged"; readonly panel: SiteFormPanel }
  /** The host's own check found errors: nothing was sent. */
  | { readonly kind: "invalid"; readonly issues: readonly SiteDraftIssue[] };

/** A panel's refusal of one field. */
export interface SiteRefusal {
  readonly field: SiteField;
  readonly text: string;
}

/**
 * Where a submission stands. `waiting`: another window is sending the same site; `sending`: it cannot be taken back any more;
 * `looking`: it was sent before the page was made; `ended`: there is an outcome.
 */
export type SitePhase = "starting" | "waiting" | "sending" | "looking" | "ended";

/** The phases that a creation reports. */
export type SubmissionPhase = Extract<SitePhase, "waiting" | "sending">;

/** The most hosts of a draft that are looked up in the list. */
export const MOST_HOSTS = 1_000;

const shortText = v.pipe(v.string(), v.maxLength(4_096));
const nothing = v.strictObject({});

/** What VS Code keeps for a form, also over a restart. A field that cannot be read is empty, and the rest is kept. */
export const siteFormState = v.object({ panelId: shortText, draft: keptDraftSchema });

export type SiteFormState = v.InferOutput<typeof siteFormState>;

/** The page's requests, with what each carries: the page is not trusted, so the host checks them by these. */
export const requestParams = {
  /** `state`: what VS Code kept for the page. */
  ready: v.strictObject({ state: v.optional(v.unknown()) }),
  /** May take as long as the panel does. */
  choices: nothing,
  draftChanged: v.strictObject({ draft: siteDraftSchema }),
  /** Leads a person to what ends the panel's obstacle. */
  removeObstacle: nothing,
  /** Looks hosts up in the open list. Asks the panel nothing. */
  listed: v.strictObject({ hosts: v.pipe(v.array(shortText), v.maxLength(MOST_HOSTS)) }),
  /**
   * `attempt` is new for each press of the button: the same one is sent to the panel once. `panel` is the one that the
   * summary names.
   */
  submit: v.strictObject({
    attempt: shortText,
    draft: siteDraftSchema,
    panel: v.strictObject({ name: shortText, address: shortText }),
  }),
  /** Ends the wait; what was sent stays sent, and `submit` is answered with what is known. */
  cancel: nothing,
  /** The outcome of what is running or has run, without credentials that were shown before. */
  outcome: nothing,
  /** Puts credentials on the clipboard. */
  copy: v.strictObject({ text: v.pipe(v.string(), v.maxLength(65_536)) }),
  /** Shows the created site in the side bar. */
  reveal: nothing,
  /** Forgets the outcome, so that another site can be created. */
  restart: nothing,
  close: nothing,
} as const;

export type SiteFormRequest = keyof typeof requestParams;
export type SiteFormParams<Name extends SiteFormRequest> = v.InferInput<(typeof requestParams)[Name]>;

interface Results {
  readonly ready: SiteFormInit;
  readonly choices: SiteChoices;
  readonly listed: ListedSites;
  readonly submit: SiteOutcome;
  readonly outcome: SiteOutcome;
}

/** The result of a request; nothing for most. */
export type SiteFormResult<Name extends SiteFormRequest> = Name extends keyof Results ? Results[Name] : void;

/** From the page to the host; every request is answered exactly once. */
export const requestMessage = v.strictObject({
  id: v.pipe(v.number(), v.safeInteger()),
  request: v.string(),
  params: v.unknown(),
});

/** From the host to the page, for a request; `problem` is a sentence. */
export type Answer =
  | { readonly id: number; readonly ok: true; readonly result: unknown }
  | { readonly id: number; readonly ok: false; readonly problem: string };

/** From the host to the page, unasked. */
export type News =
  { readonly news: "panel"; readonly panel: SiteFormPanel } | { readonly news: "phase"; readonly phase: SitePhase };
