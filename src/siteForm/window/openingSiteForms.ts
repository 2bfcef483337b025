import type { SiteDraft } from "../siteDraft.ts";

/** Opening the form for a new website. */
export interface OpeningSiteForms {
  /**
   * Opens the form for a new website, with an agent's draft unless a person has entries there, and then without taking the
   * keyboard; whether it was filled in.
   */
  readonly openSiteForm: (panelId: string, draft?: SiteDraft) => Promise<boolean>;
}
