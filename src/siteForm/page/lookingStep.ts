import type { SiteFormTexts } from "../siteFormTextsSchema.ts";
import { element } from "./element.ts";
import { sendProgress } from "./sendProgress.ts";

/** The step of a page that did not send a site itself, until it is known what became of it. */
export function lookingStep(
  texts: SiteFormTexts["form"],
  domain: string,
  onCancel: () => void,
): { readonly root: HTMLElement; readonly say: (text: string) => void } {
  const progress = sendProgress(texts, onCancel);
  const title = element("h2", { id: "busy-title", tabindex: "-1", class: "step-title" }, domain);
  const buttons = element("div", { class: "actions" }, progress.cancel);
  progress.setBusy(true);
  return {
    root: element("section", { "aria-labelledby": "busy-title", "aria-busy": "true" }, title, buttons, progress.root),
    say: progress.say,
  };
}
