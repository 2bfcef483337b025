import * as vscode from "vscode";
import { startDemoPanel, type DemoPanel, type DemoPanelOptions } from "../../demoPanel/startDemoPanel.ts";
import type { SiteDraft } from "../../../src/siteForm/siteDraft.ts";
import { draftWith, goodDraft } from "../../unit/siteForm/drafts.ts";
import { features, removePanels } from "./extension.ts";
import { openSiteForm } from "./openSiteForm.ts";

export const staticDraft = draftWith({ domain: "new.example.com", php: "00" });

/** With an FTP user and a database. */
export const fullDraft: SiteDraft = {
  ...goodDraft,
  domain: "full.example.com",
  additionalDomains: "www.full.example.com",
  ftpUser: "full_ftp",
  databaseName: "full_db",
};

/** Forms on a demo panel "Shop" for each test of the enclosing `describe`, which calls `open` first. */
class SiteForms {
  panel!: DemoPanel;
  panelId = "";

  readonly open = async (options: DemoPanelOptions = {}): Promise<void> => {
    this.panel = await startDemoPanel(options);
    const { services } = await features();
    const place = { name: "Shop", address: this.panel.address };
    this.panelId = (await services.store.add(place, { apiKey: this.panel.key })).id;
  };

  readonly openForm = (draft?: SiteDraft) => openSiteForm(this.panelId, draft);

  /** What becomes of a draft in a form of its own. */
  readonly submitOnce = async (draft: SiteDraft) => {
    const { session, submit } = await this.openForm();
    const outcome = await submit(draft);
    session.dispose();
    return outcome;
  };

  readonly sitesNamed = (name: string) => this.panel.state.sites.filter((site) => site.name === name);
}

/** Starts each test without panels, and ends its panel. */
export function useSiteForms(): SiteForms {
  const forms = new SiteForms();
  beforeEach(removePanels);
  afterEach(async () => {
    await vscode.workspace.getConfiguration().update("serverPanel.confirmation.waitSeconds", undefined, true);
    await removePanels();
    await forms.panel.close();
  });
  return forms;
}
