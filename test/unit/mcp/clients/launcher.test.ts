import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Computer } from "../../../../src/mcp/clients/agentClient.ts";
import { launcherPath, launcherText, writeLauncher, type Launched } from "../../../../src/mcp/clients/launcher.ts";
import { systemClock } from "../../../../src/platform/clock.ts";
import { createFileSystem } from "../../../../src/storage/fileSystem.ts";

const storing = { files: createFileSystem(systemClock), clock: systemClock };

/** Names of directories that a shell could take for something else. */
const ODD = [
  "plain",
  "with a blank",
  'it\'s "quoted"',
  "$HOME `id` $(id)",
  "größer & (klein)",
  "王小明 的电脑",
  "-n",
  "100%",
];

describe("The launcher", () => {
  let root: string;
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), "server-panel-launcher-"));
  });
  afterEach(() => rmSync(root, { recursive: true, force: true }));

  const computer = (): Computer => ({ platform: "linux", home: root, variable: () => undefined });

  /** An editor below a directory: it tells how it was started, and what it reads. */
  function install(name: string): Launched {
    const at = join(root, name);
    mkdirSync(join(at, "extension/dist"), { recursive: true });
    mkdirSync(join(at, "agents"), { recursive: true });
    const executable = join(at, "editor");
    writeFileSync(
      executable,
      `#!/bin/sh\nprintf '%s\\n' "$ELECTRON_RUN_AS_NODE" "\${NODE_OPTIONS-none}" "$@"\ncat\nexit 7\n`,
    );
    chmodSync(executable, 0o755);
    const script = join(at, "extension/dist/mcp.cjs");
    writeFileSync(script, "console.log('by another Node', ...process.argv.slice(2))");
    return { executable, script, directory: join(at, "agents") };
  }

  const start = (launched: Launched, environment: NodeJS.ProcessEnv = {}) =>
    spawnSync(launcherPath(launched, "linux"), {
      encoding: "utf8",
      input: "said by the agent",
      env: { PATH: process.env["PATH"], NODE_OPTIONS: "--inspect", ...environment },
    });

  it("runs the server of this version with the editor's own executable, wherever both are", async () => {
    for (const name of ODD) {
      const launched = install(name);
      await writeLauncher(launched, computer(), storing);
      const { stdout, status, stderr } = start(launched);
      const { script, directory } = launched;
      assert.equal(stdout, ["1", "none", script, directory, "said by the agent"].join("\n"), name + stderr);
      assert.equal(status, 7);
    }
  });

  it("is this user's alone, and written again where something has moved, also in the place of a link", async () => {
    const launched = install("a");
    const path = launcherPath(launched, "linux");
    const elsewhere = join(root, "elsewhere");
    writeFileSync(elsewhere, "mine");
    symlinkSync(elsewhere, path);
    await writeLauncher(launched, computer(), storing);
    assert.equal(readFileSync(elsewhere, "utf8"), "mine");
    assert.equal(statSync(path).mode & 0o777, 0o700);
    const { ino } = statSync(path);
    await writeLauncher(launched, computer(), storing);
    assert.equal(statSync(path).ino, ino, "the same is left alone");
    const updated = { ...install("b"), directory: launched.directory };
    await writeLauncher(updated, computer(), storing);
    assert.match(start(launched).stdout, new RegExp(updated.script));
  });

  it("uses any Node while the editor's is away, as that of an AppImage is", async () => {
    const launched = install("a");
    await writeLauncher(launched, computer(), storing);
    rmSync(launched.executable);
    const bin = join(root, "bin");
    mkdirSync(bin);
    symlinkSync(process.execPath, join(bin, "node"));
    assert.equal(start(launched, { PATH: bin }).stdout, `by another Node ${launched.directory}\n`);
  });

  it("says what to do where nothing can be run", async () => {
    const launched = install("a");
    await writeLauncher(launched, computer(), storing);
    rmSync(launched.script);
    const { status, stdout, stderr } = start(launched);
    assert.deepEqual([status, stdout], [127, ""]);
    assert.match(stderr, /Open the editor once, and start the agent again/);
    rmSync(launched.executable);
    assert.equal(start(launched, { PATH: join(root, "nothing") }).status, 127);
  });

  it("of Windows has no letter that a code page changes, where the person's folder has them", () => {
    const windows: Computer = { platform: "win32", home: String.raw`C:\Users\王 & Söhne`, variable: () => undefined };
    const text = launcherText(
      {
        executable: String.raw`c:\users\王 & Söhne\AppData\Local\Programs\Microsoft VS Code\Code.exe`,
        script: String.raw`C:\Users\王 & Söhne\.vscode\extensions\a-1.0.0\dist\mcp.cjs`,
        directory: String.raw`C:\Users\王 & Söhne\AppData\Roaming\Code\User\globalStorage\a\100% agents`,
      },
      windows,
    );
    assert.deepEqual(text.split("\r\n"), [
      "@echo off",
      "rem Written by Server Panel, and again whenever it or the editor has moved.",
      "setlocal",
      "set NODE_OPTIONS=",
      "set ELECTRON_RUN_AS_NODE=1",
      String.raw`if not exist "%USERPROFILE%\AppData\Local\Programs\Microsoft VS Code\Code.exe" goto missing`,
      String.raw`if not exist "%USERPROFILE%\.vscode\extensions\a-1.0.0\dist\mcp.cjs" goto missing`,
      [
        String.raw`"%USERPROFILE%\AppData\Local\Programs\Microsoft VS Code\Code.exe"`,
        String.raw`"%USERPROFILE%\.vscode\extensions\a-1.0.0\dist\mcp.cjs"`,
        String.raw`"%USERPROFILE%\AppData\Roaming\Code\User\globalStorage\a\100%% agents"`,
      ].join(" "),
      "exit /b",
      ":missing",
      "echo Server Panel: the editor or its extension is not where it was. Open the editor once, and start the agent again. 1>&2",
      "exit /b 127",
      "",
    ]);
    const elsewhere = { executable: String.raw`D:\编辑器\Code.exe`, script: String.raw`D:\a.cjs`, directory: "D:\\" };
    assert.deepEqual(launcherText(elsewhere, windows).split("\r\n").slice(0, 2), ["@echo off", "chcp 65001 >nul"]);
    assert.match(launcherPath({ directory: "D:" }, "win32"), /serverpanel-mcp\.cmd$/);
  });
});
