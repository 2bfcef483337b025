import type { ListedSites } from "./listedSites.ts";
import type { SiteChoices, SiteFormPanel } from "./protocol.ts";
import type { SitePanelFacts } from "./siteDraftRules.ts";

/** Where sites are on panels that do not tell (docs/protocol.md 6.10). */
export const DEFAULT_SITES_ROOT = "/www/wwwroot";

/** What the rules know of a panel, the same for form and host; `choices` as far as the panel has told them. */
export function sitePanelFacts(
  { address }: Pick<SiteFormPanel, "address">,
  choices: SiteChoices | undefined,
  listed?: ListedSites,
): SitePanelFacts {
  const url = URL.parse(address);
  return {
    sitesRoot: choices?.sitesRoot ?? DEFAULT_SITES_ROOT,
    panelHost: url?.hostname,
    panelPort: url === null ? undefined : Number(url.port || (url.protocol === "https:" ? 443 : 80)),
    phpVersions: choices?.phpVersions,
    categories: choices?.categories?.map(({ id }) => id),
    listed,
  };
}
