import { domainToASCII, domainToUnicode } from "node:url";
import type { Site } from "../wire/operations/sites.ts";

/** What a site is called where it is shown. */
export function siteLabel({ label, name, id }: Pick<Site, "label" | "name" | "id">): string {
  return name === undefined ? String(id) : shownSiteName(name, label);
}

/**
 * A site's name in its own script, to be shown: requests take it in punycode, and few lists tell both
 * (docs/protocol.md 6.31).
 * @param told what the panel calls it there; of no use where that is another name
 */
export function shownSiteName(name: string, told?: string): string {
  if (!/(?:^|\.)xn--/i.test(name)) return name;
  if (told !== undefined && domainToASCII(told) === name.toLowerCase()) return told;
  // empty where it is no punycode
  return domainToUnicode(name) || name;
}
