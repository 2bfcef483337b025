import type { SiteDraft } from "../siteDraft.ts";
import { fieldText, type SiteField } from "../siteDraftRules.ts";
import type { SiteOutcome } from "../siteFormProtocol.ts";
import type { SiteFormTexts } from "../siteFormTextsSchema.ts";
import { announce } from "./announce.ts";
import { button, element } from "./element.ts";

/** A box above the fields. */
export interface Banner {
  readonly root: HTMLElement;
  /** Whether what was changed is what the box is about: then it goes. */
  readonly goesWith?: (before: SiteDraft, after: SiteDraft) => boolean;
}

/** The boxes that stand above the fields of the first step. */
export class Banners {
  #shown: readonly Banner[] = [];

  /** Announces a box and shows it below the header, above the others; one that can have the focus takes it. */
  show(main: HTMLElement, banner: Banner): void {
    const { root } = banner;
    main.querySelector("header")?.after(root);
    this.#shown = [...this.#shown, banner];
    announce(root.innerText);
    if (root.hasAttribute("tabindex")) root.focus();
  }

  changed(before: SiteDraft, after: SiteDraft): void {
    this.#remove(({ goesWith }) => goesWith?.(before, after) === true);
  }

  clear(): void {
    this.#remove(() => true);
  }

  #remove(isMeant: (banner: Banner) => boolean): void {
    for (const banner of this.#shown) if (isMeant(banner)) banner.root.remove();
    this.#shown = this.#shown.filter((banner) => !isMeant(banner));
  }
}

/** For what holds only until anything is typed. */
export const untilTyped = (): boolean => true;

/** A box that takes the focus; a panel's words are text in it, and empty ones are left out. */
export function errorBox(titleText: string, words = ""): HTMLElement {
  return element(
    "div",
    { class: "banner error", tabindex: "-1", role: "group", "aria-label": titleText },
    element("p", {}, element("strong", {}, titleText)),
    ...(words === "" ? [] : [element("p", { class: "panel-words" }, words)]),
  );
}

/** An error box that goes as soon as anything is typed. */
export function errorBanner(titleText: string): Banner {
  return { root: errorBox(titleText), goesWith: untilTyped };
}

/** For an outcome without a site that is known of. */
export function outcomeBanner(
  texts: SiteFormTexts["form"],
  outcome: Extract<SiteOutcome, { kind: "notCreated" | "uncertain" }>,
): Banner {
  if (outcome.kind === "uncertain")
    return { root: errorBox(texts.uncertainTitle, outcome.reason), goesWith: isAnyChanged(["domain", "port"]) };
  const goesWith = outcome.about === undefined ? untilTyped : isAnyChanged([outcome.about.field]);
  return { root: errorBox(texts.notCreatedTitle, outcome.reason), goesWith };
}

function isAnyChanged(fields: readonly SiteField[]): NonNullable<Banner["goesWith"]> {
  return (before, after) => fields.some((field) => fieldText(before, field) !== fieldText(after, field));
}

/** A box that says something and offers one thing to do about it. */
export function offerBanner(text: string, label: string, onPress: () => void): HTMLElement {
  return element("div", { class: "banner offer" }, element("p", {}, text), button("secondary", label, onPress));
}
