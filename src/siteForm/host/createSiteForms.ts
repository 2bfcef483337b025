import type { Uri } from "vscode";
import { textsLanguage } from "../../texts/language.ts";
import { siteFormTexts } from "../siteFormTexts.ts";
import { createSiteFormHost, type SiteFormServices } from "./createSiteFormHost.ts";
import type { ProblemText } from "./messageDispatch.ts";
import { SiteForms } from "./siteForms.ts";

// it shares nearly all of its code with the forms, which are loaded as one
export { findAbandonedSite } from "../creation/resumeSite.ts";

/** The site forms of a window; the module that brings all of their code along. */
export function createSiteForms(extensionUri: Uri, services: SiteFormServices, problemText: ProblemText): SiteForms {
  return new SiteForms({
    extensionUri,
    texts: siteFormTexts,
    language: textsLanguage,
    hostFor: (panelId) => createSiteFormHost(services, panelId),
    problemText,
  });
}
