import { decodeDomains } from "../characters/decodeDomains.ts";
import type { Site } from "../wire/operations/sites.ts";

/** A site's name in its own script, to be shown; not the panel's own label, which may be another name (docs/protocol.md 6.31). */
export function siteLabel({ name, id }: Pick<Site, "name" | "id">): string {
  return decodeDomains(name ?? String(id));
}

/**
 * Where a site of this name is reached; `undefined` where the name is not a host name, with or without a port, and nothing
 * else: it comes from the panel, and a browser may take other text for another place. A second site of a domain is called
 * `domain_port` (docs/protocol.md 6.22).
 */
export function siteOrigin(scheme: "http" | "https", name: string): string | undefined {
  const place = siteDomainOf(name).toLowerCase();
  if (!/^([a-z\d._-]+|\[[\da-f:.]+\])(:[1-9]\d*)?$/.test(place)) return undefined;
  const url = URL.parse(`${scheme}://${place}`);
  // a URL leaves out the port that its scheme has anyway
  const host = place.replace(scheme === "https" ? /:443$/ : /:80$/, "");
  return url?.host === host ? url.origin : undefined;
}

/** The domain that a site of type PHP is named after, with its port where that is part of the name. */
export function siteDomainOf(name: string): string {
  return name.replace(/_(\d{1,5})$/, ":$1");
}
