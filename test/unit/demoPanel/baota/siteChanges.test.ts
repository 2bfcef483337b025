import assert from "node:assert/strict";
import { withPanel, type Fixture } from "../../../demoPanel/withPanel.ts";

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
      assert.ok(fixture.panel.state.files.has(FORM.path));
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
    "create FTP user and database, and answer with their passwords",
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
      assert.ok(fixture.panel.state.files.has(FORM.path));
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
      assert.ok(!sites.some(({ id }) => id === 2) && files.has(root));
      assert.deepEqual([web.ftpUsers.length, web.databases.length], [1, 1]);
      const again = JSON.parse((await remove({ id: "2", webname: "shop.example.com" })).text) as unknown;
      assert.deepEqual(again, { status: false, msg: "指定站点不存在!" });

      await remove({ id: "3", webname: "blog.example.com", path: "1", ftp: "1", database: "1" });
      assert.ok(!files.has("/www/wwwroot/blog.example.com"));
      assert.deepEqual([web.ftpUsers.length, web.databases.length], [1, 0]);
    }),
  );

  it(
    "keep a directory that another site uses, and never give an id twice",
    withPanel(async (fixture) => {
      const { files } = fixture.panel.state;
      await add(fixture, { path: "/www/wwwroot/shop.example.com" });
      await act(fixture, "DeleteSite", { id: "16", webname: "new.example.com", path: "1" });
      assert.ok(files.has("/www/wwwroot/shop.example.com"));
      assert.equal((JSON.parse((await add(fixture)).text) as { siteId: number }).siteId, 17);
    }),
  );

  it(
    "start and stop in any state, and fail for a site that does not exist",
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
});
