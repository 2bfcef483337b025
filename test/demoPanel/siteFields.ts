import type { SiteCertificate, SiteRecord, HandlerContext } from "../../src/demoPanel/state.ts";
import { tracesOf } from "./state.ts";

/** The columns of the `sites` table that the demo does not send; `config` as an object or as JSON text. */
export function moreColumns(site: SiteRecord, config: unknown): Readonly<Record<string, unknown>> {
  return {
    index: null,
    addtime: site.added,
    type_id: site.typeId,
    edate: "0000-00-00",
    project_config: config,
  };
}

/** Of a site that may fill the disk. */
export const noQuota = { used: 0, size: 0, quota_push: { size: 0, used: 0 }, quota_storage: { size: 0, used: 0 } };

/** What is told of a certificate besides; -1 where there is none. */
export function moreOfCertificate(certificate: SiteCertificate | undefined): unknown {
  if (certificate === undefined) return -1;
  return {
    issuer_O: certificate.issuerOrganisation,
    notBefore: new Date(certificate.validFrom).toISOString().slice(0, 10),
    dns: certificate.domains,
    subject: certificate.domains[0] ?? "",
  };
}

/** Panels remember what was searched for, and the order, for their own pages (docs/protocol.md 6.2). */
export function leaveTraces({ state, fields, now }: HandlerContext): void {
  const traces = tracesOf(state);
  const { search = "", order = "" } = fields;
  if (order !== "") traces.order = order;
  if (search !== "") traces.searches.unshift({ val: search, time: Math.floor(now() / 1000) });
}
