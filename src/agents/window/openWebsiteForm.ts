import { mustHave } from "../../commands/context/hasFeature.ts";
import { emptySiteDraft } from "../../siteForm/siteDraft.ts";
import type { AgentHandler, AgentServices } from "../agentServices.ts";
import type { KnownPanels } from "../../commands/context/knownPanels.ts";
import type { OpeningSiteForms } from "../../siteForm/window/openingSiteForms.ts";
import type { Talking } from "../../ports/dialogs.ts";
import { panelNamed } from "../named.ts";

/** Opening site forms for an agent. */
export type OpeningFormsForAgents = AgentServices & KnownPanels & OpeningSiteForms & Talking;

/** Opens the form for a new website and fills it in. What a person has typed there stays. Sends nothing. */
export const openWebsiteForm: AgentHandler<"open_website_form", OpeningFormsForAgents> = async (services, input) => {
  const { domain, additional_domains: additional = [], php = "", root = null, remark = "" } = input;
  const panel = panelNamed(services, input.panel);
  await mustHave(services, panel, { kind: "site", verb: "create" });
  const draft = { ...emptySiteDraft, domain, additionalDomains: additional.join("\n"), php, root, remark };
  const isFilledIn = await services.openSiteForm(panel.id, draft);
  return {
    says: {
      form: "open",
      filled_in: isFilledIn,
      created: false,
      next: isFilledIn
        ? "Nothing was sent. Tell the user to review the form and to create the website there."
        : "Nothing was sent. The form already has entries of the user, which stay: tell the user what you would enter.",
    },
    data: { panel: panel.name },
  };
};
