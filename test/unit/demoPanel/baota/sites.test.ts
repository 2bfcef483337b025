import assert from "node:assert/strict";
import { withPanel, type Fixture } from "../withPanel.ts";

interface Page {
  readonly where: string;
  readonly page: string;
  readonly data: readonly Readonly<Record<string, unknown>>[];
  readonly search_history: readonly object[];
}

const sites = { table: "sites", type: "-1" };
const datalist = ({ post }: Fixture, form: Readonly<Record<string, string>>) =>
  post("/datalist/data/get_data_list", { ...sites, ...form }) as Promise<Page>;
const getData = ({ post }: Fixture, form: Readonly<Record<string, string>>) =>
  post("/data", { ...sites, action: "getData", ...form }) as Promise<Page>;
const namesIn = ({ data }: Page) => data.map(({ name }) => name);

describe("a demo panel's sites", () => {
  it(
    "come in rows as recorded, on the newer list PHP and static ones only",
    withPanel(async (fixture) => {
      const answer = await datalist(fixture, { p: "1", limit: "50" });
      assert.deepEqual(Object.keys(answer), ["where", "page", "data", "search_history"]);
      assert.equal(answer.where, "(project_type = ?)");
      assert.deepEqual(Object.keys(answer.data[0] ?? {}), [
        ..."id name path status index ps addtime type_id edate project_type project_config rname stop".split(" "),
        ..."backup_count domain ssl git_manager php_version php_version_status cn_name proxy redirect".split(" "),
        ..."waf quota net site_total_status".split(" "),
      ]);
      assert.deepEqual(
        answer.data.map(({ id, php_version, status, project_config }) => [id, php_version, status, project_config]),
        [
          [9, "静态", "1", {}],
          [7, "其它", "1", {}],
          [6, "8.2", "0", {}],
          [5, "5.6", "0", {}],
          [4, "静态", "1", {}],
          [3, "7.4", "1", {}],
          [2, "8.2", "1", {}],
          [1, "8.2", "1", {}],
        ],
      );
    }),
  );

  it(
    "have notes with escaped HTML and certificates with days",
    withPanel(async (fixture) => {
      const { data } = await datalist(fixture, {});
      const by = (id: number) => data.find((row) => row["id"] === id) ?? {};
      assert.equal(by(2)["ps"], "&lt;b&gt;Shop&lt;/b&gt; &amp; &quot;checkout&quot;");
      assert.equal(by(6)["ssl"], -1);
      assert.equal((by(5)["ssl"] as { endtime: number }).endtime, -4);
      const ssl = by(2)["ssl"] as { endtime: number; notAfter: string };
      assert.deepEqual(Object.keys(ssl), ["issuer", "issuer_O", "notAfter", "notBefore", "dns", "subject", "endtime"]);
      assert.equal(ssl.endtime, 12);
      assert.match(ssl.notAfter, /^\d{4}-\d\d-\d\d$/);
    }),
  );

  it(
    "come in rows as recorded on the older list, with projects of every kind",
    withPanel(async (fixture) => {
      const answer = await getData(fixture, { limit: "50" });
      assert.deepEqual(
        Object.keys(answer),
        "auto_list where page data search_history net_flow_type net_flow_info".split(" "),
      );
      assert.deepEqual(Object.keys(answer.data[0] ?? {}), [
        ..."id name path status index ps addtime type_id edate project_type project_config rname stop".split(" "),
        ..."backup_count quota domain ssl php_version net waf proxy redirect".split(" "),
      ]);
      assert.deepEqual(new Set(answer.data.map((row) => row["project_type"])), new Set(["Java", "Node", "PHP"]));
      const first = answer.data[0];
      assert.equal(first?.["name"], "order-service");
      const config = JSON.parse(String(first?.["project_config"])) as { java_type: string };
      assert.equal(config.java_type, "springboot");
    }),
  );

  it(
    "come in pages with links as recorded",
    withPanel(async (fixture) => {
      const first = await datalist(fixture, { p: "1", limit: "3" });
      const at = "/datalist/data/get_data_list%3F?p=";
      assert.equal(
        first.page,
        `<div><span class='Pcurrent'>1</span><a class='Pnum' href='${at}2'>2</a><a class='Pnum' href='${at}3'>3</a>` +
          `<a class='Pnext' href='${at}2'>下一页</a><a class='Pend' href='${at}3'>尾页</a><span class='Pcount'>共8条</span></div>`,
      );
      const last = (
        await fixture.call({ path: "/data", query: { action: "getData" }, form: { ...sites, p: "2", limit: "8" } })
      ).text;
      const start = "/data%3Faction%3DgetData?p=1";
      const html = (JSON.parse(last) as Page).page;
      assert.equal(
        html,
        `<div><a class='Pstart' href='${start}'>首页</a><a class='Ppren' href='${start}'>上一页</a>` +
          `<a class='Pnum' href='${start}'>1</a><span class='Pcurrent'>2</span><span class='Pcount'>共15条</span></div>`,
      );
      assert.deepEqual((await datalist(fixture, { p: "9", limit: "3" })).data, []);
    }),
  );

  it(
    "leave traces where they are searched, ordered, or asked for on the older list",
    withPanel(async (fixture) => {
      const { traces } = fixture.panel.state;
      await datalist(fixture, { p: "1", limit: "50" });
      assert.deepEqual(traces, { pageSize: undefined, order: undefined, searches: [] });
      assert.deepEqual(namesIn(await datalist(fixture, { search: "shop" })), ["shop.example.com"]);
      await getData(fixture, { limit: "7", order: "id asc" });
      assert.deepEqual({ ...traces, searches: traces.searches.length }, { pageSize: 7, order: "id asc", searches: 1 });
      assert.equal((await getData(fixture, {})).data.length, 7);
      assert.equal(traces.pageSize, 7);
    }),
  );

  it(
    "take the page for the type where the newer list is not told one",
    withPanel(async (fixture) => {
      const answer = await fixture.post("/datalist/data/get_data_list", { table: "sites", p: "1" });
      assert.deepEqual((answer as Page).data, []);
    }),
  );

  it(
    "are the state that a test changes",
    withPanel(async (fixture) => {
      fixture.panel.state.sites.splice(1);
      assert.deepEqual(namesIn(await datalist(fixture, {})), ["www.example.com"]);
    }),
  );
});
