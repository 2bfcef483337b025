import type { Uri } from "vscode";
import { problemText } from "../commands/context/showFailure.ts";
import { SiteDrafts } from "../siteCreation/siteDrafts.ts";
import { createFileSystem } from "../storage/fileSystem.ts";
import { textsLanguage } from "../texts/language.ts";
import { siteFormTexts } from "../texts/siteForm/siteFormTexts.ts";
import { createSiteFormHost, type SiteFormServices } from "./createSiteFormHost.ts";
import { SiteForms } from "./siteForms.ts";

/** The site forms of a window, with the drafts of those that were closed. */
export function createSiteForms(extensionUri: Uri, given: Omit<SiteFormServices, "drafts">): SiteForms {
  const { clock, log, panels, redactor, storageRoot: root } = given;
  const drafts = new SiteDrafts({ root, files: createFileSystem(clock), clock });
  const services = { ...given, drafts };
  return new SiteForms({
    extensionUri,
    texts: siteFormTexts,
    language: textsLanguage,
    hostFor: (panelId) => createSiteFormHost(services, panelId),
    drafts,
    panelIds: () => panels().map(({ id }) => id),
    problemText: (error) => redactor.redact(problemText(log, error)),
  });
}
