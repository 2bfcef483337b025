import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { chineseFaults } from "./source/chineseText.ts";

const root = join(import.meta.dirname, "../..");

const readTexts = (path: string) =>
  JSON.parse(readFileSync(join(root, path), "utf8")) as Readonly<Record<string, string>>;

const files = [
  ["l10n/bundle.l10n.json", "l10n/bundle.l10n.zh-cn.json"],
  ["package.nls.json", "package.nls.zh-cn.json"],
] as const;

describe("Chinese texts", () => {
  for (const [english, chinese] of files) {
    it(`of ${chinese} are those of ${english}, all of them and no others`, () => {
      assert.deepEqual(Object.keys(readTexts(chinese)).toSorted(), Object.keys(readTexts(english)).toSorted());
    });

    it(`of ${chinese} are translated, whole, and written as Chinese is`, () => {
      const texts = readTexts(chinese);
      const found = Object.entries(readTexts(english)).flatMap(([key, text]) =>
        chineseFaults(text, texts[key] ?? text).map((fault) => `${key} → ${texts[key]}: ${fault}`),
      );
      assert.deepEqual(found, []);
    });
  }

  it("have commands found in the palette by the panel's own name, which VS Code looks for in category and title alone", () => {
    assert.match(readTexts("package.nls.zh-cn.json")["category"] ?? "", /宝塔/);
  });

  it("have commands found in the palette by what the panel calls the same", () => {
    const titles = Object.entries(readTexts("package.nls.zh-cn.json")).filter(([key]) => key.startsWith("command."));
    for (const word of ["添加站点", "查看日志", "SSL", "证书续签", "计划任务", "立即备份"])
      assert.ok(
        titles.some(([, title]) => title.includes(word)),
        word,
      );
  });

  it("with a fault are found", () => {
    for (const [english, chinese] of [
      ["Restart", "Restart"],
      ["Restart", ""],
      ["{0} of {1}", "{0}，共 {0}"],
      ["“{0}”", "“”"],
      ["[Add](command:a.b)", "[添加](command:a.c)"],
      ["`auto` goes back.", "auto 会恢复。"],
      ["`.env*` is left out.", "`.env` 不部署。"],
      ["Try again", "请 retry"],
      ["Canceled, again", "已取消, 又一次"],
      ["Canceled: {0}", "{0}: 已取消"],
      ["Canceled.", "已取消."],
      ["Canceled (again)", "已取消 (又一次)"],
      ["Canceled ({0})", "已取消({0})"],
      ["Remove “{0}”", '移除"{0}"'],
      ["Loading…", "正在加载..."],
      ["Loading…", "正在加载……"],
      ["Panel: {0}", "面板： {0} 个"],
      ["Which panel", "哪个 面板"],
      ["Java project", "Java项目"],
      ["Remove “{0}”", "移除“{0}"],
      ["Remove “{0}”", "移除”{0}“"],
      ["It has stopped.", "已停止"],
      ["Loading…", "正在加载"],
      ["Websites", "站点"],
      ["Without quotation marks.", "不含“和”。"],
    ] as const)
      assert.notDeepEqual(chineseFaults(english, chinese), [], chinese);
    for (const [english, chinese] of [
      ["SSH", "SSH"],
      ["{0} · {1}", "{0} · {1}"],
      ["“{0}” on “{1}” has stopped.", "“{1}”上的“{0}”已停止。"],
      ["Not a directory ({0}): “..” or “./”.", "不是目录（{0}）：“..”或“./”。"],
      ["Enter an address, such as https://192.0.2.1:8888.", "请输入地址，例如 https://192.0.2.1:8888。"],
      ["In the panel: Settings > API interface", "在面板的“面板设置 > API接口”中"],
      ["[Add](command:a.b) it", "[添加](command:a.b)面板"],
      ["`.env*` is left out, as `#a.b#` says.", "`.env*` 不部署，见 `#a.b#`。"],
    ] as const)
      assert.deepEqual(chineseFaults(english, chinese), [], chinese);
  });
});
