import * as l10n from "@vscode/l10n";
import { phpLabel } from "../plannedSite.ts";
import type { SiteChoices } from "../protocol.ts";
import { STATIC_PHP, type SiteDraft } from "../siteDraft.ts";

/** An option of a `<select>`. */
export type Choice = readonly [value: string, text: string];

/** Options for the PHP version; `undefined` if the panel did not list any. */
export function phpChoices({ phpVersions }: SiteChoices, { php }: SiteDraft): readonly Choice[] | undefined {
  if (phpVersions === undefined) return undefined;
  const offered = php === "" || phpVersions.includes(php) ? phpVersions : [...phpVersions, php];
  const none: readonly Choice[] = php === "" ? [["", l10n.t("Choose…")]] : [];
  return [...none, ...offered.map((code): Choice => [code, phpLabel(code)])];
}

/** Options for the category; `undefined` if only the default one exists. */
export function categoryChoices(choices: SiteChoices, { category }: SiteDraft): readonly Choice[] | undefined {
  if (choices.categories === undefined) return undefined;
  const offered = choices.categories.map(({ id }) => id);
  // always offer the selected category and the default one
  const ids = [...new Set([...[0, Number(category)].filter((id) => !offered.includes(id)), ...offered])];
  if (ids.length === 1) return undefined;
  return ids.map((id): Choice => [String(id), categoryName(choices, id)]);
}

/** The category's name in the review; `undefined` if the panel did not list any. */
export function reviewedCategory(choices: SiteChoices | undefined, id: number): string | undefined {
  if (choices?.categories === undefined) return undefined;
  return categoryName(choices, id);
}

/** The newest version on the panel, otherwise static; empty if the panel did not list any. */
export function defaultPhp({ phpVersions }: SiteChoices): string {
  const codes = (phpVersions ?? []).filter((code) => code !== STATIC_PHP).toSorted();
  return codes.at(-1) ?? (phpVersions?.includes(STATIC_PHP) === true ? STATIC_PHP : "");
}

/** What panels call the category that they all have. */
const PANELS_DEFAULT: readonly string[] = ["默认分类", "Default category"];

/** The panel's name of a category, or a name of our own. */
function categoryName({ categories = [] }: SiteChoices, id: number): string {
  const known = categories.find((category) => category.id === id)?.name;
  if (id === 0 && known !== undefined && PANELS_DEFAULT.includes(known)) return l10n.t("Default");
  return known ?? (id === 0 ? l10n.t("Default") : l10n.t("Category {0}", String(id)));
}
