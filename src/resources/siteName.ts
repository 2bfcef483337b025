import { domainToUnicode } from "node:url";

/**
 * A site's name in its own script, to be shown: requests take it in punycode, and few lists tell both
 * (docs/protocol.md 6.31).
 * @param told what the panel calls it there; of no use for a name that is no punycode
 */
export function shownSiteName(name: string, told?: string): string {
  if (!/(?:^|\.)xn--/i.test(name)) return name;
  // empty where it is no punycode
  return told ?? (domainToUnicode(name) || name);
}
