import assert from "node:assert/strict";
import { json, signed, type WireAnswer, type WireCall } from "./wire.ts";
import { type Fixture, withPanel } from "./withPanel.ts";

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

  const pages: Readonly<Record<string, (fixture: Fixture) => Promise<WireAnswer>>> = {
    "no signature": ({ bare }) => bare({ path: "/system", form: total }),
    "half a signature": ({ bare }) => bare({ path: "/system", form: { ...total, request_token: "x" } }),
    "a signature in JSON": ({ panel, bare }) =>
      bare({
        path: "/system",
        method: "POST",
        body: JSON.stringify({ ...total, ...signed(panel.key) }),
        headers: { "content-type": "application/json" },
      }),
    "a session without signature": async ({ call, bare }) => {
      const cookie = (await call({ path: "/system", form: total })).headers["set-cookie"]?.[0]?.split(";")[0] ?? "";
      return bare({ path: "/system", form: total, headers: { cookie } });
    },
    "an unknown path": ({ call }) => call({ path: "/nosuch" }),
    "an unknown path in two parts": ({ call }) => call({ path: "/nosuchplugin/fun" }),
    "a suffix on an action route": ({ call }) => call({ path: "/system/GetSystemTotal", form: {} }),
    "the security entrance": ({ call }) => call({ path: "/a1b2c3d4/system", form: total }),
    "an exception in a handler": ({ call }) => call({ path: "/btdocker/container/restart" }),
    "a long URL": ({ call }) =>
      call({ path: "/mod/java/project/restart_project/stype", query: { project_name: "x".repeat(1024) } }),
    "a long path": ({ call }) => call({ path: `/mod/java/project/restart_project/${"x".repeat(256)}` }),
    "odd characters in the path": ({ call }) => call({ path: "/mod/java/project/restart_project/a%20b" }),
    "a broken escape in the path": ({ call }) => call({ path: "/system%" }),
    "a bot": ({ call }) => call({ path: "/system", form: total, headers: { "user-agent": "my-robot" } }),
    "a spider": ({ call }) => call({ path: "/system", form: total, headers: { "user-agent": "SpIdEr" } }),
    "a body of more than 16 MiB": ({ panel, bare }) =>
      bare({
        path: "/system",
        method: "POST",
        query: { ...total, ...signed(panel.key) },
        body: Buffer.alloc(16 * 1024 * 1024 + 1),
      }),
  };
  for (const [what, ask] of Object.entries(pages)) {
    it(
      `answers ${what} with the page`,
      withPanel(async (fixture) => assertPage(await ask(fixture), what)),
    );
  }

  it(
    "lets a capital Bot pass",
    withPanel(async ({ call }) => {
      const answer = await call({ path: "/system", form: total, headers: { "user-agent": "My-Bot" } });
      assert.equal(answer.status, 200);
    }),
  );

  it(
    "answers other methods with an empty 404",
    withPanel(async ({ call }) => {
      for (const method of ["PUT", "DELETE", "OPTIONS", "HEAD"]) {
        const { status, headers, text } = await call({ path: "/system", method, query: total });
        assert.deepEqual([status, text], [404, ""]);
        assert.match(headers["content-type"] ?? "", /^text\/plain/);
      }
    }),
  );

  it(
    "sends the browser application for GET on its pages, and runs nothing",
    withPanel(async ({ call, bare, panel }) => {
      for (const path of ["/site", "/files", "/xterm"]) {
        const known = panel.counters.requests.length;
        const { headers, text } = await call({ path, query: { action: "AddSite" } });
        assert.equal(headers["content-type"], "text/html; charset=utf-8");
        assert.match(text, /^<!doctype html><html lang="zh">/);
        assertPage(await bare({ path }), path);
        assert.equal(panel.counters.requests[known]?.operation, undefined);
      }
    }),
  );

  it(
    "runs actions by GET where the module is no page, and takes the action from the query",
    withPanel(async ({ get, call }) => {
      assert.equal(((await get("/system", total)) as { version: string }).version, "11.7.0");
      const answer = await call({ path: "/system", query: total, form: {} });
      assert.equal(answer.headers["content-type"], JSON_TYPE);
    }),
  );

  it(
    "names what it does not know",
    withPanel(async ({ get, post }) => {
      const no = (msg: string) => ({ status: false, msg });
      assert.deepEqual(await post("/system", { action: "nope" }), no("指定参数无效!"));
      assert.deepEqual(await post("/system", {}), no("指定参数无效!"));
      const unknownModule = no("没有在模型中找到指定模块");
      assert.deepEqual(await get("/xdocker/container/restart", { id: "web-proxy" }), unknownModule);
      assert.deepEqual(await get("/mod/nolang/project/restart_project/stype"), unknownModule);
      assert.deepEqual(await get("/nosuchplugin/fun/thing"), unknownModule);
      const unknownMethod = await get("/mod/java/project/nope/stype");
      assert.deepEqual(unknownMethod, no("[java/project]模块中找不到[nope]方法"));
    }),
  );

  it(
    "lacks the routes it is told to, and has xdocker if asked",
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

  it(
    "writes JSON as Python does",
    withPanel(async ({ call }) => {
      const { text, headers } = await call({ path: "/system", form: { action: "nope" } });
      assert.equal(text, String.raw`{"status": false, "msg": "\u6307\u5b9a\u53c2\u6570\u65e0\u6548!"}`);
      assert.equal(headers["content-length"], "65");
      assert.equal(headers["x-frame-options"], "SAMEORIGIN");
      const unknown = await call({ path: "/btdocker/container/restart", query: { id: "deadbeef0000" } });
      assert.equal(unknown.headers["content-type"], JSON_TYPE);
      assert.equal(
        unknown.text,
        String.raw`"404 Client Error for http+docker://localhost/v1.41/containers/deadbeef0000/json: Not Found (\"No such container: deadbeef0000\")"`,
      );
    }),
  );

  const overrides: { "system.total"?: () => unknown } = {};
  it(
    "answers with what an override gives, from the next call on",
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
