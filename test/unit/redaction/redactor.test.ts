import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import fc from "fast-check";
import { MASK } from "../../../src/redaction/maskRanges.ts";
import { Redactor } from "../../../src/redaction/redactor.ts";

const KEY = "PaneLLabKey0123456789abcdefABCDE";
const ODD = 'pass wörd+/=&?"\\密';

/** As Python's `html.escape`. */
const htmlEscape = (text: string) =>
  text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("'", "&#x27;");

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
    ["in HTML", htmlEscape],
    ["in HTML of numbers", (secret) => Array.from(secret, (sign) => `&#${sign.codePointAt(0)};`).join("")],
    [
      "in HTML of hexadecimal numbers",
      (secret) => Array.from(secret, (sign) => `&#x${sign.codePointAt(0)?.toString(16)};`).join(""),
    ],
    ["in HTML of JSON", (secret) => htmlEscape(JSON.stringify(secret).slice(1, -1))],
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

  it("masks a secret in Latin-1, taken for it, and where its bytes were lost", () => {
    const secret = "Pässwörd ß+/1é";
    const bytes = Buffer.from(secret, "latin1");
    const escaped = (write: (code: number) => string) =>
      Array.from(bytes, (code) => (code < 0x80 ? String.fromCodePoint(code) : write(code))).join("");
    for (const text of [
      escaped((code) => `%${code.toString(16)}`),
      escaped((code) => `\\x${code.toString(16)}`),
      escaped(() => "\ufffd"),
      escaped(() => ""),
      new TextDecoder("windows-1252").decode(Buffer.from(secret)),
      bytes.toString("hex"),
    ])
      assert.equal(knowing(secret).redact(`<${text}>`), `<${MASK}>`, text);
    const encoded = Buffer.from(`user:${secret}`, "latin1").toString("base64");
    assert.match(knowing(secret).redact(encoded), /^\w{1,7}\*{3}\w?=*$/);
  });

  it("masks a secret that is broken over lines, wherever", () => {
    for (const secret of [KEY, ODD.replaceAll(/[ +\\]/g, ""), Buffer.from(KEY).toString("base64")])
      for (const separator of ["\n", "\r\n", "\n    ", "\\n"])
        for (let at = 1; at < secret.length; at++) {
          const text = `before\n<${secret.slice(0, at)}${separator}${secret.slice(at)}>\nafter`;
          assert.equal(knowing(secret, KEY).redact(text), `before\n<${MASK}>\nafter`, text);
        }
    const wrapped = KEY.replace(/.{8}/g, "$&\n");
    assert.equal(knowing(KEY).redact(wrapped), `${MASK}\n`);
    // of a short one both parts may be words
    assert.equal(knowing("password1").redact("pass\nword1"), "pass\nword1");
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
      ['document.cookie = "a=b";', 'document.cookie = "***";'],
      ["cookie=a=b; c=d HTTP/1.1", "cookie=*** HTTP/1.1"],
      ["/x?cookie=a&b=c", "/x?cookie=***&b=c"],
      ["cookies={'a': 'b}c', \"d\": 'e'}, x=1", "cookies={***}, x=1"],
      ["cookies: [Object: null prototype] { sid: 'a' }, x", "cookies: [Object: null prototype] {***}, x"],
      ["Map(1) { 'set-cookie' => 'a=b' }", "Map(1) { 'set-cookie' => '***' }"],
      ["[(b'cookie', b'a=b'), (b'host', b'x')]", "[(b'cookie', b'***'), (b'host', b'x')]"],
      ["<RequestsCookieJar[<Cookie a=b for 192.0.2.1/>]>", "<RequestsCookieJar[***]>"],
      ["<SimpleCookie: a='b'>", "<SimpleCookie: ***"],
      ["<Morsel: a=b; Path=/> x", "<Morsel: ***> x"],
      ["Cookie(version=0, name='a', value='b)c') x", "Cookie(***) x"],
      ["res.cookie('a', 'b', { path: '/' });", "res.cookie(***});"],
      ["Cookies.set('a', 'b'); x", "Cookies.set(***); x"],
      ["if (cookie == null) return", "if (cookie == null) return"],
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
