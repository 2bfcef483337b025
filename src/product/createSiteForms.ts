import { createSiteFormHost, type SiteFormServices } from "../siteForm/window/createSiteFormHost.ts";
import { SiteForms } from "../siteForm/window/siteForms.ts";
import { requestKey } from "../siteForm/plannedSite.ts";
import type { AbandonedChanges } from "../actions/abandonedChanges.ts";
import type { ProblemText } from "../siteForm/window/pageMessages.ts";
import type { Uri } from "vscode";

/** What the site forms of a window need of it. */
export interface SiteFormsSetup extends Omit<SiteFormServices, "recordResumed"> {
  readonly extensionUri: Uri;
  /** Records the outcome of a creation that a restored form shows. */
  readonly recordShown: AbandonedChanges["recordShown"];
  /** Describes an error of a handler; also logs defects. */
  readonly problemText: ProblemText;
}

/** Makes the site forms of a window, and what makes the host of a panel's form. The caller disposes the forms. */
export function createSiteForms({ extensionUri, recordShown, problemText, ...services }: SiteFormsSetup) {
  const formServices: SiteFormServices = {
    ...services,
    recordResumed: async (panel, request, outcome) => recordShown(panel, "site", requestKey(request), outcome),
  };
  const hostFor = (panelId: string) => createSiteFormHost(formServices, panelId);
  return { hostFor, forms: new SiteForms(extensionUri, hostFor, problemText) };
}
