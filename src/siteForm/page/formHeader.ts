import type { SiteFormPanel, SiteObstacle } from "../siteFormProtocol.ts";
import { filled, type SiteFormTexts } from "../siteFormTextsSchema.ts";
import { button, element } from "./element.ts";

export interface FormHeaderOptions {
  readonly texts: SiteFormTexts["form"];
  readonly panel: SiteFormPanel;
  /** Something can still be sent, so that what is in the way matters. */
  readonly isOpen: boolean;
  readonly withSubtitle: boolean;
  readonly onRemoveObstacle: () => void;
}

/** What stands above every step: the panel, and why no site can be created on it. */
export function formHeader({ texts, panel, isOpen, withSubtitle, onRemoveObstacle }: FormHeaderOptions): HTMLElement {
  const { name, address, obstacle } = panel;
  const header = element("header", {}, element("h1", {}, filled(texts.title, name)));
  if (withSubtitle) header.append(element("p", { class: "help" }, filled(texts.subtitle, name, address)));
  if (!isOpen || obstacle === undefined) return header;
  const label = { readOnly: texts.editPanel, keyNeeded: texts.changeKey, removed: undefined }[obstacle];
  header.append(
    element(
      "div",
      { class: "banner warning offer" },
      element("p", { id: "obstacle" }, obstacleText(texts, obstacle)),
      ...(label === undefined ? [] : [button("secondary", label, onRemoveObstacle)]),
    ),
  );
  return header;
}

export function obstacleText(texts: SiteFormTexts["form"], obstacle: SiteObstacle): string {
  return { readOnly: texts.readOnly, keyNeeded: texts.keyNeeded, removed: texts.removed }[obstacle];
}
