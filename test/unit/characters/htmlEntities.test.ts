import assert from "node:assert/strict";
import { decodeHTML } from "entities/decode";
import fc from "fast-check";
import { htmlEntity, namedSigns } from "../../../src/characters/htmlEntities.ts";
import { htmlUnescape } from "../../../src/demoPanel/readFields.ts";

/** Texts of what entities consist of, and of what comes near them. */
const text = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        "&",
        "&",
        "#",
        "x",
        "X",
        ";",
        "a",
        "D",
        " ",
        "9",
        "98",
        "&amp",
        "&hearts;",
        "&CounterClockwiseContourIntegral;",
      ),
      fc.constantFrom(...namedSigns.keys()),
      fc.string({ maxLength: 3 }),
    ),
    { maxLength: 8 },
  )
  .map((parts) => parts.join(""));

describe("entities of HTML", () => {
  it("are all that HTML's own table has without a `;`, each for its sign", () => {
    assert.equal(namedSigns.size, 106);
    for (const [name, sign] of namedSigns) {
      assert.equal(decodeHTML(`&${name}`), sign, name);
      assert.equal(htmlUnescape(`&${name}`), sign, name);
    }
  });

  it("are found in every text that HTML reads as another one", () => {
    fc.assert(
      fc.property(text, (given) => {
        if (decodeHTML(given) !== given) assert.match(given, htmlEntity);
      }),
      { numRuns: 2_000 },
    );
  });

  it("are not in names of every day", () => {
    for (const name of ["R&D.pdf", "Fish & Chips", "a&b=c", "&", "Q&A", "#1", "&;"])
      assert.doesNotMatch(name, htmlEntity);
  });
});
