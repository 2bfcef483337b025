import assert from "node:assert/strict";
import { TargetClaims } from "../../../src/actions/targetClaims.ts";
import type { Services } from "../../../src/commands/context/services.ts";
import type { PanelRecord } from "../../../src/panels/panelRecord.ts";
import type { BegunSite } from "../../../src/siteForm/creation/findSentSite.ts";
import { requestKey } from "../../../src/siteForm/plannedSite.ts";

/** Leaves in the journal what a window leaves that dies when it creates a website; the result clears it up. */
export async function beginSite(
  { storageRoot: root, clock, connections }: Services,
  panel: PanelRecord,
  site: BegunSite,
  at: number,
): Promise<() => Promise<void>> {
  const claims = new TargetClaims({ root, clock: { ...clock, wallTime: () => at } });
  const target = { key: requestKey(site), label: site.domain };
  const request = { panel: connections.of(panel), kind: "site", verb: "create", target, row: undefined } as const;
  const claim = await claims.claim(request, new AbortController().signal);
  assert.ok(claim);
  await claim.begin("sending", site, 0);
  return async () => claim.release(true);
}
