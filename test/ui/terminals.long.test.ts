import { strict as assert } from "node:assert";
import { existsSync, readFileSync } from "node:fs";
import { eventually } from "../eventually.ts";
import { addPanel, usePanel } from "./panels.ts";
import { useProgram } from "./pages/useProgram.ts";
import { useWindow } from "./pages/useVsCode.ts";

/** Replaces ssh: records its arguments, one a line, and then every key. */
const FAKE_SSH = `#!/bin/sh
printf '%s\\n' "$@" > "$0.arguments"
stty raw -echo
exec cat > "$0.typed"
`;

describe("Terminals", () => {
  const here = useWindow();
  const used = usePanel();
  const ssh = useProgram(here, "ssh", FAKE_SSH);

  const written = (what: "arguments" | "typed", expected: RegExp) =>
    eventually(
      () => (existsSync(`${ssh()}.${what}`) ? readFileSync(`${ssh()}.${what}`, "utf8") : ""),
      (text) => expected.test(text),
    );

  it("run ssh to a panel's server, and get a saved command only on request", async () => {
    used.panel.state.terminal.commands.splice(
      0,
      Infinity,
      { title: "disk", shell: "df -h\n" },
      { title: "deploy", shell: "cd /srv/shop\ngit pull --ff-only\n./restart.sh\n" },
    );
    const { window } = here;
    const { quickInput } = window;
    await addPanel(window, "Shop", used.panel);
    const menu = await window.row("Shop").menu();
    await window.screenshot("menu-panel");
    await menu.choose("Open SSH Terminal…");
    await quickInput.waitFor("SSH Terminal for “Shop”");
    await window.screenshot("ssh-hosts");
    await quickInput.pick("127.0.0.1");
    await quickInput.waitFor("SSH Login for “Shop”");
    await quickInput.fill("root@-oProxyCommand=id");
    await quickInput.waitFor("Type a host, user@host");
    await window.screenshot("ssh-login");
    await quickInput.type("admin@127.0.0.9:2222");
    assert.equal(await written("arguments", /127/), ["-p", "2222", "-l", "admin", "--", "127.0.0.9", ""].join("\n"));

    await window.row("Web Terminal").expand();
    await window.row("Saved Commands").expand();
    assert.match(await window.row("deploy").tooltip(), /Command:\s+cd \/srv\/shop\n\s+git pull --ff-only\n/);
    await window.row("disk").choose("Insert Saved Command into Terminal…");
    await quickInput.waitFor("Insert “disk” into Terminal");
    await window.screenshot("insert-where");
    assert.match(
      (await quickInput.drawnRows()).join("\n"),
      /^ssh Shop ?SSH\nOpen SSH Terminal… ?Shop\nNew Local Terminal ?local, not SSH$/,
    );
    await quickInput.pick("ssh Shop");
    assert.equal(await written("typed", /df/), "df -h");

    await window.row("deploy").choose("Insert Saved Command into Terminal…");
    assert.match(await window.dialog.text(), /3 lines[^]*cd \/srv\/shop\s+git pull --ff-only\s+\.\/restart\.sh/);
    await window.screenshot("insert-lines");
    await window.dialog.click("Insert Line by Line");
    await quickInput.waitFor("Insert “deploy” into Terminal");
    await quickInput.pick("ssh Shop");
    await window.notification("Line 1 of 3 is in “ssh Shop”").click("Insert Next Line");
    await window.notification("Line 2 of 3").waitFor();
    await window.screenshot("insert-next");
    assert.equal(await written("typed", /git/), "df -hcd /srv/shopgit pull --ff-only", "nothing was run");
  });
});
