import assert from "node:assert/strict";
import { copySavedCommand, useCommand } from "../../../../src/commands/resources/savedCommandCommands.ts";
import {
  copyHost,
  openHostTerminal,
  openHostTerminalAs,
  sshHost,
} from "../../../../src/commands/resources/savedHostCommands.ts";
import { actionCommand } from "../../../../src/commands/resources/actionHandlers.ts";
import { failing } from "../../../fakes/fakeCall.ts";
import { copyDomain, copyRoot, openSite } from "../../../../src/commands/resources/siteCommands.ts";
import type { PanelRecord } from "../../../../src/panels/panelRecord.ts";
import { groupNodeId } from "../../../../src/tree/treeNodes.ts";
import { CommandFixture } from "../../../fakes/commandFixture.ts";
import { listOf, siteRow } from "../../../fakes/rows.ts";

describe("commands that reach the workbench", () => {
  let window: CommandFixture;
  let panel: PanelRecord;

  beforeEach(async () => {
    window = await CommandFixture.open();
    panel = await window.add();
  });
  afterEach(() => window.dispose());

  describe("with a saved command", () => {
    const save = (...commands: readonly (string | undefined)[]) => {
      const rows = commands.map((command, index) => ({ title: `command ${index}`, command }));
      window.handlers = {
        "terminal.settings": () => ({ completion: true, theme: true, aiShell: true, aiAnalysis: true }),
        "terminal.commands": () => listOf(rows),
      };
    };
    const use = async (command: string | undefined, ...answers: Parameters<CommandFixture["run"]>[2][]) => {
      save(command);
      return window.run(useCommand, [], { to: "Use Saved Command", with: "command 0" }, ...answers);
    };

    it("type one line into the only terminal there can be, and do not run it", async () => {
      await use("df -h\n");
      assert.deepEqual(window.workbench.shells, [{ name: "bash", typed: ["df -h"], isShown: true }]);
    });

    it("ask into which terminal where there are some", async () => {
      window.workbench.terminals.create();
      await use("df -h", { to: "Which terminal?", with: undefined });
      await use("df -h", { to: "Which terminal?", with: "bash" });
      await use("uptime", { to: "Which terminal?", with: "New Terminal" });
      assert.deepEqual(
        window.workbench.shells.map(({ typed }) => typed),
        [["df -h"], ["uptime"]],
      );
    });

    it("open several lines in an editor", async () => {
      const { told } = await use("cd /\nls");
      assert.deepEqual(window.workbench.untitled, [["cd /\nls", "shellscript"]]);
      assert.deepEqual([told, window.workbench.shells], [[], []]);
    });

    it("open what cannot all be seen in an editor, and warn", async () => {
      const { told } = await use("ls\u202e");
      assert.equal(window.workbench.untitled.length, 1);
      assert.deepEqual([told[0]?.severity, window.workbench.shells], ["warning", []]);
    });

    it("do nothing where none is picked, or the panel does not tell it", async () => {
      save("df -h");
      await window.run(useCommand, [], { to: "Use Saved Command", with: undefined });
      await use(undefined);
      assert.deepEqual([window.workbench.shells, window.workbench.untitled], [[], []]);
    });

    it("copy it without the line break that would run it, and warn of what cannot be seen", async () => {
      save("df -h\n", "ls\u202e");
      const { told } = await window.run(copySavedCommand, [], { to: "Copy Command", with: "command 0" });
      assert.deepEqual(told, []);
      const warned = await window.run(copySavedCommand, [], { to: "Copy Command", with: "command 1" });
      assert.equal(warned.told[0]?.severity, "warning");
      assert.deepEqual(window.workbench.copied, ["df -h", "ls\u202e"]);
    });

    it("copy several, one to a line, and nothing where one of them has none", async () => {
      save("a", "b", undefined);
      const ids = (await window.items(panel, "savedCommand")).map(({ id }) => id);
      await window.run(copySavedCommand, [ids[0], ids.slice(0, 2)]);
      const { told } = await window.run(copySavedCommand, [ids[0], ids]);
      assert.match(told[0]?.message ?? "", /^Nothing was copied: /);
      const group = await window.run(copySavedCommand, [groupNodeId(panel.id, "savedCommand")]);
      assert.match(group.told[0]?.message ?? "", /^Nothing was copied: /);
      assert.deepEqual(window.workbench.copied, ["a\nb"]);
    });
  });

  describe("with a saved host", () => {
    const save = (address: string | undefined, port: number | undefined = 22) => {
      const row = { id: "h", address, port, note: "db", position: 1 };
      window.handlers = { "terminal.hosts": () => listOf([row]) };
    };
    const open = { to: "Open SSH Terminal", with: "db" };
    const shells = () => window.workbench.shells.map(({ command }) => command);

    it("open a terminal with ssh, and ask for the user once", async () => {
      save("192.0.2.9");
      await window.run(openHostTerminal, [], open, { to: "SSH User for “db”", with: undefined });
      assert.deepEqual(shells(), []);
      const { inputs } = await window.run(openHostTerminal, [], open, { to: "SSH User for “db”", with: "admin" });
      assert.equal(inputs[0]?.value, "root");
      assert.equal(typeof inputs[0]?.problem?.("-oProxyCommand=x"), "string");
      await window.run(openHostTerminal, [], open);
      const again = await window.run(openHostTerminalAs, [], open, { to: "SSH User for “db”", with: "deploy" });
      assert.equal(again.inputs[0]?.value, "admin");
      const of = (user: string) => ["ssh", "-p", "22", "-l", user, "--", "192.0.2.9"];
      assert.deepEqual(shells(), [of("admin"), of("admin"), of("deploy")]);
      assert.ok(window.workbench.shells.every(({ isShown }) => isShown));
    });

    it("forget a user that another version remembered in another way", async () => {
      save("192.0.2.9");
      const [item] = await window.items(panel, "savedHost");
      window.kept.set(`serverPanel.sshUser/${item?.id}`, { name: "admin" });
      await window.run(openHostTerminal, [item?.id], { to: "SSH User for “db”", with: "root" });
      assert.equal(shells().length, 1);
    });

    it("say where it has no address that ssh can be given", async () => {
      save("-oProxyCommand=x");
      const { told } = await window.run(openHostTerminal, [], open);
      assert.equal(told[0]?.severity, "warning");
      assert.deepEqual(shells(), []);
      await window.run(openHostTerminal, [], { ...open, with: undefined });
    });

    it("mean the panel's own machine where the address is loopback", () => {
      assert.equal(sshHost("127.0.0.1", "panel.example.com"), "panel.example.com");
      assert.equal(sshHost("localhost", "[2001:db8::1]"), "2001:db8::1");
      assert.equal(sshHost("192.0.2.9", "panel.example.com"), "192.0.2.9");
      for (const address of [undefined, "", "-v", "a b", "a;b"]) assert.equal(sshHost(address, "p"), undefined);
    });

    it("copy its address", async () => {
      save("192.0.2.9");
      await window.run(copyHost, [], { to: "Copy Host Address", with: "db" });
      assert.deepEqual(window.workbench.copied, ["192.0.2.9"]);
    });
  });

  describe("with a website", () => {
    const list = (...rows: readonly ReturnType<typeof siteRow>[]) => {
      window.handlers = { "site.list": () => listOf(rows) };
    };
    const certificate = { daysLeft: 9 } as never;

    it("open its main domain, over https where it has a certificate", async () => {
      list(
        siteRow({ id: 1, name: "a.example.com", type: "PHP", running: true, certificate }),
        siteRow({ id: 2, name: "b.example.com", type: "PHP", running: true }),
      );
      for (const site of ["a.example.com", "b.example.com"])
        await window.run(openSite, [], { to: "Open Website", with: site });
      assert.deepEqual(
        window.workbench.opened.map((address) => address.replace(/\/$/, "")),
        ["https://a.example.com", "http://b.example.com"],
      );
      await window.run(openSite, [], { to: "Open Website", with: undefined });
    });

    it("do not take the name of a project, or what is no domain, for one", async () => {
      list(
        siteRow({ id: 1, name: "orders", type: "Java", running: true }),
        siteRow({ id: 2, name: "a b", type: "PHP", running: true }),
      );
      const items = await window.items(panel, "site");
      for (const [id, said] of [
        [items[0]?.id, /name of a project/],
        [items[1]?.id, /not a domain that can be opened/],
      ] as const) {
        const { told } = await window.run(openSite, [id]);
        assert.match(told[0]?.message ?? "", said);
      }
      const { told } = await window.run(copyDomain, [items[0]?.id]);
      assert.match(told[0]?.message ?? "", /^Nothing was copied/);
      assert.deepEqual(window.workbench.opened, []);
    });

    it("open and copy the name on the wire of one that is shown in its own script", async () => {
      list(siteRow({ id: 1, name: "xn--mller-kva.example", label: "müller.example", type: "PHP", running: true }));
      const [item] = await window.items(panel, "site");
      assert.equal(item?.label, "müller.example");
      await window.run(openSite, [item.id]);
      await window.run(copyDomain, [item.id]);
      assert.deepEqual(window.workbench.opened, ["http://xn--mller-kva.example"]);
      assert.deepEqual(window.workbench.copied, ["xn--mller-kva.example"]);
    });

    it("are deleted by either of their names, and both are told", async () => {
      const row = siteRow({
        id: 1,
        name: "xn--mller-kva.example",
        label: "müller.example",
        type: "PHP",
        running: true,
      });
      // the site stays, so that it can be deleted twice
      const rejected = failing({ kind: "rejected", message: "no" });
      window.handlers = { "site.list": () => listOf([row]), "site.delete": rejected };
      const [item] = await window.items(panel, "site");
      for (const typed of ["müller.example", "xn--mller-kva.example", undefined]) {
        const { questions } = await window.run(
          actionCommand("site", "remove"),
          [item?.id],
          { to: "Delete müller.example", with: "" },
          { to: "Delete website “müller.example”", with: true },
          { to: "Delete website “müller.example”", with: typed },
        );
        assert.match(questions[0]?.detail ?? "", /Punycode: xn--mller-kva\.example/);
      }
      assert.equal(window.calls(panel.id).count("site.delete"), 2);
    });

    it("of WordPress are opened, and not deleted", async () => {
      list(siteRow({ id: 1, name: "blog.example", type: "WP", running: true }));
      const [item] = await window.items(panel, "site");
      await window.run(openSite, [item?.id]);
      assert.deepEqual(window.workbench.opened, ["http://blog.example"]);
      const { told } = await window.run(actionCommand("site", "remove"), [item?.id]);
      assert.match(told[0]?.message ?? "", /^WordPress websites can be deleted only in the panel/);
    });

    it("copy its domain and its root directory", async () => {
      list(siteRow({ id: 1, name: "a.example.com", type: "PHP", running: true, root: "/www/wwwroot/a" }));
      const [item] = await window.items(panel, "site");
      await window.run(copyDomain, [item?.id]);
      await window.run(copyRoot, [item?.id]);
      assert.deepEqual(window.workbench.copied, ["a.example.com", "/www/wwwroot/a"]);
    });
  });
});
