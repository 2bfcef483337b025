import assert from "node:assert/strict";
import { handlers } from "../../../src/handlers.ts";
import type { PanelRecord } from "../../../src/panels/panelRecord.ts";
import { panelNodeId } from "../../../src/tree/treeNodes.ts";
import { CommandFixture } from "../../fakes/commandFixture.ts";
import { failing } from "../../fakes/fakeCall.ts";
import { listOf, panelRecord } from "../../fakes/rows.ts";

const openTerminal = handlers["serverPanel.openTerminal"];

describe("the SSH terminal of a panel", () => {
  let window: CommandFixture;
  let panel: PanelRecord;

  beforeEach(async () => {
    window = await CommandFixture.open();
    panel = await window.add();
    await window.services.tree.children(undefined);
    const row = { id: "h", address: "192.0.2.9", port: 2222, note: "db", position: 1 };
    window.handlers = { "terminal.hosts": () => listOf([row]) };
  });
  afterEach(() => window.dispose());

  const open = (...answers: Parameters<CommandFixture["run"]>[2][]) =>
    window.run(openTerminal, [panelNodeId(panel.id)], ...answers);
  const which = (host: string | undefined) => ({ to: "SSH Terminal for “Shop” Which host?", with: host });
  const shells = () => window.workbench.shells.map(({ name, command }) => [name, ...(command ?? [])]);

  it("asks for the login once, suggests the panel's host, and asks the panel for nothing", async () => {
    await open(which(undefined));
    await open(which("192.0.2.1"), { to: "SSH Login for “Shop”", with: undefined });
    assert.deepEqual(shells(), []);
    const { inputs } = await open(which("192.0.2.1"), { to: "SSH Login for “Shop”", with: "admin@192.0.2.1:2200" });
    assert.equal(inputs[0]?.value, "root@192.0.2.1");
    assert.equal(typeof inputs[0]?.problem?.("admin@-oProxyCommand=x"), "string");
    const { choices } = await open(which("admin@192.0.2.1:2200"));
    assert.deepEqual(choices, [["admin@192.0.2.1:2200", "Saved Hosts…", "Change User, Host or Port…"]]);
    const command = ["ssh Shop", "ssh", "-p", "2200", "-l", "admin", "--", "192.0.2.1"];
    assert.deepEqual(shells(), [command, command]);
    assert.ok(window.workbench.shells.every(({ isShown }) => isShown));
    assert.equal(window.calls(panel.id).made.length, 0);
  });

  it("changes the login, starting from the stored one", async () => {
    await window.services.store.update(panel.id, { ssh: "admin@bastion.example" });
    const change = { to: "SSH Login for “Shop”", with: "[2001:db8::1]:22" };
    const { inputs } = await open(which("Change User, Host or Port…"), change);
    assert.equal(inputs[0]?.value, "admin@bastion.example");
    assert.deepEqual(shells(), [["ssh Shop", "ssh", "-p", "22", "--", "2001:db8::1"]]);
    assert.equal(window.services.store.get(panel.id)?.ssh, "[2001:db8::1]:22");
  });

  it("asks again if ssh could take the stored login for an option", async () => {
    await window.services.store.update(panel.id, { ssh: "-oProxyCommand=x" });
    const { choices } = await open(which(undefined));
    assert.deepEqual(choices, [["192.0.2.1", "Saved Hosts…"]]);
  });

  it("suggests an IPv6 address without brackets", async () => {
    panel = await window.add({ name: "Six", address: "https://[2001:db8::7]:8888" });
    await window.services.tree.children(undefined);
    const { inputs } = await open(
      { to: "SSH Terminal for “Six”", with: "2001:db8::7" },
      { to: "SSH Login for “Six”", with: "root@2001:db8::7" },
    );
    assert.equal(inputs[0]?.value, "root@2001:db8::7");
    assert.deepEqual(shells(), [["ssh Six", "ssh", "-l", "root", "--", "2001:db8::7"]]);
  });

  it("goes to a saved host, and asks the panel only if the tree does not have it", async () => {
    await open(which("Saved Hosts…"), which("db"), { to: "SSH User for “db”", with: "deploy" });
    assert.equal(window.calls(panel.id).count("terminal.hosts"), 1);
    await window.items(panel, "savedHost");
    const asked = window.calls(panel.id).count("terminal.hosts");
    const { choices } = await open(which("db"));
    assert.deepEqual(choices, [["192.0.2.1", "db"]]);
    assert.equal(window.calls(panel.id).count("terminal.hosts"), asked);
    const command = ["ssh db", "ssh", "-p", "2222", "-l", "deploy", "--", "192.0.2.9"];
    assert.deepEqual(shells(), [command, command]);
  });

  it("shows a message if no hosts are saved, or the panel does not list them", async () => {
    window.handlers = { "terminal.hosts": () => listOf([]) };
    const none = await open(which("Saved Hosts…"));
    assert.match(none.messages[0]?.message ?? "", /^No hosts are saved in the web terminal of “Shop”\./);
    window.handlers = { "terminal.hosts": failing({ kind: "timeout", afterMs: 20_000 }) };
    const failed = await open(which("Saved Hosts…"));
    assert.match(failed.messages[0]?.message ?? "", /^“Shop”: The panel did not answer/);
    assert.deepEqual(shells(), []);
  });

  it("does not exist for the demo panel", async () => {
    const demo = panelRecord({ id: "demo", name: "demo" });
    await window.services.demo.open("baota");
    await window.services.tree.children(undefined);
    const { messages } = await window.run(openTerminal, [panelNodeId(demo.id)]);
    assert.match(messages[0]?.message ?? "", /^The demo panel runs inside VS Code/);
  });

  it("shows a message if there is no ssh", async () => {
    window.workbench.missing = ["ssh"];
    const { messages } = await open(which("192.0.2.1"), { to: "SSH Login", with: "root@192.0.2.1" });
    assert.match(messages[0]?.message ?? "", /^No “ssh” program was found on this computer\./);
    assert.deepEqual(shells(), []);
  });
});
