import { halfWidth } from "../characters/halfWidth.ts";
import { domainLines } from "./siteDomain.ts";
import { emptySiteDraft, longestText, type SiteDraft } from "./siteDraft.ts";

/** A draft with tidied domains, and the facts for its note. */
export interface TidiedDraft {
  readonly draft: SiteDraft;
  /** Whether addresses were cut down to their domains. */
  readonly isShortened: boolean;
  /** Number of domains that went from the main field to the additional ones. */
  readonly moved: number;
  /** The port that went from the main domain to its own field. */
  readonly port?: string;
}

/**
 * Tidies the main domain: an address is cut down to its domain, its port goes to the port's field unless that was
 * filled in, and more domains go to the additional ones. Other texts stay.
 */
export function tidyMainDomain(draft: SiteDraft): TidiedDraft {
  const typed = domainLines(draft.domain);
  const [first = draft.domain, ...more] = typed.map(withoutAddress);
  const isShortened = typed.some((text) => text !== withoutAddress(text));
  if (!isShortened && more.length === 0) return { draft, isShortened: false, moved: 0 };
  const known = new Set(domainLines(draft.additionalDomains));
  const added = more.filter((domain) => domain !== first && !known.has(domain));
  const additionalDomains = [draft.additionalDomains.trimEnd(), ...added].filter((line) => line !== "").join("\n");
  // what is longer could not be kept
  if (additionalDomains.length > longestText("additionalDomains")) return { draft, isShortened: false, moved: 0 };
  const [, host = "", port] = /^(.*):(\d+)$/.exec(first) ?? [];
  const movesPort = port !== undefined && first !== typed[0] && draft.port === emptySiteDraft.port;
  return {
    draft: { ...draft, domain: movesPort ? host : first, additionalDomains, ...(movesPort ? { port } : {}) },
    isShortened,
    moved: added.length,
    ...(movesPort ? { port } : {}),
  };
}

/** Cuts addresses among the additional domains down to their domains. */
export function tidyAdditionalDomains(draft: SiteDraft): TidiedDraft {
  const typed = domainLines(draft.additionalDomains);
  const domains = typed.map(withoutAddress);
  const isShortened = domains.some((domain, index) => domain !== typed[index]);
  return { draft: isShortened ? { ...draft, additionalDomains: domains.join("\n") } : draft, isShortened, moved: 0 };
}

/** `host` or `host:port` of an address such as `https://shop.example.com/cart`; any other text as it is. */
function withoutAddress(typed: string): string {
  const text = halfWidth(typed);
  const [, scheme = "", afterScheme, bare] =
    /^(?:([a-z][a-z\d+.-]*):)?\/\/(?:[^/?#]*@)?([^/?#]+)|^(?!\w+:\/\/)([^/?#@]+)[/?#]/i.exec(text) ?? [];
  const host = afterScheme ?? bare;
  if (host === undefined) return typed;
  const usual = { http: ":80", https: ":443" }[scheme.toLowerCase()];
  return usual !== undefined && host.endsWith(usual) ? host.slice(0, -usual.length) : host;
}
