import assert from "node:assert/strict";
import { chmod, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findProgram, isSshTerminal } from "../../../src/platform/terminalPrograms.ts";

describe("a program", () => {
  let root: string;

  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), "program-"));
    for (const name of ["a", "b", "b/dir"]) await mkdir(join(root, name));
    for (const file of ["a/notes", "b/tool", "b/tool.EXE"]) {
      await writeFile(join(root, file), "");
      await chmod(join(root, file), file === "a/notes" ? 0o644 : 0o755);
    }
  });
  afterEach(() => rm(root, { recursive: true }));

  const on = (platform: NodeJS.Platform, env: NodeJS.ProcessEnv) => ({ platform, env });

  it("is found in the first directory of the path that has it", async () => {
    const env = { PATH: ["", join(root, "none"), join(root, "a"), join(root, "b")].join(":") };
    assert.equal(await findProgram("tool", on("linux", env)), join(root, "b/tool"));
    assert.equal(await findProgram("other", on("linux", env)), undefined);
    assert.equal(await findProgram("tool", on("linux", {})), undefined);
  });

  it("is a file", async () => {
    assert.equal(await findProgram("dir", on("linux", { PATH: join(root, "b") })), undefined);
  });

  it("is found on Windows by the endings of programs, however the path variable is spelled", async () => {
    assert.equal(await findProgram("tool", on("win32", { Path: join(root, "b") })), join(root, "b/tool.EXE"));
    const env = { Path: join(root, "b"), PATHEXT: ".CMD" };
    assert.equal(await findProgram("tool", on("win32", env)), undefined);
  });
});

describe("an SSH terminal", () => {
  const terminal = (name: string, shellPath?: string) => ({
    name,
    creationOptions: shellPath === undefined ? {} : { shellPath },
  });

  it("is recognised by its program or by its name", () => {
    for (const [name, shellPath] of [
      ["Shop", "ssh"],
      ["Shop", "/usr/bin/ssh"],
      ["Shop", String.raw`C:\Windows\System32\OpenSSH\ssh.exe`],
      ["ssh"],
      ["ssh Shop"],
      ["ssh: shop.example.com"],
      ["SSH.exe"],
      ["mosh"],
    ] as const)
      assert.ok(isSshTerminal(terminal(name, shellPath)), `${name} ${shellPath ?? ""}`);
  });

  it("is no local shell", () => {
    for (const [name, shellPath] of [
      ["bash"],
      ["zsh", "/bin/zsh"],
      ["sshd"],
      ["ssh-agent"],
      ["my ssh", "/opt/ssh/bin/fish"],
      ["node", "/usr/bin/xssh"],
      [""],
    ] as const)
      assert.ok(!isSshTerminal(terminal(name, shellPath)), `${name} ${shellPath ?? ""}`);
    assert.ok(!isSshTerminal({ name: "build", creationOptions: { name: "build", pty: undefined as never } }));
  });
});
