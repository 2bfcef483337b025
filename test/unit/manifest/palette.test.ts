import assert from "node:assert/strict";
import english from "../../../package.nls.json" with { type: "json" };
import chinese from "../../../package.nls.zh-cn.json" with { type: "json" };
import { commandIds } from "../../../src/manifest/commands.ts";
import { contextKeys } from "../../../src/manifest/manifest.ts";
import { isInPalette, packageJson } from "./packageJson.ts";

/** What VS Code takes as ends of words; full-width brackets are none of them. */
const isSeparator = (sign: string | undefined): boolean =>
  sign !== undefined && /[\s()[\]{}<>`'"\-/;:,.?!]/u.test(sign);

/** The start of the next word, as VS Code finds it. */
function nextWord(target: string, start: number): number {
  for (let at = start; at < target.length; at += 1)
    if (isSeparator(target[at]) || (at > 0 && isSeparator(target[at - 1]))) return at;
  return target.length;
}

/** Whether the signs go on from here: with the next one, or with the start of any later word. */
function goesOn(typed: string, target: string, at: number): boolean {
  const [sign, ...rest] = typed;
  if (sign === undefined) return true;
  if (at >= target.length || !(sign === target[at] || (isSeparator(sign) && isSeparator(target[at])))) return false;
  const others = rest.join("");
  if (goesOn(others, target, at + 1)) return true;
  for (let next = nextWord(target, at + 1); next < target.length; next = nextWord(target, next + 1))
    if (goesOn(others, target, next)) return true;
  return false;
}

/** Whether the palette lists a command for what was typed: VS Code's rule of words, or the text itself. */
function isFound(typed: string, target: string): boolean {
  const [text, whole] = [typed.toLowerCase(), target.toLowerCase()];
  if (whole.includes(text)) return true;
  for (let at = 0; at < whole.length; at = nextWord(whole, at + 1)) if (goesOn(text, whole, at)) return true;
  return false;
}

type Texts = Readonly<Record<string, string>> & { readonly category: string };

const titleIn = (texts: Texts, id: string): string =>
  `${texts.category}: ${texts[id.replace("serverPanel.", "command.")] ?? assert.fail(id)}`;
const titleOf = (id: string): string => titleIn(chinese, id);

const offered = commandIds.filter((id) => isInPalette(id, { [contextKeys.panelCount]: 1 }));

describe("the palette in English", () => {
  for (const [typed, id] of [
    ["restart", "serverPanel.restart"],
    ["ssl", "serverPanel.installCertificate"],
    ["ssl", "serverPanel.orderCertificate"],
    ["https", "serverPanel.changeSettings"],
    ["domain", "serverPanel.changeSettings"],
    ["create site", "serverPanel.site.create"],
    ["add site", "serverPanel.site.create"],
    ["cron", "serverPanel.run"],
    ["upload", "serverPanel.panel.openPath"],
    ["undo", "serverPanel.rollBack"],
    ["proxy", "serverPanel.openConfiguration"],
    ["mcp", "serverPanel.agent.connect"],
  ] as const)
    it(`finds ${id} for “${typed}”`, () => {
      const found = offered.filter((each) => isFound(typed, titleIn(english, each)));
      assert.ok(found.includes(id), found.join("\n"));
    });
});

describe("the palette in Chinese", () => {
  const found = (typed: string) => offered.filter((id) => isFound(typed, titleOf(id)));

  it("is searched as VS Code does it", () => {
    assert.ok(isFound("宝塔重启", "服务器面板 (宝塔面板): 重启…"));
    assert.ok(!isFound("宝塔重启", "服务器面板（宝塔面板）: 重启…"), "full-width brackets end no word");
    assert.ok(isFound("spre", "Server Panel: Restart…") && !isFound("spst", "Server Panel: Restart…"));
  });

  for (const [typed, id] of [
    ["新建", "serverPanel.site.create"],
    ["新建网站", "serverPanel.site.create"],
    ["添加站点", "serverPanel.site.create"],
    ["宝塔重启", "serverPanel.restart"],
    ["重启", "serverPanel.restart"],
    ["启动", "serverPanel.start"],
    ["停止", "serverPanel.stop"],
    ["打开文件", "serverPanel.panel.openPath"],
    ["打开文件", "serverPanel.openFiles"],
    ["网站日志", "serverPanel.followLog"],
    ["查看日志", "serverPanel.followLog"],
    ["证书续签", "serverPanel.renew"],
    ["ssl", "serverPanel.installCertificate"],
    ["域名", "serverPanel.changeSettings"],
    ["https", "serverPanel.changeSettings"],
    ["伪静态", "serverPanel.openConfiguration"],
    ["反向代理", "serverPanel.openConfiguration"],
    ["搜索", "serverPanel.find"],
    ["上传", "serverPanel.panel.openPath"],
    ["解压", "serverPanel.panel.openPath"],
    ["定时任务", "serverPanel.run"],
    ["撤销", "serverPanel.rollBack"],
    ["mcp", "serverPanel.agent.connect"],
  ] as const)
    it(`finds ${id} for “${typed}”`, () => {
      assert.ok(found(typed).includes(id), found(typed).map(titleOf).join("\n"));
    });

  it("finds all for the name of the panel, as the settings are found", () => {
    for (const typed of ["宝塔面板", "宝塔", "服务器面板"]) assert.equal(found(typed).length, offered.length, typed);
    const { title, properties } = packageJson.contributes.configuration;
    assert.equal(title, "%category%");
    for (const [id, { keywords = [] }] of Object.entries(properties))
      for (const word of ["宝塔", "服务器面板"]) assert.ok(keywords.includes(word), id);
  });
});
