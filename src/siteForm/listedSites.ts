import { normaliseRoot } from "./siteRoot.ts";

/** Sites in a panel's loaded list that relate to the typed domains and root. */
export interface ListedSites {
  /** The panel's names of the sites, in lower case. */
  readonly names: readonly string[];
  /** The panel refuses a second site with the same domain, even on another port (docs/protocol.md 6.22). */
  readonly isOneADomain: boolean;
  /** The panel's name of the site with the typed root. */
  readonly atRoot?: string | undefined;
}

/** The compared properties of a listed site. */
interface ListedSite {
  readonly name: string | undefined;
  readonly root?: string | undefined;
}

/**
 * Finds the sites named like one of the hosts (also with a port suffix, and with or without `www.`), and the site with
 * the root.
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
 * Whether a domain is listed on this port. Lists do not contain ports: `host` is assumed to be on port 80, and a second
 * site is named `host_port`.
 */
export function isListed({ names }: ListedSites, host: string, port: number): boolean {
  return names.includes(`${host}_${port}`) || (port === 80 && names.includes(host));
}

/** Adds or removes `www.`. */
export function siblingOf(host: string): string {
  if (host.startsWith("www.")) return host.slice(4);
  return `www.${host}`;
}
