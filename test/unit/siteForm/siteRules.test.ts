import assert from "node:assert/strict";
import fc from "fast-check";
import type { ListedSites } from "../../../src/siteForm/listedSites.ts";
import { emptySiteDraft, type SiteDraft } from "../../../src/siteForm/siteDraft.ts";
import { sitePanelFacts } from "../../../src/siteForm/plannedSite.ts";
import { checkSiteDraft, siteFields } from "../../../src/siteForm/siteRules.ts";
import { anyDraft, draftWith, goodDraft, panelFacts } from "./drafts.ts";

const ftp = (values: Partial<SiteDraft>) => ({
  ftp: true,
  ftpUser: "shop",
  ftpPassword: "Ftp-Secret-1",
  ...values,
});
const database = (values: Partial<SiteDraft>) => ({
  database: true,
  databaseName: "shop",
  databasePassword: "Db-Secret-12",
  ...values,
});

/** On a panel that takes a second site of a domain on another port. */
const listed: ListedSites = {
  names: ["listed.example.com", "listed.example.com_8081", "xn--czrs0t.example", "www.other.example.com"],
  isOneADomain: false,
};

/** A draft for every rule, and what it says; `?` after the field of a warning. */
const cases: readonly (readonly [values: Partial<SiteDraft>, issues: readonly string[]])[] = [
  [{}, []],
  [{ domain: "" }, ["domain: Enter a domain, such as shop.example.com."]],
  [{ domain: "https://shop.example.com" }, ["domain: Enter only the name, without http:// or a path."]],
  [
    { domain: "shop" },
    ["domain: Panels do not accept this domain. Use letters, digits and hyphens, with at least one dot."],
  ],
  [{ domain: "*.example.com" }, ["domain: The main domain cannot be a wildcard. Add it to the additional domains."]],
  [{ domain: "shop.example.com:8080" }, ["domain: Enter the port in the Port field, not in the main domain."]],
  [{ domain: "shop.example.com:0" }, ["domain: The port after the colon must be from 1 to 65535."]],
  [{ domain: "Listed.example.com" }, ["domain: The panel already has the website listed.example.com."]],
  [{ domain: "商店.example" }, ["domain: The panel already has the website 商店.example."]],
  [
    { domain: "listed.example.com", port: "8080" },
    ["domain?: The panel already has a website of this domain. It will list this one as listed.example.com_8080."],
  ],
  [{ domain: "listed.example.com", port: "8081" }, ["domain: The panel already has the website listed.example.com."]],
  [
    { domain: "www.listed.example.com" },
    ["domain?: The panel has the website listed.example.com, which may already answer to this domain."],
  ],
  [
    { domain: "other.example.com" },
    ["domain?: The panel has the website www.other.example.com, which may already answer to this domain."],
  ],
  [
    { additionalDomains: "listed.example.com listed.example.com:8081 listed.example.com:8080" },
    [
      "additionalDomains?: listed.example.com: another website has this domain, and panels skip it.",
      "additionalDomains?: listed.example.com:8081: another website has this domain, and panels skip it.",
    ],
  ],
  [
    { additionalDomains: "a.example\nhttp://b.example" },
    ["additionalDomains: http://b.example: Enter only the name, without http:// or a path."],
  ],
  [
    { additionalDomains: "a.example:99999" },
    ["additionalDomains: a.example:99999: The port after the colon must be from 1 to 65535."],
  ],
  [{ additionalDomains: "A.example\na.example:80" }, ["additionalDomains: a.example:80 is listed twice."]],
  [{ additionalDomains: "a.example\na.example:81" }, []],
  [{ additionalDomains: "shop.example.com" }, ["additionalDomains: shop.example.com is listed twice."]],
  [{ additionalDomains: "shop.example.com", port: "8080" }, []],
  [
    { additionalDomains: "shop.example.com:8080", port: "8080" },
    ["additionalDomains: shop.example.com:8080 is listed twice."],
  ],
  [
    { additionalDomains: "a.example:443\na.example:8888" },
    [
      "additionalDomains?: a.example:443: another service uses this port, and newer panels skip such a domain.",
      "additionalDomains?: a.example:8888: another service uses this port, and newer panels skip such a domain.",
    ],
  ],
  [{ root: "" }, ["root: Enter a directory."]],
  [{ root: "shop" }, ["root: The path must be absolute: start it with a slash."]],
  [{ root: "/www/a b" }, ["root: The path must not contain spaces."]],
  [{ root: "/www/../etc" }, ["root: The path must not contain “./” or “..”, or end with a dot."]],
  [
    { root: "/www/a;b" },
    ["root: The path may contain only letters, digits and the characters . _ - + @ % = and the comma."],
  ],
  [{ root: `/${"a".repeat(255)}` }, ["root: The path is longer than 255 characters."]],
  [{ root: "/etc/" }, ["root: /etc belongs to the system. Choose a directory such as /www/wwwroot/shop."]],
  [{ root: "/www/wwwroot/" }, ["root: /www/wwwroot contains all websites. Choose a directory inside it."]],
  [
    { root: "/www/wwwroot/商店" },
    ["root?: If this directory does not exist, panels create it under its punycode name."],
  ],
  [{ php: "" }, ["php: Choose a PHP version, or static."]],
  [{ php: "8.2" }, ["php: Enter two digits without a dot, such as 82, or 00 for a static website."]],
  [{ php: "81" }, ["php: The panel does not have PHP 81 installed."]],
  [{ php: "00" }, []],
  [{ port: "" }, ["port: A port is a number from 1 to 65535."]],
  [{ port: "65536" }, ["port: A port is a number from 1 to 65535."]],
  [{ port: "22" }, ["port?: SSH uses port 22: a web server on it may lock you out of the server."]],
  [{ port: "3306" }, ["port?: MySQL uses port 3306."]],
  [{ port: "8888" }, ["port?: This is the panel's own port: a web server on it may lock you out of the panel."]],
  ...["21", "25", "443", "888", "8443"].map(
    (port) => [{ port }, ["port?: Another service on the server usually uses this port."]] as const,
  ),
  [{ port: "80" }, []],
  [{ category: "2" }, ["category: The panel does not have this category."]],
  [{ category: "-2" }, ["category: The panel does not have this category."]],
  [{ remark: "a".repeat(256) }, ["remark: The note is longer than 255 characters."]],
  [ftp({ ftpUser: "" }), ["ftpUser: Enter a user name."]],
  [ftp({ ftpUser: "a b" }), ["ftpUser: Use 3 to 32 letters, digits and underscores."]],
  [ftp({ ftpUser: "商店商店" }), ["ftpUser: Use 3 to 32 letters, digits and underscores."]],
  [ftp({ ftpPassword: "" }), ["ftpPassword: Enter a password, or generate one."]],
  [ftp({ ftpPassword: "12345" }), ["ftpPassword: The password must have at least 6 characters."]],
  [ftp({ ftpPassword: "123456" }), ["ftpPassword?: A password of fewer than 10 characters is easy to guess."]],
  [ftp({ ftpPassword: "a".repeat(65) }), ["ftpPassword: The password is longer than 64 characters."]],
  [
    ftp({ ftpPassword: "abc$(id)def" }),
    [
      "ftpPassword: Use letters, digits and symbols, but no spaces, quotes, backslashes or dollar signs: panels pass the password to a shell.",
    ],
  ],
  [
    ftp({ ftpPassword: "密码密码密码密码" }),
    [
      "ftpPassword: Use letters, digits and symbols, but no spaces, quotes, backslashes or dollar signs: panels pass the password to a shell.",
    ],
  ],
  [ftp({ ftp: false, ftpUser: "", ftpPassword: "" }), []],
  [database({ databaseName: "" }), ["databaseName: Enter a name."]],
  [
    database({ databaseName: "1shop" }),
    ["databaseName: Use at most 16 letters, digits and underscores, starting with a letter."],
  ],
  [
    database({ databaseName: "a".repeat(17) }),
    ["databaseName: Use at most 16 letters, digits and underscores, starting with a letter."],
  ],
  [database({ databaseName: "MySQL" }), ["databaseName: The database server reserves this name. Choose another."]],
  [database({ databasePassword: "" }), ["databasePassword: Enter a password, or generate one."]],
  [database({ databaseCharset: "klingon" }), ["databaseCharset: Panels do not support this character set."]],
  [database({ database: false, databaseName: "", databasePassword: "", databaseCharset: "" }), []],
];

