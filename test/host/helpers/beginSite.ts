import assert from "node:assert/strict";
import { TargetClaims } from "../../../src/actions/targetClaims.ts";
import type { PanelRecord } from "../../../src/panels/panelRecord.ts";
import { creationOf } from "../../../src/siteForm/creation/createSite.ts";
import type { SitesBefore } from "../../../src/siteForm/creation/abandonedSite.ts";
import type { Services } from "../../../src/services.ts";
import type { SiteRequest } from "../../../src/siteForm/siteRequest.ts";

/** Leaves in the journal what a window leaves that dies when it creates a website; the result clears it up. */
export async function beginSite(
  { storageRoot: root, clock, connections }: Services,
  panel: PanelRecord,
  { highest, ...site }: SiteRequest & SitesBefore,
  at: number,
): Promise<() => Promise<void>> {
  const claims = new TargetClaims({ root, clock: { ...clock, wallTime: () => at } });
  const claim = await claims.claim(creationOf(site, connections.of(panel)), new AbortController().signal);
  assert.ok(claim);
  await claim.begin("sending", { highest }, 0);
  return async () => claim.release(true);
}
