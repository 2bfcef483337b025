import assert from "node:assert/strict";
import type { Fixture } from "../withPanel.ts";
import { answerOf, done, PAGE, said, stamped, withAapanel } from "./aapanel.ts";

const ask = (fixture: Fixture, path: string, action: string, form: Readonly<Record<string, string>> = {}) =>
  answerOf(fixture, path, { action, ...form });

const ABSENT = said(false, "Specific parameters are invalid!");

describe("an aaPanel's certificate orders", () => {
  for (const path of ["/acme", "/v2/acme"]) {
    it(
      `are a bare list, and removed in the first envelope, on ${path}`,
      withAapanel(async (fixture) => {
        const orders = (await ask(fixture, path, "get_orders")) as readonly Readonly<Record<string, string>>[];
        assert.equal(orders.length, 6);
        const index = orders[0]?.["index"] ?? "";
        assert.deepEqual(
          await ask(fixture, path, "remove_order", { index }),
          said(true, "Order deleted successfully!"),
        );
        const again = await ask(fixture, path, "remove_order", { index });
        assert.deepEqual(again, said(false, "The specified order does not exist!"));
        assert.equal(((await ask(fixture, path, "get_orders")) as readonly object[]).length, 5);
        assert.equal(await ask(fixture, path, "remove_order"), PAGE);
      }),
    );
  }
});

describe("an aaPanel's Composer", () => {
  it(
    "tells its version, and the header of a translation where it is broken",
    withAapanel(async (fixture) => {
      const { composer } = fixture.panel.state;
      assert.deepEqual(await ask(fixture, "/files", "get_composer_version"), said(true, "2.7.0"));
      composer.version = "";
      const { status, msg } = (await ask(fixture, "/files", "get_composer_version")) as {
        status: unknown;
        msg: string;
      };
      assert.equal(status, true);
      assert.match(msg, /^Project-Id-Version: \s*PO-Revision-Date: /);
    }),
  );

  it(
    "is the latest also where nothing was looked up",
    withAapanel(async (fixture) => {
      const { composer } = fixture.panel.state;
      const latest = said(true, "Currently the latest version, no upgrade required!");
      composer.hasPhp = false;
      assert.deepEqual(await ask(fixture, "/files", "update_composer"), latest);
      assert.equal(composer.version, "2.7.0");
      composer.hasPhp = true;
      const words = said(true, "Upgrade composer from 2.7.0 to 2.8.1");
      assert.deepEqual(await ask(fixture, "/files", "update_composer"), words);
      assert.deepEqual(await ask(fixture, "/files", "update_composer"), latest);
    }),
  );

  it(
    "is told below /v2 in envelopes within envelopes, with upgrades that were none",
    withAapanel(
      async (fixture) => {
        const { composer } = fixture.panel.state;
        const version = async () => stamped(await ask(fixture, "/v2/files", "get_composer_version"));
        assert.deepEqual(await version(), done("2.7.0"));
        composer.available = undefined;
        const told = "{'status': 0, 'timestamp': 1795296177, 'message': {'result': '2.7.0'}}";
        const upgraded = stamped(await ask(fixture, "/v2/files", "update_composer"));
        assert.deepEqual(upgraded, done(`Upgrade composer from ${told} to ${told}`));
        composer.version = "";
        assert.deepEqual(stamped((await version()).message), done(""));
      },
      { now: () => 1_795_296_177_000 },
    ),
  );
});

describe("an aaPanel's terminal", () => {
  it(
    "tells what is saved, below /v2 in the second envelope",
    withAapanel(async (fixture) => {
      const hosts = (await ask(fixture, "/xterm", "get_host_list")) as readonly object[];
      assert.deepEqual(hosts[0], { host: "127.0.0.1_22", port: 22, ps: "本机", sort: 0 });
      const commands = (await ask(fixture, "/xterm", "get_command_list")) as readonly object[];
      assert.deepEqual(commands[0], { title: "disk", shell: "df -h" });
      const second = { get_host_list: hosts, get_command_list: commands };
      for (const [action, message] of Object.entries(second))
        assert.deepEqual(stamped(await ask(fixture, "/v2/xterm", action)), { status: 0, message });
    }),
  );

  it(
    "is a web page by GET, and breaks off without an action",
    withAapanel(async (fixture) => {
      for (const path of ["/xterm", "/v2/xterm"]) {
        const { status, headers, text } = await fixture.call({ path, query: { action: "get_command_list" } });
        assert.deepEqual([status, headers["content-type"]], [200, "text/html; charset=utf-8"]);
        assert.match(text, /^<!doctype html>/);
        assert.equal(await answerOf(fixture, path, {}), PAGE);
      }
    }),
  );

  it(
    "has no settings, as the panel has no upgrade of its runtime",
    withAapanel(async (fixture) => {
      const settings =
        "completion_tool_status set_completion_tool_status set_terminal_theme set_ai_shell_status set_ai_shell_analyze";
      for (const path of ["/xterm", "/v2/xterm"])
        for (const action of settings.split(" "))
          assert.deepEqual(await ask(fixture, path, action, { status: "1" }), ABSENT, action);
      for (const path of ["/system", "/v2/system"])
        for (const action of ["upgrade_env_log", "upgrade_env"])
          assert.deepEqual(await ask(fixture, path, action), ABSENT, action);
    }),
  );
});

describe("an aaPanel", () => {
  it(
    "tells its edition by the second envelope, by GET too",
    withAapanel(async (fixture) => {
      const total = { action: "GetSystemTotal" };
      const plain = (await fixture.post("/system", total)) as Readonly<Record<string, unknown>>;
      assert.deepEqual([plain["version"], plain["time"]], ["8.10.0", "12 Day(s)"]);
      assert.ok(!("memNewTotal" in plain) && !("memAvailable" in plain));
      const second = { status: 0, message: plain };
      assert.deepEqual(stamped(await fixture.post("/v2/system", total)), second);
      assert.deepEqual(stamped(await fixture.get("/v2/system", total)), second);
    }),
  );

  it(
    "refuses in English, and breaks off with a page of 138 bytes",
    withAapanel(
      async ({ bare, call, post }) => {
        const form = { action: "GetSystemTotal", request_time: "1", request_token: "wrong" };
        const refused = await bare({ path: "/system", form });
        assert.equal(refused.text, '{"status": false, "msg": "Secret key verification failed"}');
        assert.deepEqual(await post("/site", { action: "nope" }), ABSENT);
        assert.deepEqual(await post("/v2/site", { action: "nope" }), ABSENT);
        const page = await call({ path: "/nosuch" });
        assert.deepEqual([page.status, page.body.length, page.text.includes("\r")], [404, 138, false]);
      },
      { language: "es" },
    ),
  );
});
