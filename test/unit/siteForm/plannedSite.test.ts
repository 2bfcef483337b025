import assert from "node:assert/strict";
import fc from "fast-check";
import { phpVersionOf, planSite, portsOf } from "../../../src/siteForm/plannedSite.ts";
import { emptySiteDraft, withoutPasswords, type SiteDraft } from "../../../src/siteForm/siteDraft.ts";
import { generatePassword } from "../../../src/siteForm/page/generatePassword.ts";
import {
  isWeakPassword,
  passwordProblem,
  databaseNameProblem,
  ftpUserProblem,
  suggestedAccountName,
  withFollowingNames,
} from "../../../src/siteForm/siteAccounts.ts";
import { anyDraft, draftWith, goodDraft, panelFacts } from "./drafts.ts";

describe("planSite", () => {
  it("normalises a draft into a site", () => {
    const plan = planSite(
      {
        ...goodDraft,
        domain: " Shop.Example.com ",
        remark: " the\n shop\u0000 ",
        databaseName: "Shop",
      },
      panelFacts,
    );
    assert.deepEqual(plan, {
      kind: "ready",
      issues: [],
      site: {
        domain: "shop.example.com",
        additionalDomains: ["www.shop.example.com", "*.shop.example.com:8080"],
        root: "/www/wwwroot/shop.example.com",
        php: "82",
        port: 80,
        typeId: 1,
        note: "the shop",
        ftp: { user: "shop", password: "Ftp-Secret-1" },
        database: { user: "shop", password: "Db-Secret-12", charset: "utf8mb4" },
      },
    });
  });

  it("omits unselected parts", () => {
    const plan = planSite(draftWith({}), panelFacts);
    assert.ok(plan.kind === "ready" && !("ftp" in plan.site) && !("database" in plan.site));
  });

  it("allows warnings but no errors", () => {
    assert.equal(planSite(draftWith({ port: "22" }), panelFacts).kind, "ready");
    assert.equal(planSite(draftWith({ port: "0" }), panelFacts).kind, "invalid");
  });

  it("is ready exactly if any draft has no error, and is idempotent", () => {
    fc.assert(
      fc.property(
        fc.oneof(
          anyDraft,
          anyDraft.map((draft) => ({ ...goodDraft, remark: draft.remark })),
        ),
        (draft) => {
          const plan = planSite(draft, panelFacts);
          assert.equal(
            plan.kind === "invalid",
            plan.issues.some(({ severity }) => severity === "error"),
          );
          if (plan.kind === "invalid") return;
          const { site } = plan;
          const again = planSite(
            {
              ...draft,
              domain: site.domain,
              additionalDomains: site.additionalDomains.join("\n"),
              root: site.root,
              remark: site.note,
            },
            panelFacts,
          );
          assert.deepEqual(again.kind === "ready" && again.site, site);
        },
      ),
    );
  });
});

describe("portsOf", () => {
  it("defaults to port 80 for additional domains", () => {
    const plan = planSite(
      draftWith({ port: "8081", additionalDomains: "a.example\nb.example:90\nc.example" }),
      panelFacts,
    );
    assert.deepEqual(plan.kind === "ready" && portsOf(plan.site), [80, 90, 8081]);
  });
});

describe("phpVersionOf", () => {
  it("formats a version with a dot", () => {
    assert.deepEqual(["82", "00", "other"].map(phpVersionOf), ["8.2", undefined, "other"]);
  });
});

describe("withoutPasswords", () => {
  it("keeps everything else", () => {
    assert.deepEqual(withoutPasswords(goodDraft), {
      ...goodDraft,
      ftpPassword: "",
      databasePassword: "",
    });
  });
});

describe("generatePassword", () => {
  it("generates distinct, strong passwords that panels accept", () => {
    const made = Array.from({ length: 200 }, generatePassword);
    assert.equal(new Set(made).size, made.length);
    for (const password of made) {
      assert.equal(password.length, 16);
      assert.equal(passwordProblem(password), undefined);
      assert.ok(!isWeakPassword(password));
    }
  });
});

