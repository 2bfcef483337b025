import assert from "node:assert/strict";
import { refusalIn } from "../../../src/characters/panelRefusals.ts";
import { siteRefusals } from "../../../src/siteForm/siteRefusals.ts";

describe("siteRefusals", () => {
  const cases = [
    ["您添加的域名已存在", "domain", /already has this domain/],
    ["The site you tried to add already exists!", "domain", /already has this domain/],
    ["The domain you tried to add already exists!", "domain", /already has this domain/],
    ["主域名格式不正确", "domain", /accept this domain/],
    ["Format of primary domain is incorrect", "domain", /accept this domain/],
    ["主域名不能为泛解析", "domain", /wildcard/],
    ["指定PHP版本不存在!", "php", /PHP version/],
    ["Requested PHP version does NOT exist!", "php", /PHP version/],
    ["端口范围不合法", "port", /this port/],
    ["The port is occupied or the port range is incorrect! It should be between 100 and 65535", "port", /this port/],
    ["请不要将网站根目录设置到以下关键目录中: /www", "root", /belongs to the system/],
    ["不能以系统关键目录作为站点目录", "root", /belongs to the system/],
    ["目录中不能包含空格或换行符，请重新选择！", "root", /spaces/],
    ["选中的必须是一个目录而不是一个文件", "root", /a file at this path/],
    ["不安全的路径", "root", /this path/],
    ["未安装任意Web服务，请安装Nginx或Apache后再操作", undefined, /No web server/],
    ["ERROR: 检测到配置文件有错误,请先排除后再操作 nginx", undefined, /has an error/],
  ] as const;
  for (const [words, field, text] of cases)
    it(`knows ${words.slice(0, 30)}`, () => {
      const refusal = refusalIn(siteRefusals(), words);
      assert.equal(refusal?.field, field);
      assert.match(refusal?.text(words) ?? "", text);
    });

  it("returns undefined for other messages", () => {
    for (const words of ["", "¡El sitio que intentó agregar ya existe!", "no: 您添加的域名已存在"])
      assert.equal(refusalIn(siteRefusals(), words), undefined);
  });
});
