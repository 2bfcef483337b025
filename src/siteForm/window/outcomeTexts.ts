import * as l10n from "@vscode/l10n";
import type { ActionRequest } from "../../actions/actionRequest.ts";
import type { Outcome } from "../../actions/outcome.ts";
import { outcomeKinds } from "../../actions/outcomeKinds.ts";
import { decodeDomains } from "../../characters/decodeDomains.ts";
import { refusalIn } from "../../characters/panelRefusals.ts";
import { explanationText, outcomeText } from "../../texts/actionTexts.ts";
import { createdSiteTexts, uncheckedTexts } from "../../texts/createdSiteTexts.ts";
import { failureText } from "../../texts/failureTexts.ts";
import type { CreatedSite } from "../createdSite.ts";
import type { ShownOutcome } from "../protocol.ts";
import { siteRefusals } from "../siteRefusals.ts";

/** The outcome of a creation for its form, which has a heading for it. Messages of the panel are included as plain text. */
export function shownOutcome(request: ActionRequest, outcome: Outcome): ShownOutcome {
  const { untitled, message } = outcomeText(request, outcome) ?? {};
  const reason = untitled ?? message ?? "";
  if (outcome.kind === "done" && outcome.site !== undefined) return created(request, outcome, outcome.site);
  if (outcome.kind === "sent" && outcome.site !== undefined) return sent(request, outcome.site, reason);
  if (outcome.kind === "already") return existed(request, outcome);
  if (outcome.kind === "readOnly") return notCreated(reason);
  if (outcome.kind === "failed") {
    const { failure } = outcome;
    if (failure.kind === "cancelled") return notSent();
    if (failure.kind !== "rejected") return notCreated(reason);
    const { field, text } = refusalIn(siteRefusals(), failure.message) ?? {};
    if (field === undefined || text === undefined) return notCreated(reason);
    return { ...notCreated(reason), about: { field, text: text(failure.message) } };
  }
  const { happened, needsPerson } = outcomeKinds[outcome.kind];
  if (happened === "no" && !needsPerson) return notSent();
  return uncertain(reason);
}

function created(
  { input, panel }: ActionRequest,
  { why, cause }: Extract<Outcome, { kind: "done" }>,
  site: CreatedSite,
): ShownOutcome {
  const name = decodeDomains(site.name);
  const warnings = createdSiteTexts(site, input?.site, "shown");
  if (why === "unanswered") {
    const reason = cause && failureText(cause, panel.address);
    const title = l10n.t("“{0}” exists, but its creation was not confirmed", name);
    return { kind: "partly", title, ...(reason === undefined ? {} : { reason }), warnings, site };
  }
  const title =
    warnings.length === 0 ? l10n.t("“{0}” was created", name) : l10n.t("“{0}” was created, with warnings", name);
  return { kind: "created", title, warnings, site };
}

function sent({ input }: ActionRequest, site: CreatedSite, reason: string): ShownOutcome {
  const title = l10n.t("Creating “{0}” was sent, not confirmed", decodeDomains(site.name));
  return { kind: "sent", title, reason, warnings: createdSiteTexts(site, input?.site, "shown"), site };
}

function existed({ input, target }: ActionRequest, { why, site }: Extract<Outcome, { kind: "already" }>): ShownOutcome {
  const { id, name = target.label } = site ?? {};
  return {
    kind: "existed",
    title: l10n.t("“{0}” already exists", decodeDomains(name)),
    reason: explanationText({ kind: "already", why }, undefined) ?? l10n.t("Nothing was sent."),
    warnings: uncheckedTexts(input?.site),
    site: { id, name },
  };
}

function notCreated(reason: string): Extract<ShownOutcome, { kind: "notCreated" }> {
  return { kind: "notCreated", title: l10n.t("The website was not created"), reason, warnings: [] };
}

function notSent(): ShownOutcome {
  return { kind: "notSent", title: l10n.t("Nothing was sent."), warnings: [] };
}

function uncertain(reason: string): ShownOutcome {
  return { kind: "uncertain", title: l10n.t("It is not known whether the website was created"), reason, warnings: [] };
}

/** The outcome for a form whose panel was removed. What became of an earlier attempt it leaves open. */
export function panelGone(panelName: string): ShownOutcome {
  return { kind: "notSent", title: l10n.t("The panel “{0}” was removed. Nothing was sent.", panelName), warnings: [] };
}
