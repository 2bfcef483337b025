import type { SiteOutcome } from "../siteFormProtocol.ts";
import { filled, type SiteFormTexts } from "../siteFormTextsSchema.ts";
import { button, element } from "./element.ts";
import { factList } from "./factList.ts";

export interface ExistedStepEvents {
  readonly onReveal: () => void;
  readonly onBack: () => void;
  readonly onClose: () => void;
}

/** A site that another form has created: nothing was sent, and what was typed is kept. */
export function existedStep(
  texts: SiteFormTexts["form"],
  { siteId, siteName, reason, warnings }: Extract<SiteOutcome, { kind: "existed" }>,
  { onReveal, onBack, onClose }: ExistedStepEvents,
): HTMLElement {
  return element(
    "section",
    { "aria-labelledby": "outcome-title" },
    element("h2", { id: "outcome-title", tabindex: "-1", class: "step-title" }, filled(texts.existedTitle, siteName)),
    element("div", { class: "banner warning" }, ...[reason, ...warnings].map((note) => element("p", {}, note))),
    factList([[texts.siteId, String(siteId)]]),
    element(
      "div",
      { class: "actions" },
      button("primary", texts.reveal, onReveal),
      button("secondary", texts.back, onBack),
      button("secondary", texts.close, onClose),
    ),
  );
}
