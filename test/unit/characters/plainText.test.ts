import assert from "node:assert/strict";
import fc from "fast-check";
import { exactText, hasHiddenCharacters, plainText, visibleText } from "../../../src/characters/plainText.ts";

describe("plain text", () => {
  const cases: readonly (readonly [string, string, string])[] = [
    ["leaves a sentence alone", "项目不存在", "项目不存在"],
    [
      "removes tags and keeps what they hold",
      'ERROR: 检测到配置文件有错误<br><br><a style="color:red;">nginx: [emerg]</a>',
      "ERROR: 检测到配置文件有错误 nginx: [emerg]",
    ],
    ["separates what a tag separated", "/www<br>/etc<br/>/usr", "/www /etc /usr"],
    ["removes scripts and styles with what they hold", "a<script>alert(1)</script>b<style>p{}</style >c", "a b c"],
    ["removes comments and tags that do not end", "a<!-- b -->c<img src=x onerror=alert(1)", "a c"],
    ["decodes entities once", "&lt;b&gt; &quot;&#x27;&#39;&nbsp;&amp;lt;", "<b> \"'' &lt;"],
    ["leaves other entities as they are", "&copy;&#64;&lt", "&copy;&#64;&lt"],
    ["leaves comparisons alone", "1 < 2 && 3 > 2", "1 < 2 && 3 > 2"],
    ["makes one line of several", "  a\r\n\tb\u2028c  ", "a b c"],
    ["removes control characters", "a\u0000\u0007\u001b[31mb\u009bc", "a [31mb c"],
    ["removes what turns the reading order", "a\u202eb\u2066c\u2069d\u200ee\u200ff", "a b c d e f"],
    ["removes a script that does not end", "a<script>alert(1)", "a"],
    [
      "tells of a traceback what was thrown",
      "Traceback (most recent call last):\n  File \"/www/server/panel/x.py\", line 7, in y\n    z()\nKeyError: 'set_ssl'\n",
      "KeyError: 'set_ssl'",
    ],
    [
      "names no file of a server from a traceback",
      "失败 Traceback (most recent call last):\n  [left out]\nIOError: [Errno 2] No such file: '/www/server/panel/data/x.json'",
      "IOError: [Errno 2] No such file: '…'",
    ],
    ["leaves Markdown as text", "[x](command:y) **z**", "[x](command:y) **z**"],
    ["may have nothing left", "<br> \n", ""],
  ];
  for (const [what, html, expected] of cases) it(what, () => assert.equal(plainText(html), expected));

  it("cuts at 400 characters and shows that it did", () => {
    assert.equal(plainText("x".repeat(400)), "x".repeat(400));
    assert.equal(plainText("x".repeat(401)), `${"x".repeat(399)}…`);
    assert.equal(plainText(`${"<br>".repeat(500)}${"x".repeat(400)}`), "x".repeat(400));
  });

  it("does not cut a character in two", () => {
    const cut = plainText("\u{1f600}".repeat(300));
    assert.ok(cut.isWellFormed(), "half a character at the end");
    assert.ok(plainText(`${"<br>".repeat(1_000)}${"\u{1f600}".repeat(2_001)}`.slice(1)).isWellFormed());
  });

  it("reads only the beginning of a huge text", () => {
    for (const part of ["<", "<script", "<style>", "<!--", " ", "</", "\u202e"])
      assert.ok(plainText(part.repeat(2_000_000)).length <= 400);
    assert.equal(plainText(`a${"<br>".repeat(2_000)}b`), "a");
  });

  it("has no tag, no control character and at most 400 characters, whatever comes", () => {
    const part = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.constantFrom("<b>", "</b>", "<script>", "</script>", "<", ">", "<img", "\u202e", "\n", "&amp;", "<!"),
    );
    fc.assert(
      fc.property(fc.array(part), (parts) => {
        const html = parts.join("").replaceAll(/&(lt|gt|amp);/g, "");
        const text = plainText(html);
        assert.ok(text.length <= 400);
        assert.doesNotMatch(text, /<\/?[a-z!]/i);
        assert.doesNotMatch(text, /[\p{Cc}\u202a-\u202e\u2066-\u2069]/u);
        assert.equal(text, text.trim());
      }),
      { numRuns: 2_000 },
    );
  });
});

