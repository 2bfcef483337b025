import assert from "node:assert/strict";
import fc from "fast-check";
import { SuggestedNames } from "../../../src/siteForm/page/suggestedNames.ts";
import { databaseNameProblem, ftpUserProblem } from "../../../src/siteForm/siteAccounts.ts";
import { emptySiteDraft, type SiteDraft } from "../../../src/siteForm/siteDraft.ts";
import { goodDraft } from "./drafts.ts";

describe("SuggestedNames", () => {
  it("are the website's without its public suffix, and a few letters", () => {
    for (const [domain, beginning] of [
      ["shop.example.com", "shop_example"],
      ["www.example.com", "example"],
      ["example.co.uk", "example"],
      ["shop.example.com.cn", "shop_example"],
      ["co.uk.com", "co_uk"],
      ["a-very-long-name.example.com", "a_very_long"],
      ["1.shop.example", "shop"],
      ["商城.shop.example", "shop"],
      ["test.com", "test"],
      ["商城.com", "site"],
      ["192.0.2.1", "site"],
    ] as const)
      assert.match(new SuggestedNames().suggest({ domain }), new RegExp(`^${beginning}_[a-z]{3}$`));
    assert.equal(new SuggestedNames().suggest({ domain: "nothing" }), "");
  });

  it("stay the same for a website, unless an account on the panel has them", () => {
    const names = new SuggestedNames();
    const first = names.suggest(goodDraft);
    assert.equal(names.suggest(goodDraft, ["other"]), first);
    const second = names.suggest(goodDraft, [first.toUpperCase()]);
    assert.notEqual(second, first);
    assert.equal(names.suggest(goodDraft, []), second);
  });

  it("are valid for any domains, and no two are alike", () => {
    const label = fc.stringMatching(/^[a-z商店][a-z\d商店-]{0,20}[a-z\d商店]$/);
    fc.assert(
      fc.property(
        fc.array(fc.tuple(label, fc.constantFrom("com", "com.cn", "中国", "example")), { maxLength: 20 }),
        (all) => {
          const names = new SuggestedNames();
          const taken: string[] = [];
          for (const [name, suffix] of all) {
            const suggested = names.suggest({ domain: `${name}.${suffix}` }, taken);
            if (suggested === "") continue;
            assert.deepEqual([ftpUserProblem(suggested), databaseNameProblem(suggested)], [undefined, undefined]);
            assert.ok(!taken.includes(suggested));
            taken.push(suggested);
          }
        },
      ),
    );
  });

  const named = (domain: string, user: string, name: string): SiteDraft => ({
    ...goodDraft,
    domain,
    ftpUser: user,
    databaseName: name,
  });

  it("follow the domain until somebody changes them", () => {
    const names = new SuggestedNames();
    const shop = names.follow(named("shop.example.com", "", "orders"));
    assert.deepEqual(shop, named("shop.example.com", names.suggest(shop), "orders"));
    const typing = names.follow({ ...shop, domain: "blog" });
    assert.deepEqual(typing, named("blog", "", "orders"));
    const typed = names.follow({ ...typing, domain: "blog.example.com" });
    assert.match(typed.ftpUser, /^blog_example_/);
    assert.equal(typed.databaseName, "orders");
    assert.equal(names.follow({ ...typed, ftpUser: "" }).ftpUser, "");
  });

  it("follow the names of the panel's accounts when those become known", () => {
    const names = new SuggestedNames();
    const before = names.follow(named("shop.example.com", "", "orders"));
    const after = names.follow(before, [before.ftpUser]);
    assert.match(after.ftpUser, /^shop_example_/);
    assert.notEqual(after.ftpUser, before.ftpUser);
    assert.equal(after.databaseName, "orders");
  });

  it("leave those of unselected parts empty", () => {
    const draft = new SuggestedNames().follow({ ...emptySiteDraft, domain: "shop.example.com" });
    assert.deepEqual([draft.ftpUser, draft.databaseName], ["", ""]);
  });
});
