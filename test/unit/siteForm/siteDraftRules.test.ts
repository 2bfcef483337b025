import assert from "node:assert/strict";
import fc from "fast-check";
import type { ListedSites } from "../../../src/siteForm/listedSites.ts";
import { emptySiteDraft, type SiteDraft } from "../../../src/siteForm/siteDraft.ts";
import { checkSiteDraft, siteFields } from "../../../src/siteForm/siteDraftRules.ts";
import { sitePanelFacts } from "../../../src/siteForm/sitePanelFacts.ts";
import { siteRuleTexts } from "../../../src/siteForm/siteRuleTexts.ts";
import { anyDraft, draftWith, goodDraft, panelFacts } from "./drafts.ts";

const ftp = (values: Partial<SiteDraft["ftp"]>) => ({
  ftp: { on: true, user: "shop", password: "Ftp-Secret-1", ...values },
});
const database = (values: Partial<SiteDraft["database"]>) => ({
  database: { on: true, name: "shop", password: "Db-Secret-12", charset: "utf8", ...values },
});

/** On a panel that takes a second site of a domain on another port. */
const listed: ListedSites = {
  names: ["listed.example.com", "listed.example.com_8081", "xn--czrs0t.example", "www.other.example.com"],
  isOneADomain: false,
};

/** A draft for every rule, and what it says: `field: rule`, `?` after a warning, the value in brackets. */
const cases: readonly (readonly [values: Partial<SiteDraft>, issues: readonly string[]])[] = [
  [{}, []],
  [{ domain: "" }, ["domain: domainEmpty"]],
  [{ domain: "https://shop.example.com" }, ["domain: domainUrl"]],
  [{ domain: "shop" }, ["domain: domainFormat"]],
  [{ domain: "*.example.com" }, ["domain: domainWildcard"]],
  [{ domain: "shop.example.com:8080" }, ["domain: domainPort"]],
  [{ domain: "shop.example.com:0" }, ["domain: domainPortRange"]],
  [{ domain: "Listed.example.com" }, ["domain: domainListed [listed.example.com]"]],
  [{ domain: "商店.example" }, ["domain: domainListed [xn--czrs0t.example]"]],
  [{ domain: "listed.example.com", port: "8080" }, ["domain: domainListedPort? [listed.example.com_8080]"]],
  [{ domain: "listed.example.com", port: "8081" }, ["domain: domainListed [listed.example.com]"]],
  [{ domain: "www.listed.example.com" }, ["domain: domainSibling? [listed.example.com]"]],
  [{ domain: "other.example.com" }, ["domain: domainSibling? [www.other.example.com]"]],
  [
    { additionalDomains: "listed.example.com listed.example.com:8081 listed.example.com:8080" },
    [
      "additionalDomains: domainSkipped? [listed.example.com]",
      "additionalDomains: domainSkipped? [listed.example.com:8081]",
    ],
  ],
  [{ additionalDomains: "a.example\nhttp://b.example" }, ["additionalDomains: domainUrl [http://b.example]"]],
  [{ additionalDomains: "a.example:99999" }, ["additionalDomains: domainPortRange [a.example:99999]"]],
  [{ additionalDomains: "A.example\na.example:80" }, ["additionalDomains: domainDuplicate [a.example:80]"]],
  [{ additionalDomains: "a.example\na.example:81" }, []],
  [{ additionalDomains: "shop.example.com" }, ["additionalDomains: domainDuplicate [shop.example.com]"]],
  [{ additionalDomains: "shop.example.com", port: "8080" }, []],
  [
    { additionalDomains: "shop.example.com:8080", port: "8080" },
    ["additionalDomains: domainDuplicate [shop.example.com:8080]"],
  ],
  [
    { additionalDomains: "a.example:443\na.example:8888" },
    [
      "additionalDomains: domainPortReserved? [a.example:443]",
      "additionalDomains: domainPortReserved? [a.example:8888]",
    ],
  ],
  [{ root: "" }, ["root: rootEmpty []"]],
  [{ root: "shop" }, ["root: rootRelative [shop]"]],
  [{ root: "/www/a b" }, ["root: rootSpace [/www/a b]"]],
  [{ root: "/www/../etc" }, ["root: rootDots [/www/../etc]"]],
  [{ root: "/www/a;b" }, ["root: rootCharacters [/www/a;b]"]],
  [{ root: `/${"a".repeat(255)}` }, [`root: rootLong [/${"a".repeat(255)}]`]],
  [{ root: "/etc/" }, ["root: rootSystem [/etc]"]],
  [{ root: "/www/wwwroot/" }, ["root: rootSites [/www/wwwroot]"]],
  [{ root: "/www/wwwroot/商店" }, ["root: rootRenamed? [/www/wwwroot/商店]"]],
  [{ php: "" }, ["php: phpEmpty"]],
  [{ php: "8.2" }, ["php: phpFormat"]],
  [{ php: "81" }, ["php: phpUnknown [81]"]],
  [{ php: "00" }, []],
  [{ port: "" }, ["port: portFormat"]],
  [{ port: "65536" }, ["port: portFormat"]],
  [{ port: "22" }, ["port: portSsh?"]],
  [{ port: "3306" }, ["port: portMysql?"]],
  [{ port: "8888" }, ["port: portPanel?"]],
  ...["21", "25", "443", "888", "8443"].map((port) => [{ port }, ["port: portReserved?"]] as const),
  [{ port: "80" }, []],
  [{ category: 2 }, ["category: categoryUnknown"]],
  [{ category: -2 }, ["category: categoryUnknown"]],
  [{ remark: "a".repeat(256) }, ["remark: remarkLong"]],
  [ftp({ user: "" }), ["ftpUser: ftpUserEmpty"]],
  [ftp({ user: "a b" }), ["ftpUser: ftpUserFormat"]],
  [ftp({ user: "商店商店" }), ["ftpUser: ftpUserFormat"]],
  [ftp({ password: "" }), ["ftpPassword: passwordEmpty"]],
  [ftp({ password: "12345" }), ["ftpPassword: passwordShort"]],
  [ftp({ password: "123456" }), ["ftpPassword: passwordWeak?"]],
  [ftp({ password: "a".repeat(65) }), ["ftpPassword: passwordLong"]],
  [ftp({ password: "abc$(id)def" }), ["ftpPassword: passwordCharacters"]],
  [ftp({ password: "密码密码密码密码" }), ["ftpPassword: passwordCharacters"]],
  [ftp({ on: false, user: "", password: "" }), []],
  [database({ name: "" }), ["databaseName: databaseNameEmpty"]],
  [database({ name: "1shop" }), ["databaseName: databaseNameFormat"]],
  [database({ name: "a".repeat(17) }), ["databaseName: databaseNameFormat"]],
  [database({ name: "MySQL" }), ["databaseName: databaseNameReserved"]],
  [database({ password: "" }), ["databasePassword: passwordEmpty"]],
  [database({ charset: "klingon" }), ["databaseCharset: charsetUnknown"]],
  [database({ on: false, name: "", password: "", charset: "" }), []],
];

