import assert from "node:assert/strict";
import { sshHost } from "../../../src/terminals/savedHostCommands.ts";
import { handlers } from "../../../src/handlers.ts";
import { CommandFixture } from "../../fakes/commandFixture.ts";
import type { PanelRecord } from "../../../src/panels/panelRecord.ts";
import { listOf } from "../../fakes/rows.ts";

const openHostTerminal = handlers["serverPanel.openTerminal"];
const openHostTerminalAs = handlers["serverPanel.openTerminalAs"];

describe("a saved host", () => {
  let window: CommandFixture;
  let panel: PanelRecord;

  beforeEach(async () => {
    window = await CommandFixture.open();
    panel = await window.add();
  });
  afterEach(() => window.dispose());

  const save = (address: string | undefined, port: number | undefined = 22) => {
    const row = { id: "h", address, port, note: "db", position: 1 };
    window.handlers = { "terminal.hosts": () => listOf([row]) };
  };
  const row = async () => (await window.items(panel, "savedHost"))[0]?.id;
  const shells = () => window.workbench.shells.map(({ command }) => command);

  it("opens a terminal with ssh, and asks for the user once", async () => {
    save("192.0.2.9");
    await window.run(openHostTerminal, [await row()], { to: "SSH User for “db”", with: undefined });
    assert.deepEqual(shells(), []);
    const { inputs } = await window.run(openHostTerminal, [await row()], { to: "SSH User for “db”", with: "admin" });
    assert.equal(inputs[0]?.value, "root");
    assert.equal(typeof inputs[0]?.problem?.("-oProxyCommand=x"), "string");
    await window.run(openHostTerminal, [await row()]);
    const again = await window.run(openHostTerminalAs, [await row()], { to: "SSH User for “db”", with: "deploy" });
    assert.equal(again.inputs[0]?.value, "admin");
    const of = (user: string) => ["ssh", "-p", "22", "-l", user, "--", "192.0.2.9"];
    assert.deepEqual(shells(), [of("admin"), of("admin"), of("deploy")]);
    assert.ok(window.workbench.shells.every(({ isShown }) => isShown));
  });

  it("forgets a user that another version remembered in another way", async () => {
    save("192.0.2.9");
    const [item] = await window.items(panel, "savedHost");
    window.kept.set(`serverPanel.sshUser/${item?.id}`, { name: "admin" });
    await window.run(openHostTerminal, [item?.id], { to: "SSH User for “db”", with: "root" });
    assert.equal(shells().length, 1);
  });

  it("never takes a user that ssh or a shell could act on, even a stored one", async () => {
    save("192.0.2.9");
    const [item] = await window.items(panel, "savedHost");
    for (const user of ["-oProxyCommand=x", "a b", "a;b", "$(id)", "a`b`", "a\nb", ""]) {
      window.kept.set(`serverPanel.sshUser/${item?.id}`, user);
      const { inputs } = await window.run(openHostTerminal, [item?.id], { to: "SSH User", with: undefined });
      assert.equal(typeof inputs[0]?.problem?.(user), "string", user);
    }
    assert.deepEqual(shells(), []);
  });

  it("shows a message if ssh cannot use its address", async () => {
    save("-oProxyCommand=x");
    const { messages } = await window.run(openHostTerminal, [await row()]);
    assert.equal(messages[0]?.severity, "warning");
    assert.deepEqual(shells(), []);
  });

  it("is the panel's own machine if the address is loopback", () => {
    assert.equal(sshHost("127.0.0.1", "panel.example.com"), "panel.example.com");
    assert.equal(sshHost("localhost", "[2001:db8::1]"), "2001:db8::1");
    assert.equal(sshHost("192.0.2.9", "panel.example.com"), "192.0.2.9");
    assert.equal(sshHost("[2001:db8::9]", "panel.example.com"), "2001:db8::9");
    for (const address of [undefined, "", "[-v]", "-v", "a b", "a;b", "$(id)", "a`id`", "a|b", "a\nb", "a%h"])
      assert.equal(sshHost(address, "p"), undefined);
  });

  it("has an address to copy", async () => {
    save("192.0.2.9");
    await window.run(handlers["serverPanel.copy"], [await row()]);
    assert.deepEqual(window.workbench.copied, ["192.0.2.9"]);
  });
});
