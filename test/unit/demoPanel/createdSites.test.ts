import assert from "node:assert/strict";
import fc from "fast-check";
import { operations } from "../../../src/panel/operations/table.ts";
import { planSite, type PlannedSite } from "../../../src/shared/plannedSite.ts";
import { emptySiteDraft, type SiteDraft } from "../../../src/shared/siteDraft.ts";
import { panelFacts } from "../shared/drafts.ts";
import { withPanel, type Fixture } from "./withPanel.ts";

const label = fc.stringMatching(/^[a-z0-9]{1,12}$/);
const host = fc.tuple(label, label).map(([sub, name]) => `${sub}.${name}.example`);
const port = fc.integer({ min: 1, max: 65_535 });
const word = fc.string({ unit: fc.constantFrom("a", "Z", "9", "<", "&", '"', "'", "商", "é", " "), maxLength: 12 });
const password = fc.stringMatching(/^[A-Za-z0-9+&=%]{8,20}$/);

/** Drafts as a careful person types them; some still break a rule. */
const draft: fc.Arbitrary<SiteDraft> = fc.record({
  domain: host,
  additionalDomains: fc
    .array(fc.tuple(host, fc.option(port)), { maxLength: 3 })
    .map((domains) => domains.map(([name, at]) => (at === null ? name : `${name}:${at}`)).join("\n")),
  root: fc.option(label.map((name) => `/www/wwwroot/${name}/public`)),
  php: fc.constantFrom("00", "74", "82"),
  port: port.map(String),
  category: fc.constantFrom(0, 1),
  remark: word,
  ftp: fc.record({ on: fc.boolean(), user: fc.stringMatching(/^[a-z]{5,12}$/), password }),
  database: fc.record({
    on: fc.boolean(),
    name: fc.stringMatching(/^[a-z]{5,12}$/),
    password,
    charset: fc.constant("utf8mb4"),
  }),
});

/** What a row of the panel's list says, read with nothing of the product. */
function read(row: Readonly<Record<string, unknown>>) {
  const note = String(row["ps"])
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&#x27;", "'")
    .replaceAll("&#39;", "'")
    .replaceAll("&amp;", "&");
  const php = String(row["php_version"]);
  return {
    domain: String(row["name"]),
    root: String(row["path"]),
    php: php === "静态" ? "00" : php.replace(".", ""),
    domains: Number(row["domain"]),
    note,
  };
}

function expected(site: PlannedSite) {
  const withPort = (domain: string) => domain.replace(/:80$/, "");
  const all = new Set([`${site.domain}:${site.port}`, ...site.additionalDomains].map(withPort));
  return { domain: site.domain, root: site.root, php: site.php, domains: all.size, note: site.note };
}

async function create({ post }: Fixture, site: PlannedSite): Promise<unknown> {
  const [wire] = operations["site.create"].wires;
  const fields = wire.encode({ ...site, additionalDomains: [...site.additionalDomains] });
  return post(wire.path, { action: wire.action ?? "", ...fields });
}

describe("drafts that become sites of a demo panel", () => {
  it(
    "are listed as they were typed",
    withPanel(async (fixture) => {
      const { state } = fixture.panel;
      const sites = [...state.sites];
      let created = 0;
      const isListed = async (typed: SiteDraft) => {
        const plan = planSite({ ...emptySiteDraft, ...typed }, panelFacts);
        if (plan.kind === "invalid") return;
        // each on a panel as it was, so that no run meets what another created
        state.sites.splice(0, state.sites.length, ...sites);
        state.web.ftpUsers.splice(0);
        state.web.databases.splice(0);
        const { site } = plan;
        const answer = (await create(fixture, site)) as Readonly<Record<string, unknown>>;
        assert.equal(answer["siteStatus"], true, JSON.stringify(answer));
        assert.deepEqual([answer["ftpPass"], answer["databasePass"]], [site.ftp?.password, site.database?.password]);
        const list = (await fixture.post("/datalist/data/get_data_list", {
          table: "sites",
          type: "-1",
          limit: "200",
        })) as {
          readonly data: readonly Readonly<Record<string, unknown>>[];
        };
        const row = list.data.find(({ id }) => id === answer["siteId"]);
        assert.ok(row);
        assert.deepEqual(read(row), expected(site));
        const record = state.sites.find(({ id }) => id === answer["siteId"]);
        assert.equal(record?.typeId, site.typeId);
        assert.deepEqual(
          state.web.ftpUsers.map(({ name }) => name),
          site.ftp === undefined ? [] : [site.ftp.user],
        );
        created += 1;
      };
      await fc.assert(fc.asyncProperty(draft, isListed), { numRuns: 150 });
      assert.ok(created > 50, `${created} of 150 drafts had no error`);
    }),
  );
});
