import { longestTexts } from "../siteDraft.ts";
import type { SiteField } from "../siteDraftRules.ts";
import { element } from "./element.ts";
import { between } from "../../characters/sentences.ts";

/** What a field shows below its control. */
export interface ShownIssue {
  readonly severity: "error" | "warning";
  readonly text: string;
}

/** A control with its label, its description and what is wrong with it, bound together for screen readers. */
export interface FormField {
  readonly root: HTMLElement;
  readonly control: HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;
  /** A line between control and issues, read with the description; empty: none. */
  readonly note: (text: string) => void;
  readonly show: (issues: readonly ShownIssue[]) => void;
}

export interface FormFieldOptions {
  readonly field: SiteField;
  readonly label: string;
  /** Beside the label: "(optional)". */
  readonly hint?: string;
  readonly help?: string;
  readonly control: FormField["control"];
  /** Beside the control. */
  readonly buttons?: readonly HTMLButtonElement[];
  /** "Error:" and "Warning:", so that neither is told by colour alone. */
  readonly marks: Readonly<Record<ShownIssue["severity"], string>>;
}

/** Builds a field; the control gets the field's name as its id. */
export function formField({ field, label, hint, help, control, buttons = [], marks }: FormFieldOptions): FormField {
  control.id = field;
  // what is longer could not be kept
  if (control instanceof HTMLTextAreaElement) control.maxLength = longestTexts.lines;
  else if (control instanceof HTMLInputElement && control.maxLength === -1) control.maxLength = longestTexts.line;
  const caption = element("label", { for: field }, label);
  if (hint !== undefined) caption.append(element("span", { class: "hint" }, `${between(label, hint)}${hint}`));
  const note = element("p", { id: `${field}-note`, class: "note", hidden: true });
  const issues = element("div", { id: `${field}-issues`, class: "issues" });
  const described = [...(help === undefined ? [] : [`${field}-help`]), note.id, issues.id];
  control.setAttribute("aria-describedby", described.join(" "));
  const root = element("div", { class: "field" }, caption);
  if (help !== undefined) root.append(element("p", { id: `${field}-help`, class: "help" }, help));
  root.append(element("div", { class: "control" }, control, ...buttons), note, issues);
  return {
    root,
    control,
    note(text) {
      note.textContent = text;
      note.hidden = text === "";
    },
    show(shown) {
      const hasError = shown.some(({ severity }) => severity === "error");
      if (hasError) control.setAttribute("aria-invalid", "true");
      else control.removeAttribute("aria-invalid");
      root.classList.toggle("has-warning", !hasError && shown.length > 0);
      issues.replaceChildren(
        ...shown.map(({ severity, text }) =>
          element(
            "p",
            { class: `issue ${severity}` },
            element("strong", {}, marks[severity]),
            `${between(marks[severity], text)}${text}`,
          ),
        ),
      );
    },
  };
}
