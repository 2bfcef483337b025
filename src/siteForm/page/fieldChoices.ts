import { phpVersionOf } from "../plannedSite.ts";
import { STATIC_PHP, type SiteDraft } from "../siteDraft.ts";
import type { SiteChoices } from "../siteFormProtocol.ts";
import { filled, type SiteFormTexts } from "../siteFormTextsSchema.ts";
import { element } from "./element.ts";
import { formField, type FormField, type FormFieldOptions } from "./formField.ts";

/** What the panel offers: `undefined` while it is being asked. */
export type FieldChoices = SiteChoices | undefined;

type Texts = SiteFormTexts["form"];
type Marks = FormFieldOptions["marks"];

/** A list where the panel told its versions, a two-digit field where it did not. */
export function phpField(texts: Texts, marks: Marks, choices: FieldChoices, draft: SiteDraft): FormField {
  const common = { field: "php", label: texts.php, marks } as const;
  if (choices === undefined) return formField({ ...common, help: texts.phpHelp, control: loadingSelect(texts) });
  if (choices.phpVersions === undefined) {
    const control = element("input", {
      type: "text",
      class: "short",
      inputmode: "numeric",
      autocomplete: "off",
      maxlength: "4",
      "aria-required": "true",
    });
    control.value = draft.php;
    return formField({ ...common, help: texts.phpUnknownHelp, control });
  }
  const codes = choices.phpVersions;
  const offered = draft.php === "" || codes.includes(draft.php) ? codes : [...codes, draft.php];
  const control = element(
    "select",
    { "aria-required": "true" },
    ...(draft.php === "" ? [element("option", { value: "" }, texts.phpChoose)] : []),
    ...offered.map((code) => element("option", { value: code }, phpLabel(texts, code))),
  );
  control.value = draft.php;
  return formField({ ...common, help: texts.phpHelp, control });
}

/** `undefined` where there is nothing to choose: then it is the one that every panel has. */
export function categoryField(
  texts: Texts,
  marks: Marks,
  choices: FieldChoices,
  draft: SiteDraft,
): FormField | undefined {
  const common = { field: "category", label: texts.category, marks } as const;
  if (choices === undefined) return formField({ ...common, control: loadingSelect(texts) });
  if (choices.categories === undefined) return undefined;
  const offered = new Map(choices.categories.map(({ id, name }) => [id, name]));
  // what is chosen is always offered, and so is the one that every panel has
  const more = [0, draft.category].filter((id) => !offered.has(id));
  const names = [...new Set(more), ...offered.keys()].map((id) => [id, categoryName(texts, choices, id)] as const);
  if (names.length === 1) return undefined;
  const control = element("select", {}, ...names.map(([id, name]) => element("option", { value: String(id) }, name)));
  control.value = String(draft.category);
  return formField({ ...common, control });
}

/** As the panel calls it, else as we do. */
function categoryName(texts: Texts, { categories = [] }: SiteChoices, id: number): string {
  const known = categories.find((category) => category.id === id)?.name;
  return known ?? (id === 0 ? texts.categoryDefault : filled(texts.categoryUnknownOption, String(id)));
}

/** The same in the review; absent where the panel did not tell. */
export function categoryShown(texts: Texts, choices: FieldChoices, id: number): string | undefined {
  return choices?.categories === undefined ? undefined : categoryName(texts, choices, id);
}

/** The newest version that the panel offers, else static; empty where it did not tell. */
export function usualPhp({ phpVersions }: SiteChoices): string {
  const codes = (phpVersions ?? []).filter((code) => code !== STATIC_PHP).toSorted();
  return codes.at(-1) ?? (phpVersions?.includes(STATIC_PHP) === true ? STATIC_PHP : "");
}

export function phpLabel(texts: Texts, code: string): string {
  const version = phpVersionOf(code);
  return version === undefined ? texts.phpStatic : filled(texts.phpVersion, version);
}

function loadingSelect(texts: Texts): HTMLSelectElement {
  return element("select", { disabled: true }, element("option", { value: "" }, texts.loading));
}
