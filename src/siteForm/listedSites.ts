import { normaliseRoot } from "./siteRoot.ts";

/** What the open list of a panel has of the domains and of the root that were typed. */
export interface ListedSites {
  /** As the panel calls them, in lower case. */
  readonly names: readonly string[];
  /** The panel refuses a second site of a domain on any port (docs/protocol.md 6.22). */
  readonly isOneADomain: boolean;
  /** The site whose root is the one that was asked for, as the panel calls it. */
  readonly atRoot?: string | undefined;
}

/** A site of a list, as far as the form compares it. */
interface ListedSite {
  readonly name: string | undefined;
  readonly root?: string | undefined;
}

/**
 * Those sites of a list that bear on one of the hosts: its own, with a port, and the same with or without `www.`; and the one
 * that has the root.
 * @param hosts in ASCII and lower case
 * @param root normalised
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
 * Whether a domain is listed on this port. Lists tell no ports: a site called `host` is taken to be on port 80, and a
 * second one is called `host_port`.
 */
export function isListed({ names }: ListedSites, host: string, port: number): boolean {
  return names.includes(`${host}_${port}`) || (port === 80 && names.includes(host));
}

/** The same host with `www.`, or without. */
export function siblingOf(host: string): string {
  return host.startsWith("www.") ? host.slice(4) : `www.${host}`;
}
