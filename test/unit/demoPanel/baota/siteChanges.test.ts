import assert from "node:assert/strict";
import { withPanel, type Fixture } from "../withPanel.ts";

const FORM = {
  action: "AddSite",
  path: "/www/wwwroot/new.example.com",
  type: "PHP",
  version: "82",
  port: "80",
  type_id: "1",
  ps: "a <b>",
  ftp: "false",
  sql: "false",
  codeing: "utf8",
};

const webname = (domain: string, domainlist: readonly string[] = []) =>
  JSON.stringify({ domain, domainlist, count: domainlist.length });

type Form = Readonly<Record<string, string>>;

const add = ({ call }: Fixture, change: Form = {}, without?: string) => {
  const form = Object.fromEntries(
    Object.entries({ ...FORM, webname: webname("new.example.com"), ...change }).filter(([name]) => name !== without),
  );
  return call({ path: "/site", form });
};

async function message(fixture: Fixture, change: Form): Promise<string> {
  const answer = JSON.parse((await add(fixture, change)).text) as { readonly status: unknown; readonly msg: string };
  assert.equal(answer.status, false);
  return answer.msg;
}

const act = ({ call }: Fixture, action: string, fields: Form) => call({ path: "/site", form: { action, ...fields } });

const newSite = ({ panel }: Fixture) => panel.state.sites.find(({ name }) => name.startsWith("new."));

