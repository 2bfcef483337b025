import assert from "node:assert/strict";
import fc from "fast-check";
import { MASK } from "../../../src/redaction/maskRanges.ts";
import { RedactedStream } from "../../../src/redaction/redactedStream.ts";
import { Redactor } from "../../../src/redaction/redactor.ts";
import { signerOf } from "../../../src/wire/signature.ts";

const KEY = "PaneLLabKey0123456789abcdefABCDE";
const TOKEN = signerOf(KEY)(1_700_000_000).request_token;
const ODD = 'pass wörd+/=&?"\\密𝄞';

/** What is shown of a text that comes in these pieces. */
function shownOf(redactor: Redactor, pieces: readonly string[]): string {
  const stream = new RedactedStream(redactor);
  return [...pieces.map((piece) => stream.add(piece)), stream.flush()].join("");
}

describe("redaction of a text in pieces", () => {
  let redactor: Redactor;
  beforeEach(() => {
    redactor = new Redactor();
    for (const secret of [KEY, ODD]) redactor.add(secret);
    redactor.addSent({ token: TOKEN, fields: [] });
  });

  const forms: readonly (readonly [string, string])[] = [
    ["a key", KEY],
    ["a token", TOKEN],
    ["a token in a URL in a URL", encodeURIComponent(encodeURIComponent(`?request_token=${TOKEN}`))],
    ["an odd password", ODD],
    ["an odd password in a URL", encodeURIComponent(ODD)],
    ["an odd password in JSON in JSON", JSON.stringify(JSON.stringify(ODD))],
    ["a key in base64", Buffer.from(`x${KEY}`).toString("base64")],
    ["a key that is broken over lines", `${KEY.slice(0, 12)}\n    ${KEY.slice(12, 15)}\n${KEY.slice(15)}`],
    ["an odd password in HTML", ODD.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("密", "&#23494;")],
    ["a signature by its shape", "request_token=0123456789abcdef&x"],
  ];
  for (const [what, written] of forms)
    it(`masks ${what}, wherever it is split`, () => {
      const text = `before ${written} after\nnext`;
      const whole = redactor.redact(text);
      assert.ok(whole.includes(MASK));
      const secret = whole.indexOf(MASK);
      for (let at = 0; at <= text.length; at++) {
        const shown = shownOf(redactor, [text.slice(0, at), text.slice(at)]);
        // less than a secret may stand before the mask, where nothing told that it was the beginning of one
        const more = shown.length - whole.length;
        const begun = shown.slice(secret, secret + more);
        assert.ok(text.startsWith(begun, secret), `${at}: ${shown}`);
        assert.ok(begun.length <= 8 && more >= 0, `${at}: ${shown}`);
        assert.equal(shown.slice(0, secret) + shown.slice(secret + more), whole);
      }
    });

  it("shows no four letters of a token, split anywhere and any number of times", () => {
    fc.assert(
      fc.property(fc.array(fc.nat(80), { maxLength: 6 }), (places) => {
        const text = `one ${TOKEN} two ${KEY} three`;
        const cuts = [0, ...places.map((place) => Math.min(place, text.length)), text.length].toSorted((a, b) => a - b);
        const shown = shownOf(
          redactor,
          cuts.slice(1).map((to, index) => text.slice(cuts[index], to)),
        );
        for (const secret of [TOKEN, KEY])
          for (let at = 0; at + 4 <= secret.length; at++) assert.ok(!shown.includes(secret.slice(at, at + 4)), shown);
        assert.match(shown, /^one .{0,3}\*{3} two .{0,3}\*{3} three$/);
      }),
      { numRuns: 500 },
    );
  });

  it("loses nothing and adds nothing where there is no secret", () => {
    const piece = fc.oneof(
      fc.string({ unit: "grapheme" }),
      fc.constantFrom("Pane", "%5", "\\u00", "\ud834", TOKEN.slice(0, 9)),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
        assert.equal(shownOf(redactor, pieces), redactor.redact(pieces.join("")));
      }),
      { numRuns: 500 },
    );
  });

  it("holds back only the possible beginning of a secret", () => {
    const stream = new RedactedStream(redactor);
    assert.equal(stream.add("listening on 8080"), "listening on 8080");
    assert.equal(stream.isHolding, false);
    assert.equal(stream.add(`\nkey ${KEY.slice(0, 6)}`), "\nkey ");
    assert.equal(stream.isHolding, true);
    assert.equal(stream.add("\n── stopped\n"), `${KEY.slice(0, 6)}\n── stopped\n`);
    assert.equal(stream.isHolding, false);
  });

  it("masks the rest of a secret whose beginning was given out", () => {
    const stream = new RedactedStream(redactor);
    assert.equal(stream.add(KEY.slice(0, 10)), "");
    assert.equal(stream.flush(), KEY.slice(0, 10));
    assert.equal(stream.add(`${KEY.slice(10)} more`), `${MASK} more`);
    assert.equal(stream.add(KEY.slice(0, 20)), "");
    assert.equal(stream.flush(), MASK);
    assert.equal(stream.add(`${KEY.slice(20)} more`), " more");
  });

  it("goes on in a line of any length", () => {
    const stream = new RedactedStream(redactor);
    const pieces = Array.from({ length: 200 }, (_, at) => `${"x".repeat(100)}${TOKEN.slice(0, at % 32)}`);
    const shown = pieces.map((piece) => stream.add(piece)).join("") + stream.add(TOKEN) + stream.flush();
    assert.equal(shown, redactor.redact(pieces.join("") + TOKEN));
  });
});
