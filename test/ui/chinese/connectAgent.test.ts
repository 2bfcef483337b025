import { strict as assert } from "node:assert";
import { readFileSync } from "node:fs";
import { chinese, chineseCommand, chineseTitle } from "../../chinese/chinese.ts";
import { CURSOR_BEFORE, cursorFile, showCursorChange } from "../connectCursor.ts";
import { useWindow } from "../pages/useVsCode.ts";
import { pictures } from "./shop.ts";

describe("In Chinese, an agent of another program", () => {
  const here = useWindow({ locale: "zh-cn", title: chineseTitle("container.title") });

  it("is connected by a change that is seen before it is written", async () => {
    const { window, vscode } = here;
    const path = cursorFile(vscode);
    const words = { command: chineseCommand("command.agent.connect"), textOf: chinese };
    const asks = await showCursorChange(window, words, async () => pictures(vscode, window, "connect-choice"));
    await pictures(vscode, window, "connect-change");
    await asks.follow(chinese("Write It"));
    const waiting = window.notification(
      chinese("Waiting until {0} says hello. Start it, or have it load its MCP servers again.", "Cursor"),
    );
    await waiting.waitFor();
    assert.match(readFileSync(path, "utf8"), /serverpanel-mcp/);
    // VS Code's own button
    await waiting.click("取消");
    const late = window.notification(chinese("{0} has not said hello yet.", "Cursor"));
    await late.waitFor();
    await pictures(vscode, window, "connect-late");
    await late.dismiss();
    await window.command(chineseCommand("command.agent.disconnect"));
    await window.quickInput.pick("Cursor");
    await window
      .notification(chinese("The editor shows what is to become of {0}. Nothing is written yet.", "~/.cursor/mcp.json"))
      .follow(chinese("Write It"));
    await window.page.locator(".statusbar-item", { hasText: "Cursor" }).waitFor();
    assert.equal(readFileSync(path, "utf8"), CURSOR_BEFORE);
  });
});
