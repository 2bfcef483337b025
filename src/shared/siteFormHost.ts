import type { PlannedSite } from "./plannedSite.ts";
import type { SiteChoices, SiteFormInit, SiteOutcome } from "./siteFormProtocol.ts";

/** What a form needs of the panel that it creates sites on. */
export interface SiteFormHost {
  /** As the form shows it; `port` is the panel's own. */
  readonly panel: SiteFormInit["panel"];
  /** Asks the panel what it offers. What it does not tell is left out; what it throws is shown with a way to retry. */
  readonly loadChoices: (signal: AbortSignal) => Promise<SiteChoices>;
  /**
   * Guard level, confirmation, one AddSite, and a look at the sites where no answer came. Called at most once at a time.
   * Aborting before anything is sent resolves to `notSent`; later it ends the wait.
   */
  readonly submit: (site: PlannedSite, signal: AbortSignal) => Promise<SiteOutcome>;
  /** Shows a site in the side bar, by id where it is known. */
  readonly reveal: (site: { readonly id: number | undefined; readonly name: string }) => Promise<void>;
  /** Called when the form was closed before it could show an outcome, which somebody should still hear of. */
  readonly onUnseen: (outcome: SiteOutcome) => void;
  /** Called once, when the form is closed and nothing that it sent is under way any more. */
  readonly onClosed: () => void;
}
