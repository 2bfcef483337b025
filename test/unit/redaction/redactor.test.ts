import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import fc from "fast-check";
import { MASK } from "../../../src/redaction/maskRanges.ts";
import { Redactor } from "../../../src/redaction/redactor.ts";

const KEY = "PaneLLabKey0123456789abcdefABCDE";
const ODD = 'pass wörd+/=&?"\\密';

function knowing(...secrets: readonly string[]): Redactor {
  const redactor = new Redactor();
  for (const secret of secrets) redactor.add(secret);
  return redactor;
}

describe("redaction", () => {
  const forms: readonly (readonly [string, (secret: string) => string])[] = [
    ["plain", (secret) => secret],
    ["as a part of a URL", (secret) => encodeURIComponent(secret)],
    ["as a form field", (secret) => new URLSearchParams({ s: secret }).toString().slice(2)],
    ["as a part of a URL with plus signs", (secret) => encodeURIComponent(secret).replaceAll("%20", "+")],
    ["in JSON", (secret) => JSON.stringify(secret).slice(1, -1)],
    [
      "in JSON of Python",
      (secret) =>
        JSON.stringify(secret)
          .slice(1, -1)
          .replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`),
    ],
    ["as its md5", (secret) => createHash("md5").update(secret, "utf8").digest("hex")],
  ];
  for (const [what, write] of forms) {
    it(`masks a secret ${what}`, () => {
      for (const secret of [KEY, ODD]) assert.equal(knowing(secret).redact(`<${write(secret)}>`), `<${MASK}>`);
    });
  }

  it("masks a secret in base64, wherever it starts", () => {
    const redactor = knowing(KEY);
    for (const before of ["", "a", "ab", "abc", "user:"]) {
      const encoded = Buffer.from(`${before}${KEY}zz`).toString("base64");
      for (const text of [encoded, encoded.replaceAll("+", "-").replaceAll("/", "_")]) {
        const redacted = redactor.redact(`Basic ${text}`);
        assert.match(redacted, /\*\*\*/);
        // what is left of it holds no more than the letters that it shares with its neighbours
        assert.ok(redacted.length <= "Basic ***".length + 14, redacted);
      }
    }
  });

  it("leaves other text alone", () => {
    const text = "项目 restarted: pid 3518, listening on 18080, cookies are fine, request_time=1";
    assert.equal(knowing(KEY).redact(text), text);
    assert.equal(new Redactor().redact(text), text);
  });

  it("does not take short texts for secrets", () => {
    const redactor = new Redactor();
    const release = redactor.add("abc");
    assert.equal(redactor.redact("abc abcd"), "abc abcd");
    release();
    redactor.add("abcd");
    assert.equal(redactor.redact("abc abcd"), "abc ***");
  });

  it("forgets a secret when its last owner lets go, and only then", () => {
    const redactor = new Redactor();
    const first = redactor.add(KEY);
    const second = redactor.add(KEY);
    first();
    first();
    assert.equal(redactor.redact(KEY), MASK);
    second();
    assert.equal(redactor.redact(KEY), KEY);
    redactor.add(KEY);
    assert.equal(redactor.redact(KEY), MASK);
  });

  it("leaves no part of a secret that holds another", () => {
    assert.equal(knowing("secret", "secretsecret2").redact("secretsecret2 secret"), "*** ***");
    assert.equal(knowing("secretsecret2", "secret").redact("secretsecret2 secret"), "*** ***");
  });

  it("masks signatures and cookies of panels that it does not know", () => {
    const texts: readonly (readonly [string, string])[] = [
      ["/system?request_time=1&request_token=ab12cd&action=x", "/system?request_time=1&request_token=***&action=x"],
      ["request_token=ab12cd", "request_token=***"],
      ['{"request_token": "ab12cd", "a": 1}', '{"request_token": "***", "a": 1}'],
      ["{'request_token':'ab12cd'}", "{'request_token':'***'}"],
      ["REQUEST_TOKEN : ab12cd;x", "REQUEST_TOKEN : ***;x"],
      ["Cookie: a=b; c=d\r\nHost: x", "Cookie: ***\r\nHost: x"],
      ["set-cookie: a=b; path=/", "set-cookie: ***"],
      ["{ 'set-cookie': 'a=b' }", "{ 'set-cookie': '***' }"],
      ["two request_token=a request_token=b", "two request_token=*** request_token=***"],
    ];
    for (const [text, expected] of texts) assert.equal(new Redactor().redact(text), expected);
  });

  it("leaves no secret in any text that was put together from some", () => {
    const secret = fc.string({ unit: "grapheme", minLength: 4, maxLength: 40 }).filter((text) => !text.includes("*"));
    const around = fc.string({ unit: "grapheme-ascii", maxLength: 8 });
    const write = fc.constantFrom(...forms.map(([, form]) => form));
    fc.assert(
      fc.property(fc.array(secret, { minLength: 1, maxLength: 4 }), around, around, write, (secrets, a, b, form) => {
        const text = secrets.map((one) => `${a}${form(one)}${b}`).join(" | ");
        const redacted = knowing(...secrets).redact(text);
        for (const one of secrets) assert.ok(!redacted.includes(one), "a secret is left");
      }),
      { numRuns: 1_000 },
    );
  });
});