describe("suggestedAccountName", () => {
  it("suggests the website's name without its public suffix", () => {
    for (const [domain, name] of [
      ["shop.example.com", "shop_example"],
      ["www.example.com", "example"],
      ["example.co.uk", "example"],
      ["shop.example.com.cn", "shop_example"],
      ["co.uk.com", "co_uk"],
      ["a-very-long-name.example.com", "a_very_long_name"],
      ["1.shop.example", "shop"],
      ["商城.shop.example", "shop"],
      ["nothing", ""],
    ] as const)
      assert.equal(suggestedAccountName({ domain }, []), name);
  });

  it("suggests one that no other website has where nothing of it can be written in letters", () => {
    const domains = [
      "商城.com",
      "www.商城.com",
      "我的店.com.cn",
      "中文.example",
      "商城.中国",
      "192.0.2.1",
      "test.com",
      "ab.com",
    ];
    const names = domains.map((domain) => suggestedAccountName({ domain }, []));
    for (const name of names) assert.match(name, /^site_[\da-f]{6}$/);
    assert.equal(new Set(names).size, names.length);
  });

  it("suggests none that an account on the panel has, and a numbered one while those are unknown", () => {
    const suggest = (taken?: readonly string[]) =>
      suggestedAccountName({ domain: "shop-of-many-things.example.com" }, taken);
    const free = suggest([]);
    assert.equal(free, "shop_of_many_thi");
    const other = suggest([free.toUpperCase()]);
    assert.match(other, /^shop_of_m_[\da-f]{6}$/);
    assert.equal(suggest(), other);
    const third = suggest([free, other]);
    assert.match(third, /^shop_of_m_[\da-f]{6}$/);
    assert.notEqual(third, other);
  });

  it("suggests valid names for any domains, of which no two are alike", () => {
    const label = fc.stringMatching(/^[a-z商店][a-z\d商店-]{0,20}[a-z\d商店]$/);
    fc.assert(
      fc.property(
        fc.array(fc.tuple(label, fc.constantFrom("com", "com.cn", "中国", "example")), { maxLength: 20 }),
        (all) => {
          const names: string[] = [];
          for (const [name, suffix] of all) {
            const suggested = suggestedAccountName({ domain: `${name}.${suffix}` }, names);
            if (suggested === "") continue;
            assert.deepEqual([ftpUserProblem(suggested), databaseNameProblem(suggested)], [undefined, undefined]);
            assert.ok(!names.includes(suggested));
            names.push(suggested);
          }
        },
      ),
    );
  });
});

describe("withFollowingNames", () => {
  const named = (domain: string, user: string, name: string): SiteDraft => ({
    ...goodDraft,
    domain,
    ftpUser: user,
    databaseName: name,
  });

  it("updates names with the domain until they are changed", () => {
    const before = named("shop.example.com", "shop_example", "orders");
    const typing = withFollowingNames(before, { ...before, domain: "blog" }, [], []);
    assert.deepEqual(typing, named("blog", "", "orders"));
    const typed = withFollowingNames(typing, { ...typing, domain: "blog.example.com" }, [], []);
    assert.deepEqual(typed, named("blog.example.com", "blog_example", "orders"));
    assert.equal(withFollowingNames(typed, { ...typed, ftpUser: "" }, [], []).ftpUser, "");
  });

  it("updates names when those of the panel become known, until they are changed", () => {
    const before = named("shop.example.com", suggestedAccountName({ domain: "shop.example.com" }, undefined), "orders");
    assert.deepEqual(
      withFollowingNames(before, before, undefined, []),
      named("shop.example.com", "shop_example", "orders"),
    );
  });

  it("leaves names of unselected parts empty", () => {
    const draft = withFollowingNames(emptySiteDraft, { ...emptySiteDraft, domain: "shop.example.com" }, [], []);
    assert.deepEqual([draft.ftpUser, draft.databaseName], ["", ""]);
  });
});
