import type { SiteFormTexts } from "../siteFormTextsSchema.ts";
import { announce } from "./announce.ts";
import { button, element } from "./element.ts";

/** What shows that something is under way, and a button that ends the wait. */
export interface SendProgress {
  readonly root: HTMLElement;
  /** Hidden while nothing is under way. */
  readonly cancel: HTMLButtonElement;
  readonly setBusy: (isBusy: boolean) => void;
  /** Shows and announces a sentence; empty: none. */
  readonly say: (text: string) => void;
}

/** Not busy at first. */
export function sendProgress(texts: SiteFormTexts["form"], onCancel: () => void): SendProgress {
  const bar = element("div", { class: "progress", hidden: true });
  const status = element("p", { class: "status", hidden: true });
  const root = element("div", {}, bar, status);
  const say = (text: string): void => {
    if (status.textContent === text) return;
    status.textContent = text;
    status.hidden = text === "";
    root.scrollIntoView({ block: "nearest" });
    announce(text);
  };
  const cancel = button(
    "secondary",
    texts.cancel,
    () => {
      say(texts.cancelling);
      onCancel();
    },
    { hidden: true },
  );
  return {
    root,
    cancel,
    say,
    setBusy(isBusy) {
      bar.hidden = !isBusy;
      cancel.hidden = !isBusy;
    },
  };
}
