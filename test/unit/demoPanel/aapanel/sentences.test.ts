import assert from "node:assert/strict";
import { pageLabels } from "../../../../src/demoPanel/aapanel/pageLabels.ts";
import { say, sentenceNames } from "../../../../src/demoPanel/aapanel/sentences.ts";

const languages = ["en", "es", "de"] as const;

describe("the sentences of an aaPanel", () => {
  it("differ by language, but for the total, and take the same values", () => {
    for (const name of sentenceNames) {
      const said = languages.map((language) => say(language, name, "first", "second"));
      const isSame = name === "total" ? said[0] === said[1] : new Set(said).size === languages.length;
      assert.ok(isSame, `${name}: ${said.join(" | ")}`);
      for (const value of ["first", "second"])
        assert.equal(new Set(said.map((text) => text.includes(value))).size, 1, `${name}: ${value}`);
      for (const text of said) assert.doesNotMatch(text, /[{}]/);
    }
  });

  it("take values as they are", () => {
    assert.equal(say("en", "composerUpgraded", "$1 {1}", 2), "Upgrade composer from $1 {1} to 2");
    assert.equal(say("de", "total"), "Gesamt ");
  });

  it("stand below lists", () => {
    const { first, total } = pageLabels("es");
    assert.deepEqual([first, total(5)], ["Comenzar", "Total 5"]);
  });
});
