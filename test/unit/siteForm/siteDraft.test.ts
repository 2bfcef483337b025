import assert from "node:assert/strict";
import fc from "fast-check";
import { emptySiteDraft, readSiteDraft } from "../../../src/siteForm/siteDraft.ts";
import { goodDraft } from "./drafts.ts";

describe("readSiteDraft", () => {
  it("returns a valid draft unchanged", () => assert.deepEqual(readSiteDraft({ ...goodDraft, more: 1 }), goodDraft));

  it("clears only fields that are too long or of the wrong type", () => {
    const given = { ...goodDraft, remark: "a".repeat(5_000), ftpUser: 7, database: "yes" };
    assert.deepEqual(readSiteDraft(given), { ...goodDraft, remark: "", ftpUser: "", database: false });
    const additionalDomains = "a".repeat(5_000);
    assert.equal(readSiteDraft({ additionalDomains }).additionalDomains, additionalDomains);
    assert.equal(readSiteDraft({ root: "/data" }).root, "/data");
  });

  it("reads anything as a draft", () => {
    fc.assert(
      fc.property(fc.anything(), (value) => {
        const draft = readSiteDraft(value);
        assert.deepEqual(Object.keys(draft), Object.keys(emptySiteDraft));
        assert.deepEqual(readSiteDraft(draft), draft);
      }),
    );
    assert.deepEqual(readSiteDraft(undefined), emptySiteDraft);
  });
});
