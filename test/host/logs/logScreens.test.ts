import assert from "node:assert/strict";
import * as vscode from "vscode";
import { Redactor } from "../../../src/redaction/redactor.ts";
import { createLogScreens } from "../../../src/followedLogs/window/logScreens.ts";
import { outputText } from "./outputChannel.ts";

describe("The screens of logs", () => {
  it("show a log with a very long name or invisible characters in it", async () => {
    const screens = createLogScreens(new Redactor());
    try {
      for (const [name, shown] of [
        ["项".repeat(300), `${"项".repeat(59)}…`],
        ["shop\u202e\nforged", "shop forged"],
      ] as const) {
        const screen = screens.open(name);
        screen.append("a line");
        screen.show();
        assert.equal(await outputText(shown, (text) => text !== ""), "a line");
        assert.ok(screen.isVisible(), shown);
      }
    } finally {
      screens.dispose();
      await vscode.commands.executeCommand("workbench.action.closePanel");
    }
  });

  it("show a long text in pieces without the secrets at their borders, and nothing from before a clear", async () => {
    const redactor = new Redactor();
    const secret = "PaneLLabKey0123456789abcdefABCDE";
    redactor.add(secret);
    const screens = createLogScreens(redactor);
    try {
      const screen = screens.open("long");
      screen.show();
      screen.append("gone\n".repeat(50_000));
      screen.clear();
      screen.append("first\n");
      screen.append(`${secret}\n`.repeat(10_000));
      screen.append("last\n");
      const text = await outputText("long", (shown) => shown.endsWith("last\n"));
      assert.equal(text, `first\n${"***\n".repeat(10_000)}last\n`);
    } finally {
      screens.dispose();
      await vscode.commands.executeCommand("workbench.action.closePanel");
    }
  });
});
