import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import fc from "fast-check";
import { MASK } from "../../../src/redaction/maskRanges.ts";
import { Redactor } from "../../../src/redaction/redactor.ts";
import { signerOf } from "../../../src/wire/signature.ts";

const KEY = "PaneLLabKey0123456789abcdefABCDE";
const ENTRANCE = "/s3cr3tentr4nce";
const TOKEN = signerOf(KEY)(1_700_000_000).request_token;
const md5 = (text: string) => createHash("md5").update(text, "utf8").digest("hex");
const base64 = (text: string) => Buffer.from(text, "utf8").toString("base64");
const percent = (text: string, times: number): string =>
  times === 0 ? text : percent(encodeURIComponent(text), times - 1);
const quoted = (text: string, times: number): string =>
  times === 0 ? text : quoted(JSON.stringify(text).slice(1, -1), times - 1);

describe("redaction by value", () => {
  let redactor: Redactor;
  beforeEach(() => {
    redactor = new Redactor();
    redactor.add(KEY);
    redactor.addEntrance(ENTRANCE);
    redactor.addSent({ token: TOKEN, fields: [] });
  });

  const assertMasked = (text: string, ...secrets: readonly string[]) => {
    const redacted = redactor.redact(text);
    assert.ok(redacted.includes(MASK), redacted);
    for (const secret of secrets) assert.ok(!redacted.toLowerCase().includes(secret.toLowerCase()), redacted);
  };

  it("masks a signed token, whatever echoes it", () => {
    assert.equal(redactor.redact(`refused ${TOKEN} again`), `refused ${MASK} again`);
    assert.equal(redactor.redact(TOKEN.toUpperCase()), MASK);
    assert.equal(redactor.redact(`ffff${TOKEN}ffff`), `ffff${MASK}ffff`);
    for (const text of [
      `ImmutableMultiDict([('request_time', '1'), ('request_token', '${TOKEN}')])`,
      `{'request_token': ['${TOKEN}']}`,
      `--x\r\nContent-Disposition: form-data; name="request_token"\r\n\r\n${TOKEN}\r\n--x--`,
      `<request_token>${TOKEN}</request_token>`,
    ])
      assertMasked(text, TOKEN);
  });

  it("masks the address of a redirect that repeats the request", () => {
    const query = `/system?request_time=1&request_token=${TOKEN}`;
    for (const times of [0, 1, 2, 3, 4]) assertMasked(`Location: /login?next=${percent(query, times)}`, TOKEN);
    for (const before of ["", "x", "xy"]) {
      const encoded = base64(`${before}${query}`);
      const redacted = redactor.redact(`Location: /login?next=${encodeURIComponent(encoded)}`);
      assert.ok(redacted.includes(MASK));
      const left = Buffer.from(redacted.slice("Location: /login?next=".length).replace(MASK, "A"), "base64");
      assert.doesNotMatch(left.toString("latin1"), new RegExp(TOKEN.slice(3, 9)), redacted);
    }
  });

  it("masks the md5 of a key in any case, in base64 and escaped", () => {
    const digest = md5(KEY);
    assertMasked(`md5 ${digest.toUpperCase()}`, digest);
    assertMasked(`md5 ${quoted(percent(digest, 1), 3)}`, digest);
    for (const text of [digest, digest.toUpperCase()]) {
      assert.equal(redactor.redact(`<${base64(text).replace(/=+$/, "")}>`).replace(/[\w+/]/g, ""), `<${MASK}>`);
      assertMasked(base64(`x${text}`), base64(`x${text}`).slice(4, 30));
    }
    assertMasked(
      createHash("md5").update(KEY).digest("base64"),
      createHash("md5").update(KEY).digest("base64").slice(0, 20),
    );
  });

  it("masks the bytes of a key in hexadecimal", () => {
    const hex = Buffer.from(KEY).toString("hex");
    assert.equal(redactor.redact(`${hex} ${hex.toUpperCase()}`), `${MASK} ${MASK}`);
  });

  it("masks secrets that were escaped several times, for JSON and for URLs mixed", () => {
    const odd = 'pa"ss\\w/örd 1+2%密';
    redactor.add(odd);
    for (const times of [0, 1, 2, 3])
      for (const inner of [0, 1, 2])
        for (const text of [quoted(percent(odd, inner), times), percent(quoted(odd, inner), times)])
          assert.equal(redactor.redact(`<${text}>`), `<${MASK}>`, text);
  });

  it("masks a security entrance, but no ordinary word that one is called like", () => {
    assert.equal(redactor.redact("Location: /s3cr3tentr4nce/login"), `Location: ${MASK}/login`);
    assert.equal(redactor.redact("next=%252Fs3cr3tentr4nce%252Flogin"), `next=${MASK}%252Flogin`);
    assert.equal(redactor.redact("entrance s3cr3tentr4nce is wrong"), `entrance ${MASK} is wrong`);
    redactor.addEntrance("/panel");
    assert.equal(redactor.redact("The panel says: see /panel/login"), `The panel says: see ${MASK}/login`);
  });

  it("forgets an entrance when its owner lets go", () => {
    redactor.addEntrance("/0ther-entrance")();
    assert.equal(redactor.redact("/0ther-entrance"), "/0ther-entrance");
  });

  it("knows the last thousand tokens, including tokens signed again", () => {
    const tokens = Array.from({ length: 1_000 }, (_, at) => signerOf(KEY)(at).request_token);
    for (const token of tokens.slice(0, -1)) redactor.addSent({ token, fields: [] });
    redactor.addSent({ token: TOKEN, fields: [] });
    redactor.addSent({ token: tokens.at(-1) ?? "", fields: [] });
    const isKnown = (token: string | undefined) => redactor.redact(token ?? "") === MASK;
    assert.deepEqual(
      [TOKEN, ...tokens].filter((token) => !isKnown(token)),
      [tokens[0]],
    );
  });

  it("knows the last hundred keys that were tried", () => {
    redactor.addTried("the first key that was tried");
    for (let at = 0; at < 99; at++) redactor.addTried(`another key, ${at}`);
    assert.equal(redactor.redact("the first key that was tried"), MASK);
    redactor.addTried("one more");
    assert.equal(redactor.redact("the first key that was tried"), "the first key that was tried");
    assert.equal(redactor.redact("one more"), MASK);
  });

  it("masks quoted and multiple cookies, and nothing behind them", () => {
    for (const [text, expected] of [
      ['Cookie: a="b c"; d="e"\r\nHost: x', `Cookie: ${MASK}\r\nHost: x`],
      ['{"cookie": "a=\\"b\\"; c", "x": 1}', `{"cookie": "${MASK}", "x": 1}`],
      ['{"set-cookie":["a=b","c=d"],"x":1}', `{"set-cookie":[${MASK}],"x":1}`],
      [`[('Cookie', 'a="b"'), ('Host', 'x')]`, `[('Cookie', '${MASK}'), ('Host', 'x')]`],
      ['{"headers":"Cookie: a=b","x":1}', `{"headers":"Cookie: ${MASK}","x":1}`],
      [quoted('{"cookie": "a=b", "x": 1}', 2), quoted('{"cookie": "', 2) + MASK + quoted('", "x": 1}', 2)],
    ] as const)
      assert.equal(new Redactor().redact(text), expected);
  });

  it("masks most of a secret where a text or line was cut, and shows the beginning of a word", () => {
    assert.equal(redactor.redact(`token ${TOKEN.slice(0, 20)}…`), `token ${MASK}…`);
    assert.equal(redactor.redact(`token ${TOKEN.slice(0, 20)}`), `token ${MASK}`);
    assert.equal(redactor.redact(`${KEY.slice(0, 31)}\nnext`), `${MASK}\nnext`);
    assert.equal(redactor.redact(`${TOKEN.slice(0, 20)} and so on`), `${TOKEN.slice(0, 20)} and so on`);
    redactor.add("password1");
    assert.equal(redactor.redact("your passw…"), "your passw…");
  });

  it("shows names as they are, and masks everything around them", () => {
    redactor.add("shop2024");
    const text = `“shop2024.example.com” on “Prod”: denied for shop2024, ${TOKEN}`;
    const names = ["shop2024.example.com", "Prod", ""];
    assert.equal(redactor.redact(text, names), `“shop2024.example.com” on “Prod”: denied for ${MASK}, ${MASK}`);
    assert.equal(redactor.redact(text, ["hop2024"]), redactor.redact(text), "a part of a secret is no name of it");
  });

  it("finds the same secrets as a slow comparison, in any text", () => {
    const letters = fc.constantFrom("a", "b", "A", "+", " ");
    const secrets = fc.array(fc.string({ unit: letters, minLength: 4, maxLength: 6 }), { minLength: 1, maxLength: 5 });
    const text = fc.string({ unit: letters, maxLength: 40 });
    const fold = (written: string) => written.toLowerCase().replaceAll("+", " ");
    fc.assert(
      fc.property(secrets, text, (all, written) => {
        const knowing = new Redactor();
        for (const secret of all) knowing.add(secret);
        const isMasked = Array.from(written, () => false);
        // blanks round a secret are none of it, unless they are all there is
        const bare = all.map((secret) => (secret.trim().length < 4 ? secret : secret.trim()));
        for (const secret of bare)
          for (let at = 0; at + secret.length <= written.length; at++)
            if (fold(written.slice(at, at + secret.length)) === fold(secret))
              isMasked.fill(true, at, at + secret.length);
        const expected = Array.from(written, (letter, at) => {
          if (!isMasked[at]) return letter;
          return isMasked[at - 1] ? "" : MASK;
        });
        assert.equal(knowing.redact(written), expected.join(""));
      }),
      { numRuns: 500 },
    );
  });

  it("masks a token anywhere in 100 kB of anything, however it is escaped", () => {
    for (const filler of [
      "%25",
      "\\",
      "a",
      "f0",
      "密",
      "…",
      "request_token",
      'cookie:"',
      "\n",
      "%",
      "\\u00",
      "&",
      "&amp;",
      "&#x",
      "cookie:[",
      "cookies={'",
      "<cookie a",
      "cookie=a;",
    ]) {
      const long = filler.repeat(Math.ceil(50_000 / filler.length));
      const redacted = redactor.redact(`${long} ${percent(TOKEN, 2)} ${long} /s3cr3tentr4nce`);
      assert.ok(!redacted.includes(TOKEN) && !redacted.includes("s3cr3tentr4nce"), filler);
    }
  });
});
