import assert from "node:assert/strict";
import { isSshTerminal } from "../../../src/platform/sshTerminal.ts";

describe("an SSH terminal", () => {
  const terminal = (name: string, shellPath?: string) => ({
    name,
    creationOptions: shellPath === undefined ? {} : { shellPath },
  });

  it("is known by its program, or by its name: that of the program in front, or of one that was opened before", () => {
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