describe("checkSiteDraft", () => {
  for (const [values, expected] of cases)
    it(`reports ${expected.join(", ").slice(0, 60) || "nothing"} for ${JSON.stringify(values).slice(0, 60)}`, () => {
      const issues = checkSiteDraft(draftWith(values), { ...panelFacts, listed });
      const found = issues.map(({ field, severity, text }) => `${field}${severity === "warning" ? "?" : ""}: ${text}`);
      assert.deepEqual(found, expected);
    });

  it("rejects a listed domain on every port if the panel does", () => {
    const facts = { ...panelFacts, listed: { ...listed, isOneADomain: true } };
    const issues = checkSiteDraft(draftWith({ domain: "listed.example.com", port: "8080" }), facts);
    assert.deepEqual(
      issues.map(({ field, severity }) => [field, severity]),
      [["domain", "error"]],
    );
  });

  it("warns about a root of a listed site", () => {
    const facts = { ...panelFacts, listed: { ...listed, atRoot: "xn--czrs0t.example" } };
    const text = "The website 商店.example has the same directory: both will serve the same files.";
    assert.deepEqual(checkSiteDraft(draftWith({}), facts), [
      { field: "root", severity: "warning", text, isAtOnce: true },
    ]);
    assert.deepEqual(
      checkSiteDraft(draftWith({ root: "/etc" }), facts).map(({ severity }) => severity),
      ["error"],
    );
  });

  it("accepts a complete draft", () => {
    assert.deepEqual(checkSiteDraft(goodDraft, panelFacts), []);
  });

  it("requires the domain and PHP in an empty draft", () => {
    const fields = checkSiteDraft(emptySiteDraft, panelFacts).map(({ field }) => field);
    assert.deepEqual(fields, ["domain", "php"]);
  });

  it("does not apply rules without the panel's facts", () => {
    const unknown = {
      ...panelFacts,
      phpVersions: undefined,
      categories: undefined,
      panelHost: undefined,
      panelPort: undefined,
    };
    assert.deepEqual(checkSiteDraft(draftWith({ php: "81", category: "7", port: "8889" }), unknown), []);
    assert.equal(checkSiteDraft(draftWith({ category: "-2" }), unknown).length, 1);
  });

  it("warns about port 80 or 443 of the panel on its own host only, and about other ports on every host", () => {
    const warned = (address: string, draft: Partial<SiteDraft>) =>
      checkSiteDraft(draftWith(draft), sitePanelFacts({ address }, undefined)).map(
        ({ field, text }) => [field, /panel's own port/.test(text)] as const,
      );
    const host = "https://shop.example.com";
    assert.deepEqual(warned(host, { port: "443" }), [["port", true]]);
    assert.deepEqual(warned(`${host}:443`, { port: "443" }), [["port", true]]);
    assert.deepEqual(warned(host, { port: "80" }), []);
    assert.deepEqual(warned("http://shop.example.com", { port: "80" }), [["port", true]]);
    assert.deepEqual(warned("http://panel.example.com", { port: "80" }), []);
    assert.deepEqual(warned("http://a.example", { additionalDomains: "a.example" }), [["additionalDomains", false]]);
    assert.deepEqual(warned("http://a.example:8081", { port: "8081" }), [["port", true]]);
    assert.deepEqual(warned("nonsense", { port: "80" }), []);
  });

  it("checks any draft in the order of the fields", () => {
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
