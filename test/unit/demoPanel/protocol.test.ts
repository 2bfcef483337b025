import assert from "node:assert/strict";
import { json, signed, type WireAnswer, type WireCall } from "../../demoPanel/wire.ts";
import { withPanel } from "../../demoPanel/withPanel.ts";

const total = { action: "GetSystemTotal" };
const JSON_TYPE = "application/json; charset=utf-8";

function assertPage(answer: WireAnswer, what: string): void {
  const { status, headers, body, text } = answer;
  assert.deepEqual(
    [status, headers["content-type"], headers["server"], body.length],
    [404, "text/html", "nginx", 146],
    what,
  );
  assert.match(text, /^<html>\r\n<head><title>404 Not Found<\/title><\/head>\r\n/);
  assert.match(text, /<hr><center>nginx<\/center>\r\n<\/body>\r\n<\/html>\r\n$/);
}

describe("a demo panel's protocol", () => {
  const referenceKey = "PaneLLabKey0123456789abcdefABCDE";

  it(
    "accepts the reference signature in query and form, in any mix, the form first",
    withPanel(
      async ({ bare }) => {
        const time = { request_time: "1700000000" };
        const token = { request_token: "615a4f4eacc9786689a56061ec8aae13" };
        const calls: readonly WireCall[] = [
          { path: "/system", form: { ...total, ...time, ...token } },
          { path: "/system", query: { ...total, ...time, ...token } },
          { path: "/system", query: time, form: { ...total, ...token } },
          { path: "/system", query: { ...time, request_token: "0" }, form: { ...total, ...token } },
        ];
        for (const call of calls) {
          const { status, headers } = await bare(call);
          assert.deepEqual([status, headers["content-type"]], [200, JSON_TYPE], JSON.stringify(call));
        }
      },
      { key: referenceKey },
    ),
  );

  it(
    "does not check the time",
    withPanel(async ({ panel, bare }) => {
      for (const time of ["1", "abc"]) {
        const answer = await bare({ path: "/system", form: { ...total, ...signed(panel.key, time) } });
        assert.equal(answer.headers["content-type"], JSON_TYPE);
      }
    }),
  );

  it(
    "lacks the absent routes of its options, and has xdocker without them",
    withPanel(
      async ({ get, post }) => {
        const query = { table: "sites", type: "-1" };
        assert.equal(((await post("/datalist/data/get_data_list", query)) as { status: boolean }).status, false);
        assert.ok("data" in ((await post("/data", { ...query, action: "getData" })) as object));
        const restarted = await get("/xdocker/container/restart", { id: "web-proxy" });
        assert.deepEqual(restarted, { status: true, msg: "容器重启成功!" });
      },
      { absentRoutes: ["datalist", "btdocker"], delays: { container: 0 } },
    ),
  );

  it(
    "takes any suffix of a /mod path, or none, by GET and POST",
    withPanel(async ({ get, post }) => {
      for (const suffix of ["", "/stype", "/anything", "/stype/"]) {
        const path = `/mod/java/project/restart_project${suffix}`;
        for (const answer of [await get(path, { project_name: "项目" }), await post(path, { project_name: "项目" })]) {
          const { timestamp, ...rest } = answer as { timestamp: number };
          assert.deepEqual(rest, { status: false, msg: "项目不存在", data: null, code: 0 });
          assert.ok(Number.isInteger(timestamp));
        }
      }
      const path = "/mod/java/project/project_list";
      assert.deepEqual(await get(`${path}/html`), { status: false, msg: "指定模板不存在!" });
      const [text, headers] = (await get(`${path}/json`, { search: "nosuch" })) as [string, object];
      assert.ok(text.startsWith('{"page": "<div><span class='), text);
      assert.deepEqual(headers, { "Content-Type": JSON_TYPE });
      const wrapped = { data: '{"p": 1, "limit": 5, "search": "order-service"}' };
      assert.equal(((await post(path, wrapped)) as { row: string }).row, "5");
    }),
  );

  const overrides: { "system.total"?: () => unknown } = {};
  it(
    "answers with an overriding handler from the next call on",
    withPanel(
      async ({ call, panel }) => {
        overrides["system.total"] = () => ["😀", null, { a: undefined, b: 1.5 }];
        const answer = await call({ path: "/system", form: total });
        assert.equal(answer.text, String.raw`["\ud83d\ude00", null, {"b": 1.5}]`);
        assert.deepEqual(json(answer), ["😀", null, { b: 1.5 }]);
        overrides["system.total"] = () => {
          throw new Error("fault");
        };
        assertPage(await call({ path: "/system", form: total }), "a throwing override");
        delete overrides["system.total"];
        assert.match((await call({ path: "/system", form: total })).text, /memTotal/);
        const outcomes = panel.counters.requests.map(({ outcome }) => outcome);
        assert.deepEqual(outcomes, ["answered", "exception", "answered"]);
      },
      { handlers: overrides },
    ),
  );
});
