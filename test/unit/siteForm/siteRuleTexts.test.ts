import assert from "node:assert/strict";
import { siteRuleTexts } from "../../../src/siteForm/siteRuleTexts.ts";
import { assertSentence } from "../texts/sentence.ts";

describe("What is said of a field of the site form", () => {
  it("is a sentence for every rule, with the part that it is about", () => {
    const texts = siteRuleTexts();
    for (const text of Object.values(texts))
      assertSentence(text.replaceAll("{0}", "甲"), ...(text.includes("{0}") ? ["甲"] : []));
  });

  it("names the part that is at fault where a field holds several", () => {
    const texts = siteRuleTexts();
    for (const rule of ["domainPortReserved", "domainDuplicate", "rootSystem", "rootSites", "phpUnknown"] as const)
      assert.ok(texts[rule].includes("{0}"), rule);
  });
});
