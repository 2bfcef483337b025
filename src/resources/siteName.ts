import { decodeDomains } from "../characters/decodeDomains.ts";
import type { Site } from "../wire/operations/sites.ts";

/** A site's name in its own script. The panel's own label may be another name (docs/protocol.md 6.31). */
export function siteLabel({ name, id }: Pick<Site, "name" | "id">): string {
  return decodeDomains(name ?? String(id));
}

/**
 * The origin of a site; `undefined` unless its name is exactly a host name, with or without a port: a browser may take
 * other text from a panel for another place. A second site of a domain is called `domain_port` (docs/protocol.md 6.22).
 */
export function siteOrigin(scheme: "http" | "https", name: string): string | undefined {
  const place = siteDomainOf(name).toLowerCase();
  if (!/^([a-z\d._-]+|\[[\da-f:.]+\])(:[1-9]\d*)?$/.test(place)) return undefined;
  const url = URL.parse(`${scheme}://${place}`);
  // a URL omits the default port of its scheme
  const host = place.replace(scheme === "https" ? /:443$/ : /:80$/, "");
  if (url?.host === host) return url.origin;
  return undefined;
}

/** The address of a website's main domain; `undefined` if its name is none that a browser can open. */
export function siteAddressOf({ name, certificate }: Pick<Site, "name" | "certificate">): string | undefined {
  return siteOrigin(typeof certificate === "object" ? "https" : "http", name ?? "");
}

/** The domain in the name of a PHP site, with its port if the name has one. */
export function siteDomainOf(name: string): string {
  return name.replace(/_(\d{1,5})$/, ":$1");
}
