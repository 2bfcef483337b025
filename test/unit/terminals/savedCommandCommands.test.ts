import assert from "node:assert/strict";
import { handlers } from "../../../src/handlers.ts";
import type { PanelRecord } from "../../../src/panels/panelRecord.ts";
import { groupNodeId } from "../../../src/tree/treeNodes.ts";
import { CommandFixture } from "../../fakes/commandFixture.ts";
import { listOf } from "../../fakes/rows.ts";

const insertCommand = handlers["serverPanel.insert"];
const copySavedCommand = handlers["serverPanel.copy"];

describe("a saved command", () => {
  let window: CommandFixture;
  let panel: PanelRecord;

  beforeEach(async () => {
    window = await CommandFixture.open();
    panel = await window.add();
  });
  afterEach(() => window.dispose());

  const save = (...commands: readonly (string | undefined)[]) => {
    const rows = commands.map((command, index) => ({ title: `command ${index}`, command }));
    window.handlers = {
      "terminal.settings": () => ({ completion: true, theme: true, aiShell: true, aiAnalysis: true }),
      "terminal.commands": () => listOf(rows),
    };
  };
  const insert = async (command: string | undefined, ...answers: Parameters<CommandFixture["run"]>[2][]) => {
    save(command);
    await window.items(panel, "savedCommand");
    await window.services.tree.reload(groupNodeId(panel.id, "savedCommand"), "user");
    const [row] = await window.items(panel, "savedCommand");
    return window.run(insertCommand, [row?.id], ...answers);
  };
  const openShell = (options?: Parameters<CommandFixture["workbench"]["terminals"]["create"]>[0]) => {
    window.workbench.terminals.create(options);
    return window.workbench.shells.at(-1) ?? assert.fail();
  };
  const openSsh = () => openShell({ name: "ssh db", shellPath: "ssh", shellArgs: ["--", "db"] });
  const typed = () => window.workbench.shells.map((shell) => shell.typed);
  const into = (terminal: string | undefined) => ({ to: "Insert “command 0” into Terminal", with: terminal });

  it("is inserted into the terminal that is chosen, and not run", async () => {
    openShell();
    const ssh = openSsh();
    await insert("df -h", into(undefined));
    const { choices } = await insert("df -h\n", into("ssh db"));
    assert.deepEqual(choices.at(-1), ["ssh db", "Open SSH Terminal…", "bash", "New Local Terminal"]);
    assert.deepEqual(typed(), [[], ["df -h"]]);
    assert.ok(ssh.isShown);
  });

  it("goes into a local shell only if that is chosen, even without another terminal", async () => {
    const { choices } = await insert("df -h", into(undefined));
    assert.deepEqual(choices.at(-1), ["Open SSH Terminal…", "New Local Terminal"]);
    assert.deepEqual(window.workbench.shells, []);
    await insert("df -h", into("New Local Terminal"));
    assert.deepEqual(typed(), [["df -h"]]);
  });

  it("waits until a person has logged in to the terminal that it opens", async () => {
    const logIn = [
      { to: "SSH Terminal for “Shop”", with: "192.0.2.1" },
      { to: "SSH Login", with: "root@192.0.2.1" },
    ];
    await insert("df -h", into("Open SSH Terminal…"), ...logIn.slice(0, 1), { to: "SSH Login", with: undefined });
    assert.deepEqual(window.workbench.shells, []);
    await insert("df -h", into("Open SSH Terminal…"), ...logIn);
    assert.deepEqual(typed(), [[]]);
    await insert(
      "df -h",
      into("Open SSH Terminal…"),
      { to: "SSH Terminal for “Shop”", with: "root@192.0.2.1" },
      { to: "Log in to “ssh Shop”, then insert “command 0”.", with: "Insert" },
    );
    assert.deepEqual(typed(), [[], ["df -h"]]);
  });

  it("of several lines is shown whole and inserted line by line, each when a person wants it", async () => {
    openSsh();
    const question = { to: "“command 0” has 3 lines", with: "Insert Line by Line" };
    const next = { to: "is in “ssh db”. Press Enter", with: "Insert Next Line" };
    const { questions, messages } = await insert("cd /\nls\nrm x\n", question, into("ssh db"), next);
    assert.match(questions[0]?.detail ?? "", /^cd \/\nls\nrm x\n\n.*None is run until you press Enter/);
    assert.deepEqual(typed(), [["cd /", "ls"]]);
    assert.match(messages.at(-1)?.message ?? "", /^Line 2 of 3 is in “ssh db”/);
    await insert("a\r\nb", { ...question, to: "has 2 lines" }, into("ssh db"), next);
    assert.deepEqual(typed(), [["cd /", "ls", "a", "b"]]);
  });

  it("of very many lines is shown by its first ones", async () => {
    const lines = Array.from({ length: 25 }, (_, index) => `line ${index}`);
    const { questions } = await insert(lines.join("\n"), { to: "has 25 lines", with: undefined });
    assert.match(questions[0]?.detail ?? "", /\nline 19\n… and 5 more\n\n/);
    assert.deepEqual(window.workbench.untitled, []);
  });

  it("of several lines opens in an editor if a person wants that", async () => {
    const { messages } = await insert("cd /\nls", { to: "has 2 lines", with: "Open in Editor" });
    assert.deepEqual(window.workbench.untitled, [["cd /\nls", "shellscript"]]);
    assert.deepEqual([messages, window.workbench.shells], [[], []]);
  });

  it("stops if the terminal is closed, or no longer leads to a server", async () => {
    const shell = openShell();
    shell.runsSsh = true;
    const lines = { to: "has 2 lines", with: "Insert Line by Line" };
    for (const [change, expected] of [
      [{ runsSsh: false }, /^“bash” no longer runs SSH\. 1 of 2 lines were inserted\.$/],
      [{ isClosed: true }, /^“bash” was closed\. 1 of 2 lines were inserted\.$/],
    ] as const) {
      Object.assign(shell, { runsSsh: true });
      const type = shell.typed.push.bind(shell.typed);
      // just after its first line
      shell.typed.push = (text) => {
        Object.assign(shell, change);
        return type(text);
      };
      const { messages } = await insert("a\nb", lines, into("bash"), { to: "Press Enter", with: "Insert Next Line" });
      assert.match(messages.at(-1)?.message ?? "", expected);
    }
    assert.deepEqual([...shell.typed], ["a", "a"]);
  });

  it("opens in an editor, with a warning, if it has invisible characters or tabs", async () => {
    openSsh();
    for (const [command, expected] of [
      ["ls\u202e", /invisible characters/],
      ["ls\t/", /contains tabs/],
      ["if x\n\tls", /contains tabs/],
      ["ls\rrm x", /invisible characters/],
      ["ls\u001b[201~", /invisible characters/],
    ] as const) {
      const { messages } = await insert(command);
      assert.equal(messages[0]?.severity, "warning");
      assert.match(messages[0].message, expected);
      assert.equal(window.workbench.untitled.at(-1)?.[0], command);
    }
    assert.deepEqual(typed(), [[]]);
  });

  it("does nothing if none is picked, or the panel does not send it", async () => {
    save("df -h");
    await window.run(insertCommand, [], { to: "Insert Saved Command into Terminal Type a name", with: undefined });
    await insert(undefined);
    assert.deepEqual([window.workbench.shells, window.workbench.untitled], [[], []]);
  });

  it("is copied without the line break that would run it, with a warning about invisible characters", async () => {
    save("df -h\n", "ls\u202e");
    const ids = (await window.items(panel, "savedCommand")).map(({ id }) => id);
    const { messages } = await window.run(copySavedCommand, [ids[0]]);
    assert.deepEqual(messages, []);
    const warned = await window.run(copySavedCommand, [ids[1]]);
    assert.equal(warned.messages[0]?.severity, "warning");
    assert.deepEqual(window.workbench.copied, ["df -h", "ls\u202e"]);
  });

  it("is copied with others, one to a line, and nothing if one of them has none", async () => {
    save("a", "b", undefined);
    const ids = (await window.items(panel, "savedCommand")).map(({ id }) => id);
    await window.run(copySavedCommand, [ids[0], ids.slice(0, 2)]);
    const { messages } = await window.run(copySavedCommand, [ids[0], ids]);
    assert.match(messages[0]?.message ?? "", /^Nothing was copied\. /);
    const group = await window.run(copySavedCommand, [groupNodeId(panel.id, "savedCommand")]);
    assert.match(group.messages[0]?.message ?? "", /^Nothing was copied\. /);
    assert.deepEqual(window.workbench.copied, ["a\nb"]);
  });
});
