import { decodeDomains } from "../characters/decodeDomains.ts";
import type { Site } from "../wire/operations/sites.ts";

/** A site's name in its own script, to be shown; not the panel's own label, which may be another name (docs/protocol.md 6.31). */
export function siteLabel({ name, id }: Pick<Site, "name" | "id">): string {
  return decodeDomains(name ?? String(id));
}
