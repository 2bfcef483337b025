import assert from "node:assert/strict";
import { json, signed, type WireAnswer } from "../wire.ts";
import { withPanel } from "../withPanel.ts";

const PAGE = [
  "<html>",
  "<head><title>404 Not Found</title></head>",
  "<body>",
  "<center><h1>404 Not Found</h1></center>",
  "<hr><center>nginx</center>",
  "</body>",
  "</html>",
].join("\n");

function assertPage({ status, headers, text, body }: WireAnswer, what: string): void {
  assert.deepEqual([status, text, body.length], [404, PAGE, 138], what);
  assert.deepEqual([headers["content-type"], headers["x-frame-options"]], ["text/html", "SAMEORIGIN"], what);
  assert.equal(headers["set-cookie"], undefined, what);
}

describe("a demo panel that plays an aaPanel", () => {
  const aapanel = { edition: "aapanel" } as const;
  const form = { action: "GetSystemTotal" };
  const good = { path: "/system", form };
  const no = (msg: string) => ({ status: false, msg });

  for (const language of ["en", "es", "de"] as const) {
    it(
      `tells its edition by a second envelope, and its uptime in English: ${language}`,
      withPanel(
        async ({ post, get }) => {
          const total = (await post("/system", form)) as Readonly<Record<string, unknown>>;
          assert.deepEqual([total["version"], total["time"]], ["8.10.0", "12 Day(s)"]);
          for (const ask of [post, get])
            assert.deepEqual(await ask("/v2/system", form), { status: 0, timestamp: 1_795_297_508, message: total });
        },
        { ...aapanel, language, now: () => 1_795_297_508_900 },
      ),
    );
  }

  it(
    "is the only one that has the second envelope",
    withPanel(async ({ call }) => {
      const { status, body } = await call({ path: "/v2/system", form });
      assert.deepEqual([status, body.length], [404, 146]);
    }),
  );

  it(
    "answers 138 bytes where nothing else fits, without a cookie",
    withPanel(async ({ call, bare }) => {
      assertPage(await bare(good), "no signature");
      for (const path of ["/nosuch", "/v2/nosuch", "/mod/java/project/project_list/stype"])
        assertPage(await call({ path }), path);
      for (const path of ["/v2/project/java/nope", "/v2/btdocker/container/nope", "/v2/xdocker/container/restart"])
        assertPage(await call({ path }), path);
      for (const stype of ["", "/stype"]) {
        const path = `/v2/mod/java/project/project_list${stype}`;
        assertPage(await call({ path }), path);
      }
      assertPage(await call({ ...good, headers: { "user-agent": "mybot/1" } }), "a bot");
    }, aapanel),
  );

  it(
    "says in JSON what it does not know elsewhere",
    withPanel(async ({ post, get }) => {
      const unknown = no("Specific parameters are invalid!");
      for (const path of ["/site", "/v2/site", "/xterm", "/v2/xterm", "/system"])
        assert.deepEqual(await post(path, { action: "nope" }), unknown, path);
      for (const action of ["completion_tool_status", "set_terminal_theme", "set_ai_shell_status"])
        assert.deepEqual(await post("/xterm", { action }), unknown, action);
      for (const action of ["upgrade_env_log", "upgrade_env"])
        assert.deepEqual(await post("/system", { action }), unknown, action);
      for (const path of [
        "/xdocker/container/restart",
        "/btdocker/container/get_list",
        "/project/java/get_project_log",
      ])
        assert.equal(((await get(path)) as { status: unknown }).status, false, path);
    }, aapanel),
  );

  it(
    "sends its browser application for GET on pages of either path",
    withPanel(async ({ call }) => {
      for (const path of ["/xterm", "/v2/xterm", "/site", "/v2/files"]) {
        const { status, text } = await call({ path, query: { action: "get_host_list" } });
        assert.equal(status, 200);
        assert.match(text, /^<!doctype html><html lang="en">/, path);
      }
    }, aapanel),
  );

  it(
    "refuses an unsafe path before anything else, in the classic envelope",
    withPanel(async ({ post }) => {
      const path = "/www/../etc";
      assert.deepEqual(await post("/v2/project/java/change_log_path", { project_name: "x", path }), no("Unsafe path"));
      assert.deepEqual(await post("/site", { action: "AddSite", path }), no("Unsafe path"));
    }, aapanel),
  );

  it(
    "refuses in English, and locks after twenty",
    withPanel(
      async ({ bare, call, panel }) => {
        const wrong = { ...good, key: "wrong" };
        for (let tries = 1; tries <= 20; tries++) {
          const answer = await bare(wrong);
          assert.deepEqual(json(answer), no("Secret key verification failed"), `try ${tries}`);
          assert.equal(answer.headers["content-type"], "text/html; charset=utf-8");
        }
        const locked = no("20 consecutive verification failures, prohibited for 1 hour");
        assert.deepEqual(json(await call(good)), locked);
        assert.equal(panel.counters.refused, 21);
      },
      { ...aapanel, language: "de" },
    ),
  );

  it(
    "names the address that is not allowed, and believes X-Real-Ip",
    withPanel(
      async ({ call }) => {
        const from = (headers: Readonly<Record<string, string>>) => call({ ...good, headers });
        const refused = (address: string) => no(`IP validation failed, your access IP is[${address}]`);
        assert.deepEqual(json(await from({ "x-forwarded-for": "203.0.113.7" })), refused("127.0.0.1"));
        assert.deepEqual(json(await from({ "x-real-ip": "203.0.113.8" })), refused("203.0.113.8"));
        assert.match((await from({ "x-real-ip": "203.0.113.7" })).text, /memTotal/);
      },
      { ...aapanel, allowedAddresses: ["203.0.113.7"] },
    ),
  );

  it(
    "takes its fields from JSON as well, and nothing from what is none",
    withPanel(async ({ bare, panel }) => {
      const ask = (body: string) =>
        bare({ path: "/system", method: "POST", body, headers: { "content-type": "application/json" } });
      assert.match((await ask(JSON.stringify({ ...form, ...signed(panel.key) }))).text, /memTotal/);
      for (const body of ["[1]", "{", "null", ""]) assertPage(await ask(body), body);
    }, aapanel),
  );

  it(
    "sets a cookie that ends in a day",
    withPanel(
      async ({ call }) => {
        const [cookie = ""] = (await call(good)).headers["set-cookie"] ?? [];
        assert.match(cookie, /^[\da-f]{32}=[^;]+; Expires=Sun, 22 Nov 2026 21:45:08 GMT; HttpOnly; Path=\/$/);
      },
      { ...aapanel, now: () => Date.UTC(2026, 10, 21, 21, 45, 8) },
    ),
  );

  it(
    "reads a body that is too large for BaoTa",
    withPanel(async ({ bare, panel }) => {
      const body = Buffer.alloc(17 * 1024 * 1024);
      const query = { ...form, ...signed(panel.key) };
      assert.match((await bare({ path: "/system", method: "POST", query, body })).text, /memTotal/);
    }, aapanel),
  );

  it(
    "has WordPress sites besides, which BaoTa does not know",
    withPanel(async ({ panel }) => {
      const sites = panel.state.sites.filter(({ projectType }) => projectType === "WP");
      assert.equal(sites.length, 2);
      assert.ok(panel.state.web.lastSiteId >= Math.max(...sites.map(({ id }) => id)));
    }, aapanel),
  );

  it(
    "leaves BaoTa's sites as they are",
    withPanel(async ({ panel }) => {
      assert.ok(panel.state.sites.every(({ projectType }) => projectType !== "WP"));
      assert.equal(panel.state.version, "11.7.0");
    }),
  );
});
