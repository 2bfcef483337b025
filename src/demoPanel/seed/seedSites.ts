import { BIN_SWITCH } from "../records/serverFiles.ts";
import type { KnownEdition } from "../../wire/answers/operation.ts";
import { webLines } from "../lines/webLines.ts";
import type { SiteCertificate, SiteLogs, SiteRecord } from "../records/demoRecords.ts";
import type { ServerFiles } from "../records/serverFiles.ts";
import type { WebState } from "../records/webState.ts";

const DAY_MS = 86_400_000;

type Sketch = Pick<SiteRecord, "id" | "php" | "note" | "domains"> & {
  readonly certificateDays?: number;
  readonly stopped?: true;
  readonly projectType?: string;
  /** Its error log was never written. */
  readonly flawless?: true;
};

/** The first domain is the site's name. Days are those that its certificate has left. */
const sketches: readonly Sketch[] = [
  { id: 1, domains: ["www.example.com", "example.com"], php: "8.2", note: "Company website", certificateDays: 62 },
  { id: 2, domains: ["shop.example.com"], php: "8.2", note: '<b>Shop</b> & "checkout"', certificateDays: 12 },
  { id: 3, domains: ["blog.example.com"], php: "7.4", note: "WordPress", certificateDays: 3 },
  {
    id: 4,
    domains: ["static.example.com"],
    php: "静态",
    note: "Images and downloads",
    certificateDays: 89,
    flawless: true,
  },
  { id: 5, domains: ["legacy.example.com"], php: "5.6", note: "旧站", certificateDays: -4, stopped: true },
  { id: 6, domains: ["staging.example.com"], php: "8.2", note: "For tests", stopped: true },
  { id: 7, domains: ["api.example.com"], php: "其它", note: "", certificateDays: 45 },
  { id: 8, domains: ["status.example.com"], php: "静态", note: "Status page", projectType: "Node" },
  { id: 9, domains: ["docs.example.com", "help.example.com"], php: "静态", note: "Manual" },
];

/** What only one edition knows: aaPanel keeps WordPress apart from other sites (docs/protocol.md 6.1). */
const ofEdition: Readonly<Record<KnownEdition, readonly Sketch[]>> = {
  baota: [],
  aapanel: [
    { id: 16, domains: ["news.example.com"], php: "8.2", note: "News", certificateDays: 70, projectType: "WP" },
    { id: 17, domains: ["xn--bcher-kva.example.com"], php: "8.2", note: "Bücher", stopped: true, projectType: "WP" },
  ],
};

/** Eight PHP and static sites, one of Node, which only the older list shows, and what only this edition knows. */
export function seedSites(now: number, edition: KnownEdition): readonly SiteRecord[] {
  return [...sketches, ...ofEdition[edition]].map((sketch): SiteRecord => {
    const name = sketch.domains[0] ?? "";
    return {
      id: sketch.id,
      name,
      path: `/www/wwwroot/${name}`,
      running: sketch.stopped !== true,
      note: sketch.note,
      added: `2026-${String(Math.min(sketch.id, 11)).padStart(2, "0")}-14 09:30:00`,
      typeId: 0,
      projectType: sketch.projectType ?? "PHP",
      php: sketch.php,
      domains: sketch.domains,
      certificate:
        sketch.certificateDays === undefined ? undefined : certificate(sketch.domains, now, sketch.certificateDays),
      logs: logsOf(sketch, name, now),
    };
  });
}

/** Of the last minutes; a site that was stopped has them from yesterday. */
function logsOf({ id, stopped, flawless }: Sketch, name: string, now: number): SiteLogs {
  const end = stopped === true ? now - DAY_MS : now;
  const lines = (lineOf: typeof webLines.access, count: number, everyMs: number) =>
    Array.from({ length: count }, (_, index) => lineOf(name, id * 3 + index, end - (count - index) * everyMs));
  return {
    access: lines(webLines.access, 40, 4_000),
    error: flawless === true ? undefined : lines(webLines.error, 6, 31_000),
  };
}

/** Three versions of PHP and a category. */
export function seedWeb(lastSiteId: number): WebState {
  return {
    phpVersions: ["56", "74", "82"],
    categories: [{ id: 1, name: "prod" }],
    ftpUsers: [{ site: 2, name: "shop" }],
    databases: [{ site: 3, name: "blog", charset: "utf8mb4" }],
    databaseServerIsDown: false,
    configurationError: undefined,
    lastSiteId,
  };
}

/** A server with the directories of the given paths; the recycle bin of files is on, as a fresh panel has it. */
export function seedFiles(directories: Iterable<string>): ServerFiles {
  return {
    directories: new Set(["/www/wwwroot", "/www/wwwlogs", "/tmp", ...directories]),
    files: new Map([
      ["/etc/hostname", 7],
      [BIN_SWITCH, 4],
    ]),
  };
}

function certificate(domains: readonly string[], now: number, daysLeft: number): SiteCertificate {
  // half a day more, so that the number of days does not change while the demo runs
  const validTo = now + (daysLeft + 0.5) * DAY_MS;
  return { issuer: "R11", issuerOrganisation: "Let's Encrypt", validFrom: validTo - 90 * DAY_MS, validTo, domains };
}
