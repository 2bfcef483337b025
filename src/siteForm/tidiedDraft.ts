import { halfWidth } from "../characters/halfWidth.ts";
import { domainLines } from "./siteDomain.ts";
import { emptySiteDraft, longestText, type SiteDraft } from "./siteDraft.ts";

/** A draft with cleaned-up domains, and the changes to announce. */
export interface TidiedDraft {
  readonly draft: SiteDraft;
  /** Addresses were shortened to their domains. */
  readonly isShortened: boolean;
  /** Number of domains moved to the additional ones. */
  readonly moved: number;
  /** Port moved from the main domain to its own field. */
  readonly port?: string;
}

/**
 * Cleans up the main domain: shortens an address to its domain, moves its port to the Port field unless that was filled
 * in, and moves further domains to the additional ones. Leaves other text unchanged.
 */
export function tidyMainDomain(draft: SiteDraft): TidiedDraft {
  const typed = domainLines(draft.domain);
  const [first = draft.domain, ...more] = typed.map(withoutAddress);
  const isShortened = typed.some((text) => text !== withoutAddress(text));
  if (!isShortened && more.length === 0) return { draft, isShortened: false, moved: 0 };
  const known = new Set(domainLines(draft.additionalDomains));
  const added = more.filter((domain) => domain !== first && !known.has(domain));
  const additionalDomains = [draft.additionalDomains.trimEnd(), ...added].filter((line) => line !== "").join("\n");
  // a longer text could not be stored
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

/** Shortens addresses among the additional domains to their domains. */
export function tidyAdditionalDomains(draft: SiteDraft): TidiedDraft {
  const typed = domainLines(draft.additionalDomains);
  const domains = typed.map(withoutAddress);
  const isShortened = domains.some((domain, index) => domain !== typed[index]);
  return { draft: isShortened ? { ...draft, additionalDomains: domains.join("\n") } : draft, isShortened, moved: 0 };
}

/** Extracts `host` or `host:port` from an address such as `https://shop.example.com/cart`; returns other text unchanged. */
function withoutAddress(typed: string): string {
  const text = halfWidth(typed);
  const [, scheme = "", afterScheme, bare] =
    /^(?:([a-z][a-z\d+.-]*):)?\/\/(?:[^/?#]*@)?([^/?#]+)|^(?!\w+:\/\/)([^/?#@]+)[/?#]/i.exec(text) ?? [];
  const host = afterScheme ?? bare;
  if (host === undefined) return typed;
  const usual = { http: ":80", https: ":443" }[scheme.toLowerCase()];
  if (usual !== undefined && host.endsWith(usual)) return host.slice(0, -usual.length);
  return host;
}
