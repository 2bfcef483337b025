import { filled, type SiteFormTexts } from "../siteFormTextsSchema.ts";
import { announce } from "./announce.ts";
import { button, element } from "./element.ts";

/** Says why the panel's choices are not there. */
export interface ChoicesNotice {
  readonly root: HTMLElement;
  /** `undefined`: they are. */
  readonly show: (problem: string | undefined) => void;
}

/** @param onSolved called where the notice goes with the focus in it */
export function choicesNotice(texts: SiteFormTexts["form"], onRetry: () => void, onSolved: () => void): ChoicesNotice {
  const root = element("div", { class: "banner warning", hidden: true });
  return {
    root,
    show(problem) {
      const hadFocus = root.contains(document.activeElement);
      const retry = button("secondary", texts.retry, onRetry);
      const text = problem === undefined ? "" : filled(texts.choicesFailed, problem);
      if (hadFocus && problem === undefined) onSolved();
      root.hidden = problem === undefined;
      root.replaceChildren(element("p", {}, text), retry);
      if (problem === undefined) return;
      if (hadFocus) retry.focus();
      announce(text);
    },
  };
}
