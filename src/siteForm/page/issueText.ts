import { filled } from "../filled.ts";
import type { SiteDraftIssue } from "../siteDraftRules.ts";
import type { SiteFormTexts } from "../siteFormTexts.ts";
import { decodeDomains } from "../../characters/decodeDomains.ts";

/** An issue in words. In a field of several lines it begins with the line that it is about. */
export function issueText({ form, rules }: SiteFormTexts, { field, rule, value }: SiteDraftIssue): string {
  const about = decodeDomains(value ?? "");
  const text = filled(rules[rule], about);
  const names = value === undefined || rules[rule].includes("{0}") || field !== "additionalDomains";
  return names ? text : filled(form.pair, about, text);
}
