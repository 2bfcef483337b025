import type { SiteRecord, HandlerContext } from "../../src/demoPanel/state.ts";
import { testState } from "./state.ts";

/** The time at which every site was added. */
export const ADDED = "2026-11-21 01:12:14";

/** The columns of the `sites` table that the demo does not send; `config` as an object or as JSON text. */
export function moreColumns(site: SiteRecord, config: unknown): Readonly<Record<string, unknown>> {
  return {
    index: null,
    addtime: ADDED,
    type_id: site.typeId,
    edate: "0000-00-00",
    project_config: config,
  };
}

/** The quota of a site without a limit. */
export const noQuota = { used: 0, size: 0, quota_push: { size: 0, used: 0 }, quota_storage: { size: 0, used: 0 } };

/** Returns further fields of a certificate; -1 without one. */
export function moreOfCertificate({ certificate, domains }: SiteRecord): unknown {
  if (certificate === undefined) return -1;
  return {
    issuer_O: "Let's Encrypt",
    notBefore: new Date(certificate.validTo - 90 * 86_400_000).toISOString().slice(0, 10),
    subject: domains[0] ?? "",
  };
}

/** Remembers searches and the order for the panel's own pages (docs/protocol.md 6.2). */
export function leaveTraces({ state, fields, now }: HandlerContext): void {
  const traces = testState(state).traces;
  const { search = "", order = "" } = fields;
  if (order !== "") traces.order = order;
  if (search !== "") traces.searches.unshift({ val: search, time: Math.floor(now() / 1000) });
}
