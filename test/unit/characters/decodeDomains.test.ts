import assert from "node:assert/strict";
import { domainToASCII } from "node:url";
import fc from "fast-check";
import { decodeDomains } from "../../../src/characters/decodeDomains.ts";

describe("decodeDomains", () => {
  it("shows domains in their own script, with the text around them", () => {
    for (const domain of [
      "商城.例子.中国",
      "müller.example",
      "аррӏе.com",
      "пример.рф",
      "𠮷野.example",
      "www.例え.jp",
      "straße.de",
    ])
      for (const around of ["{}", "*.{}", "{}:8080", "{}_8080", "a.example, {}", "“{}”"]) {
        const text = (name: string) => around.replace("{}", name);
        assert.equal(decodeDomains(text(domainToASCII(domain))), text(domain));
      }
    assert.equal(decodeDomains("XN--MLLER-KVA.example"), "müller.example");
  });

  it("leaves other text alone", () => {
    for (const text of [
      "",
      "a.example.com",
      "xn--a.example",
      "xn--.example",
      "xn--99999999",
      "foo-xn--fsqu00a.example",
      "xn--fsqu00a_b",
    ])
      assert.ok([text, "例子_b"].includes(decodeDomains(text)), text);
    // it would encode to another name
    for (const text of ["xn--abc-.example", "xn--google-.com"]) assert.equal(decodeDomains(text), text);
  });

  it("never shows a text that does not encode to the same domain, and never throws", () => {
    const label = fc.string({ unit: fc.constantFrom(...Array.from("abcxyz0189-")), minLength: 1, maxLength: 70 });
    fc.assert(
      fc.property(label, (typed) => {
        const name = `xn--${typed}.example`;
        const shown = decodeDomains(name);
        assert.ok(shown === name || domainToASCII(shown) === name, shown);
      }),
      { numRuns: 500 },
    );
  });
});
