import { normaliseRoot } from "./siteRoot.ts";

/** Sites in the open list of a panel with the typed domains or root. */
export interface ListedSites {
  /** The panel's names for them, in lower case. */
  readonly names: readonly string[];
  /** Whether the panel refuses a second site of a domain on any port (docs/protocol.md 6.22). */
  readonly isOneADomain: boolean;
  /** The name of the site with the typed root. */
  readonly atRoot?: string | undefined;
}

/** A site of a list, as far as the form compares it. */
interface ListedSite {
  readonly name: string | undefined;
  readonly root?: string | undefined;
}

/**
 * Finds the sites of a list for some hosts: with any port, with and without `www.`; and the one with the root. @param
 * hosts in ASCII and lower case @param root normalised
 */
export function listedAbout(
  sites: readonly ListedSite[],
  hosts: readonly string[],
  root: string,
): Pick<ListedSites, "names" | "atRoot"> {
  const wanted = new Set(hosts.flatMap((host) => [host, siblingOf(host)]));
  const names = sites.flatMap(({ name }) => name?.toLowerCase() ?? []);
  return {
    names: [...new Set(names.filter((name) => wanted.has(name) || wanted.has(name.replace(/_\d+$/, ""))))],
    atRoot: sites.find((site) => site.root !== undefined && normaliseRoot(site.root) === root)?.name,
  };
}

/**
 * Whether a domain is listed on this port. Lists have no ports: a site named `host` counts as port 80, and a second
 * one is named `host_port`.
 */
export function isListed({ names }: ListedSites, host: string, port: number): boolean {
  return names.includes(`${host}_${port}`) || (port === 80 && names.includes(host));
}

/** The same host with `www.`, or without. */
export function siblingOf(host: string): string {
  return host.startsWith("www.") ? host.slice(4) : `www.${host}`;
}
