import type { PanelFailure } from "../../wire/answers/failure.ts";
import type { Outcome } from "../../actions/outcome.ts";
import type { SiteParts } from "./siteParts.ts";
import type { SiteCredential } from "../protocol.ts";

/**
 * Why what another window or an earlier form has sent is all that is known. `sentBefore`: nothing was sent now;
 * `interrupted`: the window that sent it was reloaded or closed before an answer came.
 */
export type WhyEarlier = "sentBefore" | "interrupted";

/** What became of a site that was to be created. */
export type CreationResult = Submitted | Resumed | NotBegun;

/** Of a site that this window has sent, or has found to be sent by another one. */
export type Submitted =
  /** The panel said so, and lists it. */
  | { readonly kind: "created"; readonly site: CreatedSite }
  | Partly<PanelFailure>
  | Existed
  /** The panel refused it, or nothing was sent: also where it was cancelled in time. */
  | { readonly kind: "failed"; readonly failure: PanelFailure }
  | Missing
  /** `unlisted`: the panel said that it was created, and does not list it. */
  | Uncertain<PanelFailure | "unlisted" | "sentBefore">;

/** Of a site that a form had sent before its window was reloaded. */
export type Resumed = Partly<WhyEarlier> | Existed | Missing | Uncertain<WhyEarlier>;

/** The runner never let it begin. */
export type NotBegun = Extract<Outcome, { readonly kind: "readOnly" | "declined" | "busy" }>;

/** What came was no answer, and the panel lists a site that was not there before. */
interface Partly<Cause> {
  readonly kind: "partly";
  readonly site: CreatedSite;
  readonly cause: Cause;
}

/** Another form on this computer created the same site moments ago. Nothing was sent. */
interface Existed {
  readonly kind: "existed";
  readonly site: FoundSite;
}

/** The panel ended the call without a result, and does not list the site. */
export interface Missing {
  readonly kind: "missing";
  readonly cause: PanelFailure;
  /** When the latest AddSite that this is about was sent, in milliseconds since the epoch. */
  readonly sentAt: number;
  /** Another window or an earlier form has sent it, and nothing was sent now. */
  readonly isEarlier?: true;
}

/** Looking again did not tell. */
export interface Uncertain<Cause> {
  readonly kind: "uncertain";
  readonly cause: Cause;
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
