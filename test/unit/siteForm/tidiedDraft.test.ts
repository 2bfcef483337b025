import assert from "node:assert/strict";
import fc from "fast-check";
import { hostsOf } from "../../../src/siteForm/plannedSite.ts";
import type { SiteDraft } from "../../../src/siteForm/siteDraft.ts";
import { tidyAdditionalDomains, tidyMainDomain } from "../../../src/siteForm/tidiedDraft.ts";
import { anyDraft, draftWith } from "./drafts.ts";

describe("tidyMainDomain", () => {
  const cases: readonly (readonly [typed: string, domain: string])[] = [
    ["https://shop.example.com/cart?id=1#top", "shop.example.com"],
    ["HTTP://Shop.example.com", "Shop.example.com"],
    ["https://shop.example.com:443/", "shop.example.com"],
    ["http://shop.example.com:80", "shop.example.com"],
    ["https://name:word@shop.example.com/", "shop.example.com"],
    ["//shop.example.com/", "shop.example.com"],
    ["shop.example.com/cart", "shop.example.com"],
    ["https://商店.例子.中国/首页", "商店.例子.中国"],
    ["ｈｔｔｐｓ：／／shop.example.com／", "shop.example.com"],
    // not an address: reported by the rules
    ["me@shop.example.com", "me@shop.example.com"],
    ["shop.example.com:81", "shop.example.com:81"],
    ["/", "/"],
    ["https://", "https://"],
    ["", ""],
  ];
  for (const [typed, domain] of cases)
    it(`turns ${JSON.stringify(typed)} into ${JSON.stringify(domain)}`, () => {
      const tidied = tidyMainDomain(draftWith({ domain: typed }));
      assert.deepEqual([tidied.draft.domain, tidied.isShortened, tidied.moved], [domain, domain !== typed, 0]);
    });

  it("moves an address's port to the Port field unless that was filled in", () => {
    const moved = tidyMainDomain(draftWith({ domain: "https://a.example:8443/x" }));
    assert.deepEqual([moved.draft.domain, moved.draft.port, moved.port], ["a.example", "8443", "8443"]);
    const kept = tidyMainDomain(draftWith({ domain: "https://a.example:8443/x", port: "81" }));
    assert.deepEqual([kept.draft.domain, kept.draft.port, kept.port], ["a.example:8443", "81", undefined]);
  });

  it("moves more domains to the additional ones, each once", () => {
    const draft = draftWith({ domain: "a.example, b.example c.example\nb.example", additionalDomains: "b.example\n" });
    const tidied = tidyMainDomain(draft);
    assert.deepEqual(
      [tidied.draft.domain, tidied.draft.additionalDomains, tidied.moved, tidied.isShortened],
      ["a.example", "b.example\nc.example", 1, false],
    );
  });

  it("does not change a clean draft", () => {
    const same = (draft: SiteDraft) => assert.equal(tidyMainDomain(draft).draft, draft);
    same(draftWith({}));
    fc.assert(fc.property(anyDraft, (draft) => same(tidyMainDomain(tidyMainDomain(draft).draft).draft)));
  });
});

describe("tidyAdditionalDomains", () => {
  it("shortens addresses to domains, one per line", () => {
    const tidied = tidyAdditionalDomains(
      draftWith({ additionalDomains: "a.example, http://b.example:81/x *.c.example" }),
    );
    assert.equal(tidied.draft.additionalDomains, "a.example\nb.example:81\n*.c.example");
    assert.equal(tidied.isShortened, true);
    const plain = draftWith({ additionalDomains: "a.example, b.example" });
    assert.equal(tidyAdditionalDomains(plain).draft, plain);
  });
});

describe("hostsOf", () => {
  it("returns all valid hosts in ASCII", () =>
    assert.deepEqual(hostsOf(draftWith({ domain: "商店.example", additionalDomains: "A.example:81 nonsense" })), [
      "xn--czrs0t.example",
      "a.example",
    ]));
});
