import { filled, type SiteFormTexts } from "../siteFormTextsSchema.ts";
import { announce } from "./announce.ts";
import { button } from "./element.ts";

/** How long it says what became of the last press. */
const SAID_MS = 3_000;

/** A button, called `name`, that copies something and says for a moment whether it did; `copy` resolves to that. */
export function copyButton(
  texts: SiteFormTexts["form"],
  name: string,
  what: string,
  copy: () => Promise<boolean>,
): HTMLButtonElement {
  let reset: ReturnType<typeof setTimeout> | undefined;
  // its name begins with what it shows, so that a person can call it by either
  const label = (text: string): void => {
    made.textContent = text;
    made.setAttribute("aria-label", filled(texts.pair, text, what));
  };
  const made = button("secondary", "", async () => {
    const said = (await copy()) ? texts.copied : texts.copyFailed;
    label(said);
    announce(filled(texts.pair, said, what));
    clearTimeout(reset);
    reset = setTimeout(() => label(name), SAID_MS);
  });
  label(name);
  return made;
}
