import assert from "node:assert/strict";
import fc from "fast-check";
import { phpVersionOf, planSite, portsOf } from "../../../src/siteForm/plannedSite.ts";
import { withoutPasswords } from "../../../src/siteForm/siteDraft.ts";
import { generatePassword } from "../../../src/siteForm/page/generatePassword.ts";
import { isWeakPassword, passwordProblem } from "../../../src/siteForm/siteAccounts.ts";
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