describe("visible text", () => {
  const cases: readonly (readonly [string, string, string])[] = [
    ["leaves a text alone", "项目 a.example.com", "项目 a.example.com"],
    ["is on one line", " a\r\n\tb\u2028c ", "a b c"],
    ["has no control characters", "a\u0000b\u001b[31mc\u009bd\u007fe", "a b [31mc d e"],
    ["has nothing that turns the reading order", "a\u202egnp.exe\u202c\u2066b\u2069\u200e\u200fc", "a gnp.exe b c"],
    ["keeps tags, entities and Markdown, which are text", "<b>&lt;x</b> **y**", "<b>&lt;x</b> **y**"],
    ["keeps marks on letters", "e\u0301 \u0e17\u0e35\u0e48", "e\u0301 \u0e17\u0e35\u0e48"],
    ["has no more than a few marks on a letter", `a${"\u0301".repeat(90)}b`, `a${"\u0301".repeat(4)}b`],
    ["does not become another name without what is hidden", "ad\u200bmin ro\u00adot", "ad min ro ot"],
    ["has no fillers", "a\u3164b\u115fc\u1160d\uffa0e\u2800f", "a b c d e f"],
    ["has no separators, tags or joiners", "a\u2028b\u2029c\u{e0041}d\ufeffe\u2060f\u200dg", "a b c d e f g"],
    ["has no half characters", "a\ud83db\ude00c", "a b c"],
    ["ends where it is too long", "x".repeat(2_000), `${"x".repeat(999)}…`],
    ["may have nothing left", "\u0000\u202e\n", ""],
  ];
  for (const [what, text, expected] of cases) it(what, () => assert.equal(visibleText(text), expected));

  it("does not change when it is cleaned again", () => {
    const part = fc.oneof(fc.string({ unit: "binary" }), fc.constantFrom("\u202e", "\u200f", "\n", " ", "\u2069"));
    fc.assert(
      fc.property(fc.array(part), (parts) => {
        const text = visibleText(parts.join(""));
        assert.equal(visibleText(text), text);
        assert.doesNotMatch(text, /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\u3164\u115f\u1160\uffa0]|^\s|\s\s|\s$/u);
        assert.ok(text.length <= 1_000);
      }),
    );
  });
});

describe("hidden characters", () => {
  it("do not occur in ordinary text", () => {
    for (const text of ["df -h", "cd /www\n\tls\r\n", "echo 项目 é 😀", "", "a  b\u3000"])
      assert.ok(!hasHiddenCharacters(text), text);
  });

  it("are the invisible ones", () => {
    for (const hidden of [
      "\u200b",
      "\u202e",
      "\u2028",
      "\u2029",
      "\u3164",
      "\u0000",
      "\u001b",
      "\r",
      "\ud800",
      "\u00ad",
      "\ufeff",
    ])
      assert.ok(hasHiddenCharacters(`a${hidden}b`) && hasHiddenCharacters(hidden), JSON.stringify(hidden));
  });
});

describe("a text that a person agrees to", () => {
  it("is shown on one line, with all that nobody would see", () => {
    for (const [text, shown] of [
      ["composer install 网站 é", "composer install 网站 é"],
      [" a  b ", "␣a␣␣b␣"],
      ["a\u00a0b\u3000c\td\r\ne", "a\\u{a0}b\\u{3000}c\\u{9}d\\u{d}\\u{a}e"],
      ["a\u200b\u202e\u{e0041}\ud800", "a\\u{200b}\\u{202e}\\u{e0041}\\u{d800}"],
      ["a\\u{a0}␣", "a\\u{5c}u{a0}\\u{2423}"],
      [`e${"\u0301".repeat(6)}`, `e${"\u0301".repeat(4)}\\u{301}\\u{301}`],
    ] as const)
      assert.equal(exactText(text), shown);
  });

  it("is never shown as another one is", () => {
    const text = fc
      .array(fc.constantFrom(" ", "a", "\\", "u{20}", "␣", "\t", "\u00a0", "\u0301"))
      .map((all) => all.join(""));
    fc.assert(fc.property(text, text, (one, other) => one === other || exactText(one) !== exactText(other)));
  });
});
