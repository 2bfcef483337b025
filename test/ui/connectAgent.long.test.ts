import { strict as assert } from "node:assert";
import { existsSync, readFileSync } from "node:fs";
import { dirname } from "node:path";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { askAboutCursor, closeEditor, connectCommand, connectCursor, cursorFile, english } from "./connectCursor.ts";
import { eventually } from "../eventually.ts";
import { findings } from "./look/axe.ts";
import { useProgram } from "./pages/useProgram.ts";
import { useWindow } from "./pages/useVsCode.ts";

describe("An agent of another program", () => {
  const here = useWindow();

  it("is connected by a text that is copied for its file, and disconnected where that stands", async () => {
    const { window, vscode } = here;
    const path = cursorFile(vscode);
    await askAboutCursor(window, { command: connectCommand, textOf: english }, async () => {
      assert.deepEqual(await findings(window.page, ".quick-input-widget"), []);
      await vscode.pictures(window, "connect-choice");
    });
    assert.match(await window.dialog.text(), /Paste this into ~\/\.cursor\/mcp\.json\./);
    await vscode.pictures(window, "connect-text");
    await window.dialog.click("Cancel");

    const launcher = await connectCursor(window, path);
    await vscode.pictures(window, "connect-waiting");
    const client = new Client({ name: "cursor-vscode", version: "1.0.0" }, { versionNegotiation: { mode: "legacy" } });
    await client.connect(new StdioClientTransport({ command: launcher, args: [] }));
    const greeted = window.notification("Cursor is connected and has said hello, as “cursor-vscode 1.0.0”.");
    await greeted.waitFor();
    await vscode.pictures(window, "connect-hello");
    await greeted.dismiss();
    await closeEditor(window);

    const before = readFileSync(path, "utf8");
    await window.command("Server Panel: Disconnect an Agent…");
    await window.quickInput.row("Cursor").waitFor();
    await vscode.pictures(window, "disconnect-choice");
    await window.quickInput.pick("Cursor");
    assert.match(await window.dialog.text(), /The editor opens ~\/\.cursor\/mcp\.json at “serverpanel”\./);
    await window.dialog.click("Open File");
    await window.page.locator(".statusbar-item", { hasText: "Cursor is disconnected" }).waitFor();
    await window.page.locator(".part.editor .tab.active", { hasText: "mcp.json" }).waitFor();
    await window.page.locator(".statusbar-item", { hasText: "Ln 3, Col 1" }).waitFor();
    await vscode.pictures(window, "disconnect-file");
    await closeEditor(window);
    assert.equal(readFileSync(path, "utf8"), before);
    assert.ok(!existsSync(dirname(launcher)));
    await client.close();
  });
});

/** Replaces Claude Code's program: records its arguments, one a line. */
const FAKE_CLAUDE = `#!/bin/sh
printf '%s\\n' "$@" > "$0.arguments"
`;

describe("An agent of another program that has a program for that", () => {
  const here = useWindow();
  const claude = useProgram(here, "claude", FAKE_CLAUDE);
  const recorded = () => (existsSync(`${claude()}.arguments`) ? readFileSync(`${claude()}.arguments`, "utf8") : "");

  it("is connected by its command in a terminal, where the person runs it", async () => {
    const { window, vscode } = here;
    await window.command(connectCommand);
    await window.quickInput.pick("Claude Code");
    const [, launcher = ""] =
      /claude mcp add --scope user --transport stdio serverpanel -- (\S+)$/.exec(await window.dialog.text()) ?? [];
    await vscode.pictures(window, "connect-command");
    await window.dialog.click("Type into Terminal");
    const waiting = window.notification("Waiting until Claude Code says hello.");
    await waiting.waitFor();
    await eventually(
      () => window.page.locator(".xterm-rows").innerText(),
      (text) => text.replaceAll(/\s/g, "").includes(launcher),
    );
    await window.screenshot("connect-terminal");
    assert.equal(recorded(), "", "a person runs it");
    await window.page.keyboard.press("Enter");
    const added = ["mcp", "add", "--scope", "user", "--transport", "stdio", "serverpanel", "--", launcher, ""];
    await eventually(recorded, (text) => text === added.join("\n"));
    await waiting.click("Cancel");
    const late = window.notification("Claude Code has not said hello yet.");
    assert.match(await late.text(), /\/mcp says what has become of “serverpanel”/);
  });
});
