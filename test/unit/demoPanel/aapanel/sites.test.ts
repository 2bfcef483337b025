import assert from "node:assert/strict";
import type { Fixture } from "../withPanel.ts";
import { answerOf, done, PAGE, said, stamped, withAapanel } from "./aapanel.ts";

interface SiteList {
  readonly where: string;
  readonly page: string;
  readonly data: readonly Readonly<Record<string, unknown>>[];
  readonly search_history: readonly { readonly val: string }[];
}

const list = (fixture: Fixture, form: Readonly<Record<string, string>> = {}) =>
  answerOf(fixture, "/data", { action: "getData", table: "sites", type: "-1", ...form }) as Promise<SiteList>;

const change = (fixture: Fixture, action: string, form: Readonly<Record<string, string>>) =>
  answerOf(fixture, "/site", { action, ...form });

const namesOf = ({ data }: SiteList) => data.map(({ name }) => name);

describe("an aaPanel's sites", () => {
  it(
    "are listed with WordPress, and without projects of other kinds",
    withAapanel(async (fixture) => {
      const whole = await list(fixture, { p: "1", limit: "50" });
      assert.deepEqual(Object.keys(whole), ["where", "page", "data", "search_history", "net_flow_info"]);
      assert.equal(whole.page, "<div><span class='Pcurrent'>1</span><span class='Pcount'>Total 10</span></div>");
      const [wordpress] = whole.data;
      const names =
        "id name path status ps addtime edate backup_count quota domain ssl site_ssl php_version attack project_type cache_status rname";
      assert.deepEqual(Object.keys(wordpress ?? {}), names.split(" "));
      assert.deepEqual([wordpress?.["project_type"], wordpress?.["status"]], ["WP", "0"]);
      const kinds = new Map(whole.data.map((row) => [row["name"], [row["project_type"], row["php_version"]]]));
      assert.deepEqual(kinds.get("www.example.com"), ["PHP", "8.2"]);
      assert.deepEqual(kinds.get("static.example.com"), ["PHP", "Static"]);
      assert.deepEqual(kinds.get("api.example.com"), ["PHP", "Other"]);
      assert.ok(!kinds.has("status.example.com") && !kinds.has("order-service"));
      const plain = whole.data.find(({ name }) => name === "www.example.com") ?? {};
      assert.ok(!("cache_status" in plain) && !("cn_name" in plain) && !("type_id" in plain));
      assert.equal((plain["ssl"] as { endtime: unknown }).endtime, 62);
    }),
  );

  it(
    "come page by page, with the numbers in HTML",
    withAapanel(async (fixture) => {
      const first = await list(fixture, { p: "1", limit: "4" });
      const links =
        "<a class='Pnum' href='/data%3F?p=2'>2</a><a class='Pnum' href='/data%3F?p=3'>3</a><a class='Pnext' href='/data%3F?p=2'>Next</a><a class='Pend' href='/data%3F?p=3'>Last</a>";
      const count = "<span class='Pcount'>Total 10</span>";
      assert.equal(first.page, `<div><span class='Pcurrent'>1</span>${links}${count}</div>`);
      assert.equal(first.data.length, 4);
      assert.equal(fixture.panel.state.traces.pageSize, 4);
      const past = await list(fixture, { p: "99", limit: "10" });
      assert.deepEqual(past.data, []);
      assert.match(past.page, /<a class='Pstart' href='\/data%3F\?p=1'>Start<\/a>.*>Prev<.*>Total 10</);
    }),
  );

  it(
    "are searched by name, remark and domain, which is remembered",
    withAapanel(async (fixture) => {
      assert.deepEqual(namesOf(await list(fixture, { search: "help.example" })), ["docs.example.com"]);
      assert.deepEqual(namesOf(await list(fixture, { search: "Bücher" })), ["xn--bcher-kva.example.com"]);
      const { search_history: history } = await list(fixture, { search: "blog" });
      assert.deepEqual(
        history.map(({ val }) => val),
        ["blog", "Bücher", "help.example"],
      );
    }),
  );

  it(
    "are all static on the other list, which hides WordPress",
    withAapanel(async (fixture) => {
      const form = { table: "sites", p: "1", limit: "50", type: "-1" };
      const { data } = (await answerOf(fixture, "/datalist/data/get_data_list", form)) as SiteList;
      assert.deepEqual([...new Set(data.map((row) => row["php_version"]))], ["静态"]);
      assert.deepEqual([...new Set(data.map((row) => row["project_type"]))], ["PHP"]);
      assert.equal(data[0]?.["cn_name"], data[0]?.["name"]);
    }),
  );

  it(
    "have domains, types and PHP versions in no envelope",
    withAapanel(async (fixture) => {
      const domains = await answerOf(fixture, "/data", {
        action: "getData",
        table: "domain",
        search: "9",
        list: "true",
      });
      assert.deepEqual(domains, [
        { id: 2, pid: 9, name: "docs.example.com", port: 80, addtime: "2026-09-14 09:30:00" },
        { id: 1, pid: 9, name: "help.example.com", port: 80, addtime: "2026-09-14 09:30:00" },
      ]);
      assert.deepEqual(await change(fixture, "get_site_types", {}), [
        { id: 0, name: "Default category" },
        { id: 1, name: "prod" },
      ]);
      assert.deepEqual(await change(fixture, "GetPHPVersion", {}), [
        { version: "00", name: "Static" },
        { version: "56", name: "PHP-56" },
        { version: "74", name: "PHP-74" },
        { version: "82", name: "PHP-82" },
      ]);
    }),
  );

  it(
    "start and stop, as often as asked, WordPress too, and also where there are none",
    withAapanel(async (fixture) => {
      const running = (id: number) => fixture.panel.state.sites.find((site) => site.id === id)?.running;
      for (const id of [1, 16]) {
        const form = { id: String(id), name: "any" };
        for (const _ of [1, 2]) assert.deepEqual(await change(fixture, "SiteStop", form), said(true, "Site stopped"));
        assert.equal(running(id), false);
        assert.deepEqual(await change(fixture, "SiteStart", form), said(true, "Site started"));
        assert.equal(running(id), true);
      }
      const unknown = { id: "9999", name: "nope.example.com" };
      assert.deepEqual(await change(fixture, "SiteStop", unknown), said(true, "Site stopped"));
      assert.deepEqual(await change(fixture, "SiteStart", unknown), said(true, "Site started"));
    }),
  );

  it(
    "are deleted by id, with the directory only if asked",
    withAapanel(async (fixture) => {
      const { sites, files } = fixture.panel.state;
      const kept = await change(fixture, "DeleteSite", { id: "1", webname: "www.example.com" });
      assert.deepEqual(kept, said(true, "Successfully deleted site!"));
      assert.ok(files.directories.has("/www/wwwroot/www.example.com"));
      await change(fixture, "DeleteSite", { id: "2", webname: "shop.example.com", path: "1" });
      assert.ok(!files.directories.has("/www/wwwroot/shop.example.com"));
      assert.ok(!sites.some(({ id }) => id === 1 || id === 2));
      const again = await change(fixture, "DeleteSite", { id: "1", webname: "www.example.com" });
      assert.deepEqual(again, said(false, "Specified site does NOT exist"));
    }),
  );

  it(
    "are not deleted without their name, which comes in the other envelope",
    withAapanel(
      async (fixture) => {
        const { headers, text } = await fixture.call({ path: "/site", form: { action: "DeleteSite", id: "1" } });
        assert.equal(headers["content-type"], "application/json");
        const words = '{"message":{"result":"webname is required"},"status":-1,"timestamp":1795297509}\n';
        assert.equal(text, words);
        assert.ok(fixture.panel.state.sites.some(({ id }) => id === 1));
      },
      { now: () => 1_795_297_509_000 },
    ),
  );

  it(
    "below /v2 are deleted and stopped with success where there are none",
    withAapanel(async (fixture) => {
      const second = async (action: string, form: Readonly<Record<string, string>>) =>
        stamped(await answerOf(fixture, "/v2/site", { action, ...form }));
      const gone = done("Specified site does NOT exist");
      assert.deepEqual(await second("DeleteSite", { id: "9999" }), gone);
      assert.deepEqual(await second("DeleteSite", { id: "9999", webname: "nope.example.com" }), gone);
      assert.deepEqual(await second("SiteStop", { id: "9999", name: "nope" }), done("Site stopped"));
      assert.deepEqual(await second("SiteStart", { id: "6", name: "any" }), done("Site started"));
      assert.equal(fixture.panel.state.sites.find(({ id }) => id === 6)?.running, true);
      assert.equal(((await second("GetPHPVersion", {})).message as readonly object[]).length, 4);
      const data = { action: "getData", table: "sites", type: "-1" };
      const { status, message } = stamped(await answerOf(fixture, "/v2/data", data));
      assert.deepEqual([status, (message as SiteList).data.length], [0, 10]);
    }),
  );

  it(
    "break off where what they need is no number, or is missing",
    withAapanel(async (fixture) => {
      assert.equal(await list(fixture, { p: "x" }), PAGE);
      assert.equal(await change(fixture, "SiteStop", { id: "x", name: "any" }), PAGE);
      assert.equal(await change(fixture, "SiteStop", { id: "1" }), PAGE);
    }),
  );
});
