import {
  createSite,
  creationOf,
  type AbandonedCreations,
  type CreateSiteOptions,
} from "../../src/siteForm/creation/createSite.ts";
import type { Outcome } from "../../src/actions/outcome.ts";
import { PanelError } from "../../src/wire/answers/failure.ts";
import type { Site } from "../../src/wire/operations/sites.ts";
import type { ParamsOf, ResultOf } from "../../src/wire/operations/operations.ts";
import type { PlannedSite } from "../../src/siteForm/plannedSite.ts";
import { AbandonedChanges } from "../../src/actions/abandonedChanges.ts";
import type { ActionRecord } from "../../src/actions/actionRunner.ts";
import { TargetClaims } from "../../src/actions/targetClaims.ts";
import type { Clock } from "../../src/storage/ports.ts";
import { memoryFiles } from "./memoryFiles.ts";
import { RunnerFixture } from "./runnerFixture.ts";

/** A static site. */
export const plain: PlannedSite = {
  domain: "new.example.com",
  additionalDomains: [],
  root: "/www/wwwroot/new.example.com",
  php: "00",
  port: 80,
  typeId: 0,
  note: "",
};

/** A site with everything. */
export const full: PlannedSite = {
  ...plain,
  php: "82",
  ftp: { user: "new", password: "Ftp-Secret-1" },
  database: { user: "new", password: "Db-Secret-12", charset: "utf8mb4" },
};

/** A row of the site list. */
export const rowOf = (id: number, name: string) => ({ id, name, type: "PHP", running: true }) as Site;

/** What a panel says of a domain and port that another site has. */
export const TAKEN = "您添加的域名已存在";

/** A panel with one site, whose AddSite does what a test says after the site is in the list; a domain and port in use it refuses. */
export class SitePanel {
  /** How long a window looks for the site. */
  waitMs = 5_000;
  readonly sites: Site[] = [rowOf(1, "old.example.com")];
  readonly files = memoryFiles();
  answer: (id: number) => ResultOf<"site.create"> | Promise<ResultOf<"site.create">> = (id) => ({
    id,
    ftp: false,
    database: false,
    git: false,
    credentials: undefined,
  });
  /** Called before anything is created. */
  before: (params: ParamsOf<"site.create">) => void = () => undefined;
  list: () => void = () => undefined;
  pageSize = 200;
  /** How many there are, as the panel tells it; the truth unless given. */
  total: number | undefined;
  /** What the panel lists of a site, by the AddSite that came last. */
  domains: (params: ParamsOf<"site.create">, id: number) => ResultOf<"site.domains">["rows"] = ({ domain, port }) => [
    { name: domain, port },
  ];
  #created: ParamsOf<"site.create"> | undefined;
  /** The domains and ports of sites that AddSite has created. */
  readonly #taken = new Map<Site, string>();
  /** What was recorded of windows that are gone. */
  readonly abandoned: ActionRecord[] = [];
  readonly fixture = new RunnerFixture(
    {
      "site.list": ({ page }) => {
        this.list();
        const rows = this.sites.slice((page - 1) * this.pageSize, page * this.pageSize);
        return { rows, unreadable: [], total: this.total ?? this.sites.length };
      },
      "site.domains": ({ id }) => {
        const rows = this.#created === undefined ? [] : this.domains(this.#created, id);
        return { rows, unreadable: [], total: rows.length };
      },
      "site.create": (params) => {
        this.#created = params;
        this.before(params);
        const { domain, port } = params;
        const address = `${domain}:${port}`;
        if (this.sites.some((site) => this.#taken.get(site) === address))
          throw new PanelError({ kind: "rejected", message: TAKEN });
        const id = 10 + this.sites.length;
        const isSecond = this.sites.some(({ name }) => name === domain);
        const created = rowOf(id, isSecond ? `${domain}_${port}` : domain);
        this.sites.push(created);
        this.#taken.set(created, address);
        return this.answer(id);
      },
    },
    () => this.waitMs,
    this.files,
  );

  create(
    site: PlannedSite = plain,
    signal = new AbortController().signal,
    changes: Partial<CreateSiteOptions> = {},
  ): Promise<Outcome> {
    const { runner, request } = this.fixture;
    const { panel = request.panel } = changes;
    return createSite(site, { runner, panel, abandoned: this.#abandonedAt(site, panel), ...changes }, signal);
  }

  #abandonedAt(site: PlannedSite, panel: CreateSiteOptions["panel"]): AbandonedCreations {
    const { clock } = this.fixture;
    const { key } = creationOf(site, panel).target;
    const changes = new AbandonedChanges({
      claims: this.claims,
      clock,
      waitMs: () => this.waitMs,
      panelOf: () => undefined,
      inspectProcedure: async () => undefined,
      show: () => undefined,
      onFinished: async (record) => void this.abandoned.push(record),
    });
    return {
      begunAt: async () => (await this.claims.unfinished(panel, "site", key)).map(({ at }) => at),
      end: async (outcome) => changes.recordFound(panel, "site", key, outcome),
    };
  }

  /** Another window of the same computer. */
  window(leases?: Clock, files = this.files): RunnerFixture {
    return new RunnerFixture({}, this.waitMs, files, leases, this.fixture.clock);
  }

  /** The claims and the journal of all windows. */
  get claims(): TargetClaims {
    return new TargetClaims({ root: "/data", clock: this.fixture.clock, files: this.files });
  }

  get sent(): number {
    return this.fixture.calls.count("site.create");
  }

  get recorded() {
    return this.fixture.finished.map(({ verb, kind, target, outcome }) => [verb, kind, target.label, outcome.kind]);
  }
}
