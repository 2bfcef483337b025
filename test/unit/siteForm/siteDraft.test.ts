import assert from "node:assert/strict";
import fc from "fast-check";
import * as v from "valibot";
import { emptySiteDraft, keptDraftSchema, siteDraftSchema } from "../../../src/siteForm/siteDraft.ts";
import { siteFormState } from "../../../src/siteForm/protocol.ts";
import { domainLines } from "../../../src/siteForm/siteDomain.ts";
import { goodDraft } from "./drafts.ts";

describe("keptDraftSchema", () => {
  it("gives a whole draft back", () => assert.deepEqual(v.parse(keptDraftSchema, goodDraft), goodDraft));

  it("loses one field that is too long, and nothing else", () => {
    const kept = v.parse(siteFormState, { panelId: "p1", draft: { ...goodDraft, remark: "a".repeat(5_000) } });
    assert.deepEqual(kept, { panelId: "p1", draft: { ...goodDraft, remark: "" } });
    const ftp = { ...goodDraft.ftp, user: 7 };
    assert.deepEqual(v.parse(keptDraftSchema, { ...goodDraft, ftp }).ftp, { ...goodDraft.ftp, user: "" });
  });

  it("reads anything as a draft", () => {
    fc.assert(
      fc.property(fc.anything(), (value) => {
        assert.ok(v.is(siteDraftSchema, v.parse(keptDraftSchema, value)));
      }),
    );
    assert.deepEqual(v.parse(keptDraftSchema, undefined), emptySiteDraft);
  });
});

describe("domainLines", () => {
  it("takes every comma that people write", () =>
    assert.deepEqual(domainLines("a.example、b.example，c.example;d.example"), [
      "a.example",
      "b.example",
      "c.example",
      "d.example",
    ]));
});
