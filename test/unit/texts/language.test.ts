import assert from "node:assert/strict";
import { fork } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { TextBundle } from "../../../src/siteForm/protocol.ts";
import { textsLanguage, windowLanguage } from "../../../src/texts/language.ts";
import { compiledOnce } from "../../keepCompiled.ts";
import { markFaults } from "../source/chineseText.ts";
import { everyText } from "./everyText.ts";

interface Made {
  readonly windowLanguage: string;
  readonly textsLanguage: string;
  readonly texts: readonly string[];
}

async function makeIn(language: string, bundle?: TextBundle): Promise<Made> {
  // no thread, which takes several times as long: Node keeps nothing for it of what it has compiled
  const child = fork(new URL("inOtherLanguage.ts", import.meta.url), {
    execArgv: [],
    env: { ...process.env, ...compiledOnce },
  });
  child.send({ language, bundle });
  try {
    const [made] = (await once(child, "message")) as [Made];
    return made;
  } finally {
    child.kill();
  }
}

const readBundle = (name: string) =>
  JSON.parse(readFileSync(join(import.meta.dirname, "../../../l10n", name), "utf8")) as Readonly<
    Record<string, string>
  >;

const bundle = readBundle("bundle.l10n.json");
const chinese = readBundle("bundle.l10n.zh-cn.json");

/** A language in which every text is the English one in brackets. */
const bracketed = Object.fromEntries(Object.keys(bundle).map((text) => [text, `⟦${text}⟧`]));

/** The text outside all brackets. */
function outside(text: string): string {
  let left = text;
  for (let before = ""; before !== left;) {
    before = left;
    left = left.replace(/⟦[^⟦⟧]*⟧/g, "");
  }
  return left;
}

/** Values of panels and logs, which stay as they are. */
const AS_IT_IS = /data\.0\.id|4203/g;

describe("the language of texts", () => {
  let inChinese: Made;
  before(async () => (inChinese = await makeIn("zh-cn", chinese)));

  it("is English by default", () => {
    assert.equal(windowLanguage(), "en");
    assert.equal(textsLanguage(), "en");
  });

  it("is that of the window if there is a bundle, for every text", async () => {
    const made = await makeIn("zh-cn", bracketed);
    assert.equal(made.windowLanguage, "zh-cn");
    assert.equal(made.textsLanguage, "zh-cn");
    assert.equal(made.texts.length, everyText().length);
    for (const text of made.texts) assert.doesNotMatch(outside(text).replace(AS_IT_IS, ""), /[A-Za-z⟦⟧]/, text);
  });

  it("keeps names and values", async () => {
    const [english, made] = [everyText(), await makeIn("en", bracketed)];
    assert.deepEqual(
      made.texts.map((text) => text.replaceAll(/[⟦⟧]/g, "")),
      english,
    );
  });

  it("joins Chinese texts without spaces", () => {
    const lines = inChinese.texts.flatMap((text) => text.split("\n"));
    assert.ok(lines.includes("时间：2026年1月2日 03:04:00（刚刚）"));
    // as all other times of day
    assert.ok(lines.includes("1月3日 00:10"));
    // dates have no spaces
    const undated = new Set(lines.map((line) => line.replace(/(?:\d+年)?\d+月\d+日/, "那天")));
    const found = [...undated].flatMap((line) => markFaults(line).map((fault) => `${line} ${fault}`));
    assert.deepEqual(found, []);
  });

  it("writes Chinese titles with spaces beside Latin letters alone", () => {
    for (const title of [
      "是否重启“商店”上的 Java 项目“订单”？",
      "是否重启“商店”上的容器“订单”？",
      "是否更改“商店”上的网站“订单”的 PHP 版本？",
    ])
      assert.ok(inChinese.texts.includes(title), title);
  });

  it("stays English without a bundle, with the window's dates", async () => {
    const made = await makeIn("de");
    assert.equal(made.windowLanguage, "de");
    assert.equal(made.textsLanguage, "en");
    assert.ok(made.texts.some((text) => text.startsWith("When: 02.01.2026")));
  });
});
