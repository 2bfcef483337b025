/** What the open list of a panel has of the domains that were typed. */
export interface ListedSites {
  /** As the panel calls them, in lower case. */
  readonly names: readonly string[];
  /** The panel refuses a second site of a domain on any port (docs/protocol.md 6.22). */
  readonly isOneADomain: boolean;
}

/** How a list bears on a domain. */
export interface ListedMatch {
  readonly problem: "domainListed" | "domainListedPort" | "domainSibling";
  /** The name that it is about. */
  readonly value: string;
}

/** What is listed of a main domain and the port of its site. */
export function listedMatch(listed: ListedSites, host: string, port: number): ListedMatch | undefined {
  const { names, isOneADomain } = listed;
  const isThere = names.includes(host);
  if ((isOneADomain && isThere) || isListed(listed, host, port)) return { problem: "domainListed", value: host };
  if (isThere) return { problem: "domainListedPort", value: `${host}_${port}` };
  const sibling = siblingOf(host);
  return names.includes(sibling) ? { problem: "domainSibling", value: sibling } : undefined;
}

/**
 * Whether a domain is listed on this port. Lists tell no ports: a site called `host` is taken to be on port 80, and a
 * second one is called `host_port`.
 */
export function isListed({ names }: ListedSites, host: string, port: number): boolean {
  return names.includes(`${host}_${port}`) || (port === 80 && names.includes(host));
}

/**
 * Those of a list's names that bear on one of the hosts: its own, with a port, and the same with or without `www.`.
 * @param hosts in ASCII and lower case
 */
export function namesAbout(names: Iterable<string>, hosts: readonly string[]): readonly string[] {
  const wanted = new Set(hosts.flatMap((host) => [host, siblingOf(host)]));
  const found = new Set<string>();
  for (const name of names) {
    const text = name.toLowerCase();
    if (wanted.has(text) || wanted.has(text.replace(/_\d+$/, ""))) found.add(text);
  }
  return [...found];
}

function siblingOf(host: string): string {
  return host.startsWith("www.") ? host.slice(4) : `www.${host}`;
}
