import type { PlannedSite, SiteRequest } from "../plannedSite.ts";
import type { ListedSites } from "../listedSites.ts";
import type { SiteDraft } from "../siteDraft.ts";
import type { SiteChoices, SiteFormPanel, SiteOutcome, SubmissionPhase } from "../protocol.ts";

export interface SiteSubmission {
  readonly site: PlannedSite;
  /** The panel that the person was shown; where it is another one now, nothing is sent. */
  readonly panel: Pick<SiteFormPanel, "name" | "address">;
  /** Aborting before anything is sent resolves to `notSent`; later it ends the wait. */
  readonly signal: AbortSignal;
  /** `sending` is called synchronously before anything is sent. */
  readonly onPhase: (phase: SubmissionPhase) => void;
}

/** What was typed into a form that was closed. */
export interface KeptDraft {
  readonly draft: SiteDraft;
  /** When it was closed, in words. */
  readonly from: string;
}

/** What a form needs of the panel that it creates sites on. */
export interface SiteFormHost {
  /** As it is now. */
  readonly panel: SiteFormPanel;
  /** Asks the panel what it offers. What it does not tell is left out; what it throws is shown with a way to retry. */
  readonly loadChoices: (signal: AbortSignal) => Promise<SiteChoices>;
  /** What the open list of sites has about these hosts; asks the panel nothing. */
  readonly listed: (hosts: readonly string[]) => ListedSites;
  /** What an earlier form of the panel was closed with. Never rejects. */
  readonly keptDraft: () => Promise<KeptDraft | undefined>;
  /** Keeps a draft, without its passwords, for the panel's next form; `undefined`: none. Never rejects. */
  readonly keepDraft: (draft: SiteDraft | undefined) => Promise<void>;
  /** Leads a person to what ends the panel's obstacle. */
  readonly removeObstacle: () => Promise<void>;
  /** Guard level, confirmation, one AddSite, and a look at the sites where no answer came. Called at most once at a time. */
  readonly submit: (submission: SiteSubmission) => Promise<SiteOutcome>;
  /** Whether this site was sent before, by a form that may have been this one before a reload. Never rejects. */
  readonly wasSent: (request: SiteRequest) => Promise<boolean>;
  /** Finds out what became of a site that was sent before a reload; sends nothing. Aborting ends the wait. */
  readonly lookFor: (request: SiteRequest, signal: AbortSignal) => Promise<SiteOutcome>;
  /** Shows a site in the side bar, by id where it is known. */
  readonly reveal: (site: { readonly id: number | undefined; readonly name: string }) => Promise<void>;
  /** Called with an outcome that the form was closed too early to show, so that the person still hears of it. */
  readonly onUnseen: (outcome: SiteOutcome) => void;
  /** Called once, when the form is closed and nothing that it sent is under way any more. */
  readonly onClosed: () => void;
}
