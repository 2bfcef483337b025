import assert from "node:assert/strict";
import { COMPLETION_PACKAGE } from "../../../../src/demoPanel/records/serverFiles.ts";
import { until, withPanel, type Fixture } from "../withPanel.ts";

const xterm = ({ post }: Fixture, action: string, fields = {}) => post("/xterm", { action, ...fields });

const settings = (fixture: Fixture) => xterm(fixture, "completion_tool_status");

describe("a demo panel's web terminal", () => {
  const fast = { delays: { completionDownload: 0 } };
  const on = { status: "1" };
  const off = { status: "0" };
  const setters = ["set_completion_tool_status", "set_terminal_theme", "set_ai_shell_status", "set_ai_shell_analyze"];

  it(
    "has its settings as recorded where none was ever made",
    withPanel(async (fixture) => {
      const expected = { use_completion: false, terminal_theme: false, ai_shell: false, ai_shell_analyze: true };
      const answer = await settings(fixture);
      assert.deepEqual(answer, expected);
      assert.deepEqual(Object.keys(answer as object), Object.keys(expected));
    }),
  );

  it(
    "turns each setting on and off, and says so",
    withPanel(async (fixture) => {
      for (const status of [on, off, on]) {
        const said = status === on ? "开启成功" : "关闭成功";
        for (const action of setters) {
          const msg = action === "set_terminal_theme" ? "设置成功" : said;
          assert.deepEqual(await xterm(fixture, action, status), { status: true, msg }, action);
        }
        const value = status === on;
        const all = { use_completion: value, terminal_theme: value, ai_shell: value, ai_shell_analyze: value };
        assert.deepEqual(await settings(fixture), all);
      }
    }, fast),
  );

  it(
    "leaves the theme out where another setting was made first",
    withPanel(async (fixture) => {
      await xterm(fixture, "set_ai_shell_status", on);
      const answer = await settings(fixture);
      assert.deepEqual(answer, { ai_shell: true, use_completion: false, ai_shell_analyze: true });
      assert.deepEqual(Object.keys(answer as object), ["ai_shell", "use_completion", "ai_shell_analyze"]);
      await xterm(fixture, "set_terminal_theme", off);
      assert.equal(((await settings(fixture)) as { terminal_theme: unknown }).terminal_theme, false);
    }),
  );

  for (const action of ["set_terminal_theme", "set_ai_shell_status"])
    it(
      `turns completion on with the first ${action}, where the package is there`,
      withPanel(async (fixture) => {
        fixture.panel.state.files.files.set(COMPLETION_PACKAGE, 1);
        await xterm(fixture, action, on);
        assert.equal(((await settings(fixture)) as { use_completion: unknown }).use_completion, true);
        await xterm(fixture, "set_completion_tool_status", off);
        await xterm(fixture, action, off);
        assert.equal(((await settings(fixture)) as { use_completion: unknown }).use_completion, false);
      }),
    );

  it(
    "takes a missing status for off, and fails on one that is no integer",
    withPanel(async (fixture) => {
      for (const action of setters) {
        await xterm(fixture, action, { status: "2" });
        assert.equal(((await xterm(fixture, action)) as { status: unknown }).status, true);
        const answer = await fixture.call({ path: "/xterm", form: { action, status: "true" } });
        assert.deepEqual([answer.status, answer.headers["content-type"]], [404, "text/html"]);
      }
      const all = { use_completion: false, terminal_theme: false, ai_shell: false, ai_shell_analyze: false };
      assert.deepEqual(await settings(fixture), all);
    }, fast),
  );

  const delays = { completionDownload: 3_600_000 };
  it(
    "downloads the package once, and blocks meanwhile",
    withPanel(
      async (fixture) => {
        const cutOff = assert.rejects(xterm(fixture, "set_completion_tool_status", on));
        await until(
          () => fixture.panel.counters.calls["terminal.setCompletion"],
          (calls) => calls === 1,
        );
        assert.equal(((await settings(fixture)) as { use_completion: unknown }).use_completion, false);
        assert.equal(((await xterm(fixture, "set_completion_tool_status", off)) as { msg: unknown }).msg, "关闭成功");
        fixture.panel.state.files.files.set(COMPLETION_PACKAGE, 1);
        assert.equal(((await xterm(fixture, "set_completion_tool_status", on)) as { msg: unknown }).msg, "开启成功");
        await fixture.panel.close();
        await cutOff;
      },
      { delays },
    ),
  );

  it(
    "says that completion is on though its package could not be downloaded",
    withPanel(async (fixture) => {
      const { terminal, files } = fixture.panel.state;
      terminal.isOffline = true;
      assert.equal(((await xterm(fixture, "set_completion_tool_status", on)) as { msg: unknown }).msg, "开启成功");
      assert.equal(((await settings(fixture)) as { use_completion: unknown }).use_completion, true);
      assert.equal(files.files.get(COMPLETION_PACKAGE), 0);
    }, fast),
  );

  it(
    "has completion only where the panel is older",
    withPanel(async (fixture) => {
      fixture.panel.state.version = "11.3.0";
      assert.deepEqual(await settings(fixture), { status: false, msg: "未启用" });
      await xterm(fixture, "set_completion_tool_status", on);
      assert.deepEqual(await settings(fixture), { status: true, msg: "启用中" });
      for (const action of setters.slice(1))
        assert.deepEqual(await xterm(fixture, action, on), { status: false, msg: "指定参数无效!" });
      await xterm(fixture, "set_completion_tool_status", off);
      assert.deepEqual(await settings(fixture), { status: false, msg: "未启用" });
    }, fast),
  );

  it(
    "lists hosts in their order and without credentials, and commands with all their lines",
    withPanel(async (fixture) => {
      const hosts = (await xterm(fixture, "get_host_list")) as readonly Readonly<Record<string, unknown>>[];
      assert.deepEqual(hosts[0], { host: "127.0.0.1_22", port: 22, ps: "本机", sort: 0 });
      assert.deepEqual(
        hosts.map(({ sort }) => sort),
        hosts.map((_, index) => index),
      );
      assert.ok(hosts.some(({ host }) => host === "192.0.2.20"));
      for (const host of hosts) assert.deepEqual(Object.keys(host), ["host", "port", "ps", "sort"]);
      const commands = (await xterm(fixture, "get_command_list")) as readonly { readonly shell: string }[];
      assert.deepEqual(commands[0], { title: "disk", shell: "df -h" });
      assert.ok(commands.some(({ shell }) => shell.includes("\n")));
      fixture.panel.state.terminal.hosts.length = 0;
      assert.deepEqual(await xterm(fixture, "get_host_list"), []);
    }),
  );
});
