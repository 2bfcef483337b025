import assert from "node:assert/strict";
import { domainToASCII } from "node:url";
import fc from "fast-check";
import { operations } from "../../../../src/wire/operations/operations.ts";
import { planSite, type PlannedSite } from "../../../../src/siteForm/plannedSite.ts";
import { emptySiteDraft, type SiteDraft } from "../../../../src/siteForm/siteDraft.ts";
import { panelFacts } from "../../siteForm/drafts.ts";
import { withPanel, type Fixture } from "../../../demoPanel/withPanel.ts";

const label = fc.stringMatching(/^[a-z0-9]{1,12}$/);
const ascii = fc.tuple(label, label).map(([sub, name]) => `${sub}.${name}.example`);
const host = fc.oneof(
  ascii,
  ascii.map((name) => name.toUpperCase()),
  fc.constantFrom("商店.例子.中国", "bücher.example", "Ünïcode.Example"),
);
const additional = fc.oneof(
  host,
  host.map((name) => `*.${name}`),
);
const port = fc.integer({ min: 1, max: 65_535 });
const word = fc.string({ unit: fc.constantFrom("a", "Z", "9", "<", "&", '"', "'", "商", "é", " "), maxLength: 12 });
const password = fc.stringMatching(/^[A-Za-z0-9+&=%]{8,20}$/);

/** Drafts as a careful person types them; some still break a rule. */
const draft: fc.Arbitrary<SiteDraft> = fc.record({
  domain: host,
  additionalDomains: fc
    .array(fc.tuple(additional, fc.option(port)), { maxLength: 3 })
    .map((domains) => domains.map(([name, at]) => (at === null ? name : `${name}:${at}`)).join("\n")),
  root: fc.option(label.map((name) => `/www/wwwroot/${name}/public`)),
  php: fc.constantFrom("00", "74", "82"),
  port: port.map(String),
  category: fc.constantFrom("0", "1"),
  remark: word,
  ftp: fc.boolean(),
  ftpUser: fc.stringMatching(/^[a-z]{5,12}$/),
  ftpPassword: password,
  database: fc.boolean(),
  databaseName: fc.stringMatching(/^[a-z]{5,12}$/),
  databasePassword: password,
  databaseCharset: fc.constantFrom("utf8mb4", "utf8", "gbk", "big5"),
});

/** Reads a row of the panel's list without any code of the product. */
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
    count: Number(row["domain"]),
    note,
  };
}

/** Converts a typed domain with Node's own punycode and without any code of the product. */
function listed(typed: string, otherwise: string): string {
  const [name = "", at] = typed.split(":");
  const isWildcard = name.startsWith("*.");
  return `${isWildcard ? "*." : ""}${domainToASCII(isWildcard ? name.slice(2) : name)}:${at ?? otherwise}`;
}

function expected(typed: SiteDraft) {
  const lines = typed.additionalDomains.split("\n").filter((line) => line !== "");
  const domains = new Set([listed(typed.domain, typed.port), ...lines.map((line) => listed(line, "80"))]);
  const domain = domainToASCII(typed.domain);
  return {
    row: {
      domain,
      root: typed.root ?? `/www/wwwroot/${domain}`,
      php: typed.php,
      count: domains.size,
      note: typed.remark.trim().replaceAll(/\s+/g, " "),
    },
    domains: [...domains].toSorted(),
    ftp: typed.ftp ? [typed.ftpUser] : [],
    databases: typed.database ? [{ name: typed.databaseName, charset: typed.databaseCharset }] : [],
  };
}

/** Reads the domains of a site without any code of the product. */
async function domainsOf({ post }: Fixture, id: unknown): Promise<readonly string[]> {
  const form = { action: "getData", table: "domain", list: "true", search: String(id) };
  const rows = (await post("/data", form)) as readonly Readonly<Record<string, unknown>>[];
  return rows.map((row) => `${String(row["name"])}:${Number(row["port"])}`).toSorted();
}

async function create({ post }: Fixture, site: PlannedSite): Promise<unknown> {
  const [wire] = operations["site.create"].wires;
  const fields = wire.encode?.({ ...site, additionalDomains: [...site.additionalDomains] });
  return post(wire.path, { action: wire.action ?? "", ...fields });
}

describe("drafts that become sites of a demo panel", () => {
  it(
    "are listed as typed",
    withPanel(async (fixture) => {
      const { state } = fixture.panel;
      const sites = [...state.sites];
      let created = 0;
      const isListed = async (typed: SiteDraft) => {
        const plan = planSite({ ...emptySiteDraft, ...typed }, panelFacts);
        if (plan.kind === "invalid") return;
        // each run starts with the original panel
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
        assert.deepEqual(
          {
            row: read(row),
            domains: await domainsOf(fixture, answer["siteId"]),
            ftp: state.web.ftpUsers.map(({ name }) => name),
            databases: state.web.databases.map(({ name, charset }) => ({ name, charset })),
          },
          expected(typed),
        );
        const record = state.sites.find(({ id }) => id === answer["siteId"]);
        assert.equal(record?.typeId, Number(typed.category));
        created += 1;
      };
      await fc.assert(fc.asyncProperty(draft, isListed), { numRuns: 150 });
      assert.ok(created > 50, `${created} of 150 drafts had no error`);
    }),
  );
});
