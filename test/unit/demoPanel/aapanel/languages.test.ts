import assert from "node:assert/strict";
import { languages, anySentence, sentenceNames } from "../../../demoPanel/aapanel/languages.ts";

describe("the sentences of an aaPanel", () => {
  it("differ by language, but for the total, and take the same values", () => {
    for (const name of sentenceNames) {
      const said = Object.values(languages).map((language) => anySentence(language, name, "first", "second"));
      const isSame = name === "total" ? said[0] === said[1] : new Set(said).size === said.length;
      assert.ok(isSame, `${name}: ${said.join(" | ")}`);
      for (const value of ["first", "second"])
        assert.equal(new Set(said.map((text) => text.includes(value))).size, 1, `${name}: ${value}`);
      for (const text of said) assert.doesNotMatch(text, /[{}]/);
    }
  });
});
