import assert from "node:assert/strict";
import { siteFormTexts } from "../../../src/siteForm/siteFormTexts.ts";
import { assertSentence, assertText } from "../texts/sentence.ts";

const { form } = siteFormTexts();

/** As the form does, with values that no text holds. */
const filledIn = (text: string) => text.replaceAll("{0}", "甲").replaceAll("{1}", "乙");

describe("The texts of the site form", () => {
  it("say of a demo panel that nothing is created on a server", () => {
    const demo = siteFormTexts(true);
    assert.deepEqual(demo, { ...siteFormTexts(), form: { ...form, subtitle: demo.form.subtitle } });
    assertSentence(filledIn(demo.form.subtitle), "甲", "demo", "no real server");
  });

  it("have no hole", () => {
    for (const text of Object.values(form)) assertText(filledIn(text));
  });

  it("help in whole sentences", () => {
    const sentences = Object.entries(form).filter(([name]) => /Help$|^effect|^reviewAgain$|^readOnly$/.test(name));
    assert.ok(sentences.length > 10);
    for (const [, text] of sentences) assertSentence(filledIn(text), ...(text.includes("{0}") ? ["甲"] : []));
  });

  it("name panel, site and what was asked for where the form fills them in", () => {
    for (const name of ["title", "creating", "otherWindow", "createdTitle", "partlyTitle", "existedTitle"] as const)
      assertText(filledIn(form[name]), "甲");
    for (const name of ["subtitle", "panelChanged"] as const) assertText(filledIn(form[name]), "甲", "乙");
    for (const name of ["effectDirectory", "effectFtp", "effectDatabase", "effectPhp", "effectFirewall"] as const)
      assertText(filledIn(form[name]), "甲");
  });

  it("do not call anything created or not created that is not known", () => {
    assert.match(form.uncertainTitle, /not known|unknown/);
    assert.equal(new Set([form.stateCreated, form.stateFailed, form.stateUnknown, form.stateNotAsked]).size, 4);
  });
});
