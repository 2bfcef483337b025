import type { SiteCertificate, SiteRecord } from "../records/demoRecords.ts";
import { htmlEscape } from "../http/htmlEscape.ts";

const DAY_MS = 86_400_000;

/** The columns of the `sites` table, with which every kind of project begins; `config` as an object or as JSON text. */
export function siteColumns(site: SiteRecord, config: unknown): Readonly<Record<string, unknown>> {
  return {
    id: site.id,
    name: site.name,
    path: site.path,
    status: site.running ? "1" : "0",
    index: null,
    ps: htmlEscape(site.note),
    addtime: site.added,
    type_id: site.typeId,
    edate: "0000-00-00",
    project_type: site.projectType,
    project_config: config,
  };
}

/** Of a site that may fill the disk. */
export const noQuota = { used: 0, size: 0, quota_push: { size: 0, used: 0 }, quota_storage: { size: 0, used: 0 } };

/** -1 where there is none; days are whole and negative once it has expired. */
export function certificateField(certificate: SiteCertificate | undefined, now: number): unknown {
  if (certificate === undefined) return -1;
  return {
    issuer: certificate.issuer,
    issuer_O: certificate.issuerOrganisation,
    notAfter: dateOf(certificate.validTo),
    notBefore: dateOf(certificate.validFrom),
    dns: certificate.domains,
    subject: certificate.domains[0] ?? "",
    endtime: Math.floor((certificate.validTo - now) / DAY_MS),
  };
}

/** Rows whose name or note contains the text, the newest first. */
export function matching<Row extends SiteRecord>(rows: readonly Row[], search: string): readonly Row[] {
  return rows
    .filter(({ name, note }) => name.includes(search) || note.includes(search))
    .toSorted((a, b) => b.id - a.id);
}

function dateOf(epochMs: number): string {
  return new Date(epochMs).toISOString().slice(0, 10);
}