describe("checkSiteDraft", () => {
  for (const [values, expected] of cases)
    it(`says ${expected.join(", ").slice(0, 60) || "nothing"} of ${JSON.stringify(values).slice(0, 60)}`, () => {
      const issues = checkSiteDraft(draftWith(values), { ...panelFacts, listed });
      const said = issues.map(
        ({ field, rule, severity, value }) =>
          `${field}: ${rule}${severity === "warning" ? "?" : ""}${value === undefined ? "" : ` [${value}]`}`,
      );
      assert.deepEqual(said, expected);
    });

  it("refuses a listed domain on every port where the panel does", () => {
    const facts = { ...panelFacts, listed: { ...listed, isOneADomain: true } };
    const issues = checkSiteDraft(draftWith({ domain: "listed.example.com", port: "8080" }), facts);
    assert.deepEqual(
      issues.map(({ rule, severity }) => [rule, severity]),
      [["domainListed", "error"]],
    );
  });

  it("has a draft for every rule here", () => {
    const tested = new Set(cases.flatMap(([, issues]) => issues.map((issue) => /: (\w+)/.exec(issue)?.[1])));
    assert.deepEqual(
      Object.keys(siteRuleTexts()).filter((rule) => !tested.has(rule)),
      [],
    );
  });

  it("finds nothing wrong with a draft in which everything is used", () => {
    assert.deepEqual(checkSiteDraft(goodDraft, panelFacts), []);
  });

  it("asks for domain and PHP first of all", () => {
    const rules = checkSiteDraft(emptySiteDraft, panelFacts).map(({ rule }) => rule);
    assert.deepEqual(rules, ["domainEmpty", "phpEmpty"]);
  });

  it("does not guess what the panel did not tell", () => {
    const unknown = {
      ...panelFacts,
      phpVersions: undefined,
      categories: undefined,
      panelHost: undefined,
      panelPort: undefined,
    };
    assert.deepEqual(checkSiteDraft(draftWith({ php: "81", category: 7, port: "8889" }), unknown), []);
    assert.equal(checkSiteDraft(draftWith({ category: -2 }), unknown).length, 1);
  });

  it("warns of a web server's usual port on the panel's own host only, and of any other everywhere", () => {
    const rulesOf = (address: string, draft: Partial<SiteDraft>) =>
      checkSiteDraft(draftWith(draft), sitePanelFacts({ address }, undefined)).map(({ rule }) => rule);
    const host = "https://shop.example.com";
    assert.deepEqual(rulesOf(host, { port: "443" }), ["portPanel"]);
    assert.deepEqual(rulesOf(`${host}:443`, { port: "443" }), ["portPanel"]);
    assert.deepEqual(rulesOf(host, { port: "80" }), []);
    assert.deepEqual(rulesOf("http://shop.example.com", { port: "80" }), ["portPanel"]);
    assert.deepEqual(rulesOf("http://panel.example.com", { port: "80" }), []);
    assert.deepEqual(rulesOf("http://a.example", { additionalDomains: "a.example" }), ["domainPortReserved"]);
    assert.deepEqual(rulesOf("http://a.example:8081", { port: "8081" }), ["portPanel"]);
    assert.deepEqual(rulesOf("nonsense", { port: "80" }), []);
  });

  it("answers any draft, in the order of the fields", () => {
    fc.assert(
      fc.property(anyDraft, (draft) => {
        const places = checkSiteDraft(draft, panelFacts).map(({ field }) => siteFields.indexOf(field));
        assert.deepEqual(
          places,
          places.toSorted((a, b) => a - b),
        );
      }),
    );
  });
});
