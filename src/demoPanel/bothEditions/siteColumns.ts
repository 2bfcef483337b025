import type { SiteCertificate, SiteRecord } from "../records/demoRecords.ts";
import { htmlEscape } from "../http/htmlEscape.ts";

const DAY_MS = 86_400_000;

/** The columns of the `sites` table, with which every kind of project begins. */
export function siteColumns(site: SiteRecord): Readonly<Record<string, unknown>> {
  return {
    id: site.id,
    name: site.name,
    path: site.path,
    status: site.running ? "1" : "0",
    ps: htmlEscape(site.note),
    project_type: site.projectType,
  };
}

/** -1 where there is none; days are whole and negative once it has expired. */
export function certificateField(certificate: SiteCertificate | undefined, now: number): unknown {
  if (certificate === undefined) return -1;
  return {
    issuer: certificate.issuer,
    notAfter: new Date(certificate.validTo).toISOString().slice(0, 10),
    endtime: Math.floor((certificate.validTo - now) / DAY_MS),
  };
}

/** Rows whose name or note contains the text, the newest first. */
export function matching<Row extends SiteRecord>(rows: readonly Row[], search: string): readonly Row[] {
  return rows
    .filter(({ name, note }) => name.includes(search) || note.includes(search))
    .toSorted((a, b) => b.id - a.id);
}
