import { generatePassword } from "../generatePassword.ts";
import type { SiteField } from "../siteDraftRules.ts";
import { filled, type SiteFormTexts } from "../siteFormTextsSchema.ts";
import { announce } from "./announce.ts";
import { button, element } from "./element.ts";
import { formField, type FormField, type FormFieldOptions } from "./formField.ts";

/** A password that can be made up. */
export interface PasswordField extends FormField {
  /** Makes a new one up, shows it and says so. */
  readonly generate: () => void;
}

/** A password with a button that shows it and one that makes a new one up. */
export function passwordField(
  field: SiteField & ("ftpPassword" | "databasePassword"),
  texts: SiteFormTexts["form"],
  marks: FormFieldOptions["marks"],
  owner: string,
): PasswordField {
  const control = element("input", { type: "password", autocomplete: "new-password", "aria-required": "true" });
  const setShown = (isShown: boolean): void => {
    control.type = isShown ? "text" : "password";
    show.textContent = isShown ? texts.hidePassword : texts.showPassword;
    show.setAttribute("aria-label", filled(texts.pair, show.textContent, owner));
  };
  const show = button("secondary", texts.showPassword, () => setShown(control.type === "password"));
  const generate = (): void => {
    control.value = generatePassword();
    setShown(true);
    control.dispatchEvent(new Event("input", { bubbles: true }));
    announce(texts.passwordGenerated);
  };
  const again = button("secondary", texts.generatePassword, generate, {
    "aria-label": filled(texts.pair, texts.generatePassword, owner),
  });
  setShown(false);
  const made = formField({
    field,
    label: texts.password,
    help: texts.passwordHelp,
    control,
    buttons: [show, again],
    marks,
  });
  return { ...made, generate };
}