describe("a demo panel's changes of sites", () => {
  it(
    "create a site that is listed with its id",
    withPanel(async (fixture) => {
      const extra = ["www.new.example.com", "alt.new.example.com:8081", "nodot", "shop.example.com"];
      const { text } = await add(fixture, { webname: webname("New.Example.com", extra), port: "8088" });
      const parts = { ftpStatus: false, databaseStatus: false, gitStatus: false };
      assert.deepEqual(JSON.parse(text), { siteStatus: true, siteId: 16, ...parts });
      const list = (await fixture.post("/datalist/data/get_data_list", { table: "sites", type: "1" })) as {
        readonly data: readonly Readonly<Record<string, unknown>>[];
      };
      const [row] = list.data;
      const { id, name, path, status, ps, php_version: php, domain } = row ?? {};
      assert.deepEqual(
        [id, name, path, status, ps, php, domain],
        [16, "new.example.com", FORM.path, "1", "a &lt;b&gt;", "8.2", 3],
      );
      assert.deepEqual(newSite(fixture)?.domains, [
        "new.example.com:8088",
        "www.new.example.com",
        "alt.new.example.com:8081",
      ]);
      assert.ok(fixture.panel.state.files.directories.has(FORM.path));
    }),
  );

  it(
    "create a static site by default, in a directory that may be in use",
    withPanel(async (fixture) => {
      const path = "/www/wwwroot//www.example.com/";
      assert.equal((await add(fixture, { version: "", path })).status, 200);
      const { php, path: root } = newSite(fixture) ?? {};
      assert.deepEqual([php, root], ["静态", "/www/wwwroot/www.example.com"]);
    }),
  );

  it(
    "create FTP user and database, and tell their passwords",
    withPanel(async (fixture) => {
      const ftp = { ftp: "true", ftp_username: "new_ftp", ftp_password: "p1" };
      const sql = { sql: "MySQL", datauser: "a_name_of_18_chars", datapassword: "p2", codeing: "gbk" };
      assert.deepEqual(JSON.parse((await add(fixture, { ...ftp, ...sql })).text), {
        siteStatus: true,
        siteId: 16,
        ftpStatus: true,
        ftpUser: "new_ftp",
        ftpPass: "p1",
        databaseStatus: true,
        databaseUser: "a_name_of_18_cha",
        databasePass: "p2",
        databaseName: "a_name_of_18_cha",
        gitStatus: false,
      });
      const { ftpUsers, databases } = fixture.panel.state.web;
      assert.deepEqual(ftpUsers.at(-1), { site: 16, name: "new_ftp" });
      assert.deepEqual(databases.at(-1), { site: 16, name: "a_name_of_18_cha", charset: "gbk" });
    }),
  );

  it(
    "create the site without parts whose names are taken",
    withPanel(async (fixture) => {
      const ftp = { ftp: "true", ftp_username: "shop", ftp_password: "p1" };
      const sql = { sql: "true", datauser: "blog", datapassword: "p2" };
      assert.deepEqual(JSON.parse((await add(fixture, { ...ftp, ...sql })).text), {
        siteStatus: true,
        siteId: 16,
        ftpStatus: false,
        databaseStatus: false,
        databaseUser: "blog",
        databasePass: "p2",
        gitStatus: false,
      });
    }),
  );

  it(
    "without a note leave a directory and no row",
    withPanel(async (fixture) => {
      assert.equal((await add(fixture, {}, "ps")).status, 404);
      assert.equal(newSite(fixture), undefined);
      assert.ok(fixture.panel.state.files.directories.has(FORM.path));
    }),
  );

  const halfway: readonly (readonly [string, Form])[] = [
    ["ftp", {}],
    ["sql", {}],
    ["ftp_password", { ftp: "true", ftp_username: "new_ftp" }],
    ["datauser", { sql: "true" }],
  ];
  for (const [without, change] of halfway)
    it(
      `without ${without} end in a page after the site was created`,
      withPanel(async (fixture) => {
        const answer = await add(fixture, change, without);
        assert.deepEqual([answer.status, answer.headers["content-type"]], [404, "text/html"]);
        assert.equal(newSite(fixture)?.id, 16);
        assert.equal(await message(fixture, {}), "您添加的域名已存在");
      }),
    );

  for (const without of ["path", "webname", "port"])
    it(
      `without ${without} end in a page with nothing done`,
      withPanel(async (fixture) => {
        const before = [...fixture.panel.state.files.directories];
        assert.equal((await add(fixture, {}, without)).status, 404);
        assert.deepEqual([newSite(fixture), [...fixture.panel.state.files.directories]], [undefined, before]);
      }),
    );

  const REFUSED: readonly (readonly [string, Form, string | RegExp])[] = [
    ["a domain that exists", { webname: webname("shop.example.com") }, "您添加的域名已存在"],
    ["an additional domain as main one", { webname: webname("help.example.com") }, "您添加的域名已存在"],
    ["a version that is not installed", { version: "81" }, "指定PHP版本不存在!"],
    ["a port out of range", { port: "70000" }, "端口范围不合法"],
    ["a port that is none", { port: "http" }, "端口范围不合法"],
    ["an additional port out of range", { webname: webname("new.example.com", ["a.b:0"]) }, "端口范围不合法"],
    ["a domain without a dot", { webname: webname("lab_4") }, "主域名格式不正确"],
    ["a wildcard", { webname: webname("*.example.com") }, "主域名不能为泛解析"],
    ["domains that are no JSON", { webname: "new.example.com" }, "webname参数格式不正确，应该是可被解析的JSON字符串"],
    ["a root with a blank", { path: "/www/a b" }, "目录中不能包含空格或换行符，请重新选择！"],
    ["a file as root", { path: "/etc/hostname" }, "选中的必须是一个目录而不是一个文件"],
    ["the root of all sites", { path: "/www/wwwroot/" }, "不能以系统关键目录作为站点目录"],
    ["a root of the system", { path: "/usr" }, /^请不要将网站根目录设置到以下关键目录中: <br>\/www<br>\/usr<br>/],
    ["a root in a directory of the system", { path: "/etc/nginx" }, /<br>\/etc\/<br>/],
    ["a root with ..", { path: "/www/wwwroot/../x" }, "不安全的路径"],
  ];
  for (const [name, change, expected] of REFUSED)
    it(
      `do not take ${name}`,
      withPanel(async (fixture) => {
        const { state } = fixture.panel;
        const before = state.sites.length;
        const said = await message(fixture, change);
        if (typeof expected === "string") assert.equal(said, expected);
        else assert.match(said, expected);
        assert.equal(state.sites.length, before);
      }),
    );

  it(
    "take any port, and name a site by it where the domain has one already",
    withPanel(async (fixture) => {
      assert.equal((await add(fixture, { port: "22", webname: webname("shop.example.com") })).status, 200);
      assert.equal(fixture.panel.state.sites.at(-1)?.name, "shop.example.com_22");
    }),
  );

  it(
    "create nothing while the web server's configuration is broken",
    withPanel(async (fixture) => {
      fixture.panel.state.web.configurationError = 'nginx: [emerg] unknown directive "x"\nnginx: test failed';
      assert.equal(
        await message(fixture, {}),
        "ERROR: 检测到配置文件有错误,请先排除后再操作<br><br>" +
          '<a style="color:red;">nginx: [emerg] unknown directive "x"<br>nginx: test failed</a>',
      );
    }),
  );

  it(
    "delete a site, and its parts only where they are named",
    withPanel(async (fixture) => {
      const { sites, files, web } = fixture.panel.state;
      const remove = (fields: Form) => act(fixture, "DeleteSite", fields);
      const root = "/www/wwwroot/shop.example.com";
      assert.equal((await remove({ id: "2" })).status, 404);
      assert.ok(sites.some(({ id }) => id === 2));
      const done = { status: true, msg: "站点删除成功!" };
      assert.deepEqual(JSON.parse((await remove({ id: "2", webname: "shop.example.com" })).text), done);
      assert.ok(!sites.some(({ id }) => id === 2) && files.directories.has(root));
      assert.deepEqual([web.ftpUsers.length, web.databases.length], [1, 1]);
      const again = JSON.parse((await remove({ id: "2", webname: "shop.example.com" })).text) as unknown;
      assert.deepEqual(again, { status: false, msg: "指定站点不存在!" });

      await remove({ id: "3", webname: "blog.example.com", path: "1", ftp: "1", database: "1" });
      assert.ok(!files.directories.has("/www/wwwroot/blog.example.com"));
      assert.deepEqual([web.ftpUsers.length, web.databases.length], [1, 0]);
    }),
  );

  it(
    "keep a directory that another site uses, and never give an id twice",
    withPanel(async (fixture) => {
      const { files } = fixture.panel.state;
      await add(fixture, { path: "/www/wwwroot/shop.example.com" });
      await act(fixture, "DeleteSite", { id: "16", webname: "new.example.com", path: "1" });
      assert.ok(files.directories.has("/www/wwwroot/shop.example.com"));
      assert.equal((JSON.parse((await add(fixture)).text) as { siteId: number }).siteId, 17);
    }),
  );

  it(
    "take with a directory all that is in it, to the recycle bin where that is on",
    withPanel(async (fixture) => {
      const { files } = fixture.panel.state;
      const binned = () => [...files.directories].filter((path) => path.startsWith("/www/.Recycle_bin/"));
      await add(fixture, { path: "/www/wwwroot/shop.example.com/new" });
      await act(fixture, "DeleteSite", { id: "2", webname: "shop.example.com", path: "1" });
      assert.ok(!files.directories.has("/www/wwwroot/shop.example.com/new"));
      assert.match(binned().join(), /^\/www\/\.Recycle_bin\/_bt_www_bt_wwwroot_bt_shop\.example\.com_t_[\d.]+$/);
      files.files.delete("/www/server/panel/data/recycle_bin.pl");
      await act(fixture, "DeleteSite", { id: "3", webname: "blog.example.com", path: "1" });
      assert.ok(!files.directories.has("/www/wwwroot/blog.example.com"));
      assert.equal(binned().length, 1);
    }),
  );

  it(
    "compare directories as they are written, and take another's where it is written otherwise",
    withPanel(async (fixture) => {
      const { files, sites } = fixture.panel.state;
      const shop = sites.find(({ id }) => id === 2);
      assert.ok(shop);
      await add(fixture, { path: shop.path });
      shop.path += "/";
      await act(fixture, "DeleteSite", { id: "2", webname: "shop.example.com", path: "1" });
      assert.ok(!files.directories.has("/www/wwwroot/shop.example.com"));
    }),
  );

  it(
    "say that a site is deleted where its database stays, for MySQL does not run",
    withPanel(async (fixture) => {
      const { web } = fixture.panel.state;
      web.databaseServerIsDown = true;
      const fields = { id: "3", webname: "blog.example.com", database: "1" };
      assert.deepEqual(JSON.parse((await act(fixture, "DeleteSite", fields)).text), {
        status: true,
        msg: "站点删除成功!",
      });
      assert.equal(web.databases.length, 1);
    }),
  );

  it(
    "start and stop, whatever a site was before, and break off for one that is not there",
    withPanel(async (fixture) => {
      const site = fixture.panel.state.sites[0];
      assert.ok(site);
      const fields = { id: String(site.id), name: site.name };
      for (const [action, running, msg] of [
        ["SiteStop", false, "站点已停用"],
        ["SiteStop", false, "站点已停用"],
        ["SiteStart", true, "站点已启用"],
        ["SiteStart", true, "站点已启用"],
      ] as const) {
        assert.deepEqual(JSON.parse((await act(fixture, action, fields)).text), { status: true, msg });
        assert.equal(site.running, running);
      }
      for (const wrong of [{ id: "999", name: "x" }, { id: "1" }, { id: "x", name: "x" }, { name: "x" }])
        assert.equal((await act(fixture, "SiteStop", wrong)).status, 404);
      assert.equal(site.running, true);
    }),
  );

  it(
    "choose from versions and categories",
    withPanel(async ({ post, panel }) => {
      const versions = (await post("/site", { action: "GetPHPVersion" })) as readonly { readonly version: string }[];
      assert.deepEqual(
        versions.map(({ version }) => version),
        ["00", "56", "74", "82"],
      );
      panel.state.web.categories.push({ id: 2, name: "staging" });
      assert.deepEqual(await post("/site", { action: "get_site_types" }), [
        { id: 0, name: "默认分类" },
        { id: -2, name: "已停止网站" },
        { id: 1, name: "prod" },
        { id: 2, name: "staging" },
      ]);
    }),
  );
});
