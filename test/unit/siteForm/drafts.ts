import fc from "fast-check";
import { emptySiteDraft, type SiteDraft } from "../../../src/siteForm/siteDraft.ts";
import type { SitePanelFacts } from "../../../src/siteForm/siteRules.ts";

/** A draft without a fault, with everything in it. */
export const goodDraft: SiteDraft = {
  domain: "shop.example.com",
  additionalDomains: "www.shop.example.com\n*.shop.example.com:8080",
  root: null,
  php: "82",
  port: "80",
  category: "1",
  remark: "the shop",
  ftp: true,
  ftpUser: "shop",
  ftpPassword: "Ftp-Secret-1",
  database: true,
  databaseName: "shop",
  databasePassword: "Db-Secret-12",
  databaseCharset: "utf8mb4",
};

/** Facts about the panel of the tests. */
export const panelFacts: SitePanelFacts = {
  panelHost: "192.0.2.1",
  panelPort: 8888,
  phpVersions: ["00", "74", "82"],
  categories: [0, 1],
};

const anyText = fc.oneof(fc.string(), fc.string({ unit: "binary" }), fc.constantFrom("a.example", "*.a.example:80"));

/** Drafts with any text anywhere. */
export const anyDraft: fc.Arbitrary<SiteDraft> = fc.record({
  domain: anyText,
  additionalDomains: fc.array(anyText).map((lines) => lines.join("\n")),
  root: fc.option(anyText),
  php: fc.oneof(anyText, fc.constant("82")),
  port: fc.oneof(anyText, fc.nat(70_000).map(String)),
  category: fc.oneof(anyText, fc.integer().map(String)),
  remark: anyText,
  ftp: fc.boolean(),
  ftpUser: anyText,
  ftpPassword: anyText,
  database: fc.boolean(),
  databaseName: anyText,
  databasePassword: anyText,
  databaseCharset: anyText,
});

/** The empty draft with some fields filled in. */
export function draftWith(values: Partial<SiteDraft>): SiteDraft {
  return { ...emptySiteDraft, domain: "shop.example.com", php: "82", ...values };
}
