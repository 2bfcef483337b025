import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { commandLine, shellKind } from "../../../../src/mcp/clients/commandLine.ts";

const WORDS = ["mcp", "--scope", "--", "a b", "it's", '"', "$HOME", "`id`", "王", "", "a\\b", "!", "*", "#", "~"];

describe("A command line", () => {
  for (const shell of ["/bin/sh", "/bin/bash"])
    it(`gives ${shell} each word as it is`, () => {
      const line = commandLine(["printf", "[%s]", ...WORDS], shellKind(shell), "linux");
      const { stdout } = spawnSync(shell, ["-c", line], { encoding: "utf8" });
      assert.equal(stdout, WORDS.map((word) => `[${word}]`).join(""));
    });

  it("is quoted as its shell wants it", () => {
    const words = ["codex", "mcp", "add", "serverpanel", "--", "cmd", "/c", String.raw`C:\Users\O'Neil X\a.cmd`];
    const lines = [
      String.raw`C:\Windows\System32\WindowsPowerShell\v1.0\powershell.exe`,
      "/usr/bin/pwsh",
      String.raw`C:\WINDOWS\system32\cmd.exe`,
      String.raw`C:\Program Files\Git\bin\bash.exe`,
      "/usr/bin/fish",
      "",
    ].map((path) => commandLine(words, shellKind(path), "win32"));
    const inPowerShell = String.raw`codex mcp add serverpanel '--' cmd /c 'C:\Users\O''Neil X\a.cmd'`;
    const inPosix = String.raw`codex mcp add serverpanel -- cmd //c 'C:\Users\O'\''Neil X\a.cmd'`;
    assert.deepEqual(lines, [
      inPowerShell,
      inPowerShell,
      String.raw`codex mcp add serverpanel -- cmd /c "C:\Users\O'Neil X\a.cmd"`,
      inPosix,
      inPosix,
      inPosix,
    ]);
  });
});
