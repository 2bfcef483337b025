import type { PanelFailure } from "../wire/answers/failure.ts";
import type { Outcome } from "../actions/outcome.ts";
import type { SiteParts } from "./siteParts.ts";
import type { SiteCredential } from "../siteForm/siteFormProtocol.ts";

/**
 * Why it is not known whether there is a site. `unlisted`: the panel said that it was created, and does not list it;
 * `sentBefore`: another window or an earlier form has sent it a moment ago, and nothing was sent now; `interrupted`: the
 * window that sent it was reloaded or closed before an answer came.
 */
export type WhyUncertain = PanelFailure | "unlisted" | WhyEarlier;

/** Why what another window or an earlier form has sent is all that is known. */
export type WhyEarlier = "sentBefore" | "interrupted";

/** What became of a site that was to be created. */
export type CreationResult =
  /** The panel said so, and lists it. */
  | { readonly kind: "created"; readonly site: CreatedSite }
  /** What came was no answer, and the panel lists a site that was not there before. */
  | { readonly kind: "partly"; readonly site: CreatedSite; readonly cause: PanelFailure | WhyEarlier }
  /** Another form on this computer created the same site moments ago. Nothing was sent. */
  | { readonly kind: "existed"; readonly site: FoundSite }
  /** The panel refused it, or nothing was sent: also where it was cancelled in time. */
  | { readonly kind: "failed"; readonly failure: PanelFailure }
  | Missing
  | Uncertain
  /** The runner never let it begin. */
  | Extract<Outcome, { readonly kind: "readOnly" | "declined" | "busy" }>;

/** The panel ended the call without a result, and does not list the site. */
interface Missing {
  readonly kind: "missing";
  readonly cause: PanelFailure;
  /** When the latest AddSite that this is about was sent, in milliseconds since the epoch. */
  readonly sentAt: number;
  /** Another window or an earlier form has sent it, and nothing was sent now. */
  readonly isEarlier?: true;
}

/** Looking again did not tell. */
interface Uncertain {
  readonly kind: "uncertain";
  readonly cause: WhyUncertain;
  /** The sites could be read, and it is not among them so far. */
  readonly notListed: boolean;
  /** When the latest AddSite that this is about was sent, in milliseconds since the epoch. */
  readonly sentAt: number;
}

/** A site in a panel's list. */
export interface FoundSite {
  readonly id: number;
  /** As the panel calls it. */
  readonly name: string;
}

/** A site that a panel lists now. */
export interface CreatedSite extends SiteParts {
  /** `undefined` where the panel did not tell. */
  readonly id: number | undefined;
  /** As the panel calls it. */
  readonly name: string;
  /** Additional domains that were asked for and that the panel does not list; none where it did not tell. */
  readonly missingDomains: readonly string[];
  /** Of the parts that were or may have been created; to be shown once and kept nowhere. */
  readonly credentials: readonly SiteCredential[];
}
