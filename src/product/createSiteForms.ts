import { createSiteFormHost, type SiteFormServices } from "../siteForm/window/createSiteFormHost.ts";
import { SiteForms } from "../siteForm/window/siteForms.ts";
import { requestKey } from "../siteForm/plannedSite.ts";
import type { AbandonedChanges } from "../actions/abandonedChanges.ts";
import type { ProblemText } from "../siteForm/window/pageMessages.ts";
import type { Uri } from "vscode";

/** What the site forms of a window need of it. */
export interface SiteFormsSetup extends Omit<SiteFormServices, "recordAbandoned"> {
  readonly extensionUri: Uri;
  /** Records the end of a creation that a window has left, once a form has found it. */
  readonly recordFound: AbandonedChanges["recordFound"];
  /** Describes an error of a handler; also logs defects. */
  readonly problemText: ProblemText;
}

/** Makes the site forms of a window, and what makes the host of a panel's form. The caller disposes the forms. */
export function createSiteForms({ extensionUri, recordFound, problemText, ...services }: SiteFormsSetup) {
  const formServices: SiteFormServices = {
    ...services,
    recordAbandoned: async (panel, request, outcome) => recordFound(panel, "site", requestKey(request), outcome),
  };
  const hostFor = (panelId: string) => createSiteFormHost(formServices, panelId);
  return { hostFor, forms: new SiteForms(extensionUri, hostFor, problemText) };
}
