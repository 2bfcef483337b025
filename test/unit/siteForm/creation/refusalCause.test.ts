import assert from "node:assert/strict";
import { fieldOf, refusalCause } from "../../../../src/siteForm/creation/refusalCause.ts";
import { refusalText } from "../../../../src/siteForm/host/refusalTexts.ts";

describe("refusalCause", () => {
  const cases = [
    ["您添加的域名已存在", "domainTaken", "domain"],
    ["The site you tried to add already exists!", "domainTaken", "domain"],
    ["主域名格式不正确", "domainMalformed", "domain"],
    ["Format of primary domain is incorrect", "domainMalformed", "domain"],
    ["主域名不能为泛解析", "domainWildcard", "domain"],
    ["指定PHP版本不存在!", "phpMissing", "php"],
    ["Requested PHP version does NOT exist!", "phpMissing", "php"],
    ["端口范围不合法", "portRange", "port"],
    ["The port is occupied or the port range is incorrect! It should be between 100 and 65535", "portRange", "port"],
    ["请不要将网站根目录设置到以下关键目录中: /www", "rootSystem", "root"],
    ["不能以系统关键目录作为站点目录", "rootSystem", "root"],
    ["目录中不能包含空格或换行符，请重新选择！", "rootBlank", "root"],
    ["选中的必须是一个目录而不是一个文件", "rootFile", "root"],
    ["不安全的路径", "rootUnsafe", "root"],
    ["未安装任意Web服务，请安装Nginx或Apache后再操作", "webServerMissing", undefined],
    ["ERROR: 检测到配置文件有错误,请先排除后再操作 nginx", "webServerBroken", undefined],
  ] as const;
  for (const [said, cause, field] of cases)
    it(`names ${cause} in ${said.slice(0, 30)}`, () => {
      assert.equal(refusalCause(said), cause);
      assert.equal(fieldOf(cause), field);
      assert.match(refusalText(cause), /^[A-Z].*\.$/);
    });

  it("names nothing in what it does not know", () => {
    for (const said of ["", "¡El sitio que intentó agregar ya existe!", "no: 您添加的域名已存在"])
      assert.equal(refusalCause(said), undefined);
  });
});
