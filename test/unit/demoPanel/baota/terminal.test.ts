import assert from "node:assert/strict";
import { COMPLETION_PACKAGE, writeFile } from "../../../../src/demoPanel/serverFiles.ts";
import { withPanel, type Fixture } from "../../../demoPanel/withPanel.ts";
import { eventually } from "../../../eventually.ts";

const xterm = ({ post }: Fixture, action: string, fields = {}) => post("/xterm", { action, ...fields });

const settings = (fixture: Fixture) => xterm(fixture, "completion_tool_status");

describe("a demo panel's web terminal", () => {
  const fast = { delays: { completionDownload: 0 } };
  const on = { status: "1" };
  const off = { status: "0" };
  const setters = ["set_completion_tool_status", "set_terminal_theme", "set_ai_shell_status", "set_ai_shell_analyze"];

  it(
    "turns each setting on and off",
    withPanel(async (fixture) => {
      for (const status of [on, off, on]) {
        const text = status === on ? "开启成功" : "关闭成功";
        for (const action of setters) {
          const msg = action === "set_terminal_theme" ? "设置成功" : text;
          assert.deepEqual(await xterm(fixture, action, status), { status: true, msg }, action);
        }
        const value = status === on;
        const all = { use_completion: value, terminal_theme: value, ai_shell: value, ai_shell_analyze: value };
        assert.deepEqual(await settings(fixture), all);
      }
    }, fast),
  );

  it(
    "leaves the theme out if another setting was made first",
    withPanel(async (fixture) => {
      await xterm(fixture, "set_ai_shell_status", on);
      const answer = await settings(fixture);
      assert.deepEqual(answer, { ai_shell: true, use_completion: false, ai_shell_analyze: true });
      assert.deepEqual(Object.keys(answer as object), ["ai_shell", "use_completion", "ai_shell_analyze"]);
      await xterm(fixture, "set_terminal_theme", off);
      assert.equal(((await settings(fixture)) as { terminal_theme: unknown }).terminal_theme, false);
    }),
  );

  const delays = { completionDownload: 3_600_000 };
  it(
    "downloads the package once, and blocks meanwhile",
    withPanel(
      async (fixture) => {
        const cutOff = assert.rejects(xterm(fixture, "set_completion_tool_status", on));
        await eventually(
          () => fixture.panel.counters.calls["terminal.setCompletion"],
          (calls) => calls === 1,
        );
        assert.equal(((await settings(fixture)) as { use_completion: unknown }).use_completion, false);
        assert.equal(((await xterm(fixture, "set_completion_tool_status", off)) as { msg: unknown }).msg, "关闭成功");
        writeFile(fixture.panel.state.files, COMPLETION_PACKAGE, Buffer.alloc(1), 0);
        assert.equal(((await xterm(fixture, "set_completion_tool_status", on)) as { msg: unknown }).msg, "开启成功");
        await fixture.panel.close();
        await cutOff;
      },
      { delays },
    ),
  );
});
