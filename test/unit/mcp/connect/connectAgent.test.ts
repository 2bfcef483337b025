import assert from "node:assert/strict";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { handlers } from "../../../../src/handlers.ts";
import { clientOf, type AgentClientId } from "../../../../src/mcp/clients/agentClients.ts";
import { ConnectedClients } from "../../../../src/mcp/clients/connectedClients.ts";
import type { Choice } from "../../../../src/ports/dialogs.ts";
import type { AgentPrograms } from "../../../../src/mcp/connect/connecting.ts";
import { systemClock } from "../../../../src/platform/clock.ts";
import { createFileSystem } from "../../../../src/storage/fileSystem.ts";
import { eventually } from "../../../eventually.ts";
import { CommandFixture } from "../../../fakes/commandFixture.ts";
import type { Conversation, ScriptedAnswer } from "../../../fakes/scriptedDialogs.ts";

const LIST = "Connect an Agent";

/** The clients that are told by a file, with the name in the list and the first name that they call themselves. */
const BY_FILE = [
  ["cursor", "Cursor", "cursor-vscode"],
  ["windsurf", "Windsurf", "windsurf-client"],
  ["trae", "Trae", "Trae"],
  ["traeCn", "Trae CN", "Trae"],
  ["vscode", "VS Code", "Visual Studio Code"],
] as const satisfies readonly (readonly [AgentClientId, string, string])[];

describe("Agents of other programs", () => {
  let window: CommandFixture;
  let home: string;
  let programs: AgentPrograms;
  beforeEach(async () => {
    window = await CommandFixture.open();
    home = mkdtempSync(join(tmpdir(), "server-panel-home-"));
    const directory = join(home, "data", "agents");
    mkdirSync(directory, { recursive: true });
    const files = createFileSystem(systemClock);
    programs = {
      computer: { platform: "linux", home, variable: () => undefined },
      launched: { executable: "/editor", script: "/extension/dist/mcp.cjs", directory },
      files,
      connected: new ConnectedClients({ directory, files, clock: window.clock }),
      editor: window.editorServers,
    };
    Object.assign(window.services, { agentPrograms: async () => programs });
  });
  afterEach(async () => {
    assert.ok(!window.agentDoor.isAwaited, "nobody waits for a hello any more");
    await window.dispose();
    rmSync(home, { recursive: true, force: true });
  });

  const launcher = () => join(home, "data/agents/serverpanel-mcp");
  const connected = async () => (await programs.connected.list()).map(({ id, by }) => `${id} ${by}`);

  /** The file of a client, in a directory that is there. */
  function fileOf(id: AgentClientId): string {
    const path = clientOf(id).file?.path(programs.computer) ?? assert.fail(`${id} has no file`);
    mkdirSync(dirname(path), { recursive: true });
    return path;
  }

  /** Connects a client, which says hello as soon as somebody waits for it. */
  async function connect(name: string, itself: string, ...answers: readonly ScriptedAnswer[]): Promise<Conversation> {
    const over = new AbortController();
    const greeting = eventually(
      () => over.signal.aborted || window.agentDoor.isAwaited,
      (isOver) => isOver,
    ).then(() => window.agentDoor.greet(itself, "1.0"));
    try {
      return await window.run(handlers["serverPanel.agent.connect"], [], { to: LIST, with: name }, ...answers);
    } finally {
      over.abort();
      await greeting;
    }
  }

  const disconnect = async (name: string, ...answers: readonly ScriptedAnswer[]) =>
    window.run(handlers["serverPanel.agent.disconnect"], [], { to: "Disconnect an Agent", with: name }, ...answers);

  for (const [id, name, itself] of BY_FILE) {
    const { key = "mcpServers" } = clientOf(id).file ?? {};

    it(`of ${name} are connected by its file, which is shown first, and disconnected so`, async () => {
      const path = fileOf(id);
      const before = `{\n  // mine\n  "${key}": {\n    "other": { "command": "npx" }\n  }\n}\n`;
      writeFileSync(path, before);
      chmodSync(path, 0o644);
      const { announced, messages } = await connect(name, itself);
      const after = readFileSync(path, "utf8");
      const [shown] = window.workbench.changes;
      assert.deepEqual([shown?.before, shown?.after], [before, after]);
      assert.match(announced.join(), /what is to become of .*\. Nothing is written yet\./);
      const { [key]: servers } = JSON.parse(after.replace("// mine", "")) as Record<string, Record<string, unknown>>;
      const start =
        clientOf(id).splitsCommand === true ? { command: "sh", args: [launcher()] } : { command: launcher(), args: [] };
      assert.deepEqual(servers, {
        other: { command: "npx" },
        serverpanel: id === "vscode" ? { type: "stdio", ...start } : start,
      });
      assert.equal(statSync(path).mode & 0o777, 0o644);
      assert.match(readFileSync(launcher(), "utf8"), /'\/editor'/);
      assert.equal(messages.at(-1)?.message, `${name} is connected and has said hello, as “${itself} 1.0”.`);
      assert.deepEqual(await connected(), [`${id} file`]);
      assert.ok(window.agentDoor.isOpen);

      const { mentioned } = await disconnect(name);
      assert.equal(readFileSync(path, "utf8"), before);
      assert.equal(window.workbench.changes.length, 2);
      assert.equal(window.workbench.changesClosed, 2);
      assert.deepEqual(mentioned, [`${name} is disconnected: no agent of another program can reach this editor`]);
      assert.deepEqual([await connected(), window.agentDoor.isOpen], [[], false]);
    });

    it(`of ${name} are not connected where its file cannot be changed, and nothing is lost`, async () => {
      const path = fileOf(id);
      const states: readonly (readonly [problem: RegExp, make: () => void])[] = [
        [
          /is not valid JSON: line 2 has a mistake\. Correct it first\. Nothing was changed\./,
          () => writeFileSync(path, "{\n,"),
        ],
        [/In line 1 of .*, “\w+” is not what it should be/, () => writeFileSync(path, `{"${key}": []}`)],
        [/is a link to another file/, () => symlinkSync("/etc/hostname", path)],
        [/is not a file/, () => mkdirSync(path)],
        [/is read-only/, () => writeFileSync(path, "{}", { mode: 0o444 })],
        [/is not in UTF-8/, () => writeFileSync(path, Buffer.from([0x22, 0xd6, 0xd0, 0x22]))],
        [/is larger than such files are/, () => writeFileSync(path, " ".repeat(2 ** 21))],
        [/was not found on this computer: there is no/, () => rmSync(dirname(path), { recursive: true })],
      ];
      for (const [problem, make] of states) {
        make();
        const contents = () => (existsSync(path) && statSync(path).isFile() ? readFileSync(path) : undefined);
        const before = contents();
        const { messages } = await connect(name, itself);
        assert.match(messages.at(-1)?.message ?? "", problem);
        assert.deepEqual(contents(), before);
        assert.deepEqual([await connected(), window.agentDoor.isOpen], [[], false], String(problem));
        rmSync(path, { recursive: true, force: true });
      }
      assert.deepEqual(window.workbench.changes, []);
      const { messages } = await connect(name, itself, { to: "was not found", with: "Copy Entry" });
      assert.equal(messages.length, 1);
      const copied = JSON.parse(window.workbench.copied[0] ?? "") as Record<string, object>;
      assert.deepEqual(Object.keys(copied[key] ?? {}), ["serverpanel"]);
    });
  }

  it("are connected by a file that is made where there is none", async () => {
    const path = fileOf("cursor");
    await connect("Cursor", "cursor-vscode");
    assert.deepEqual(JSON.parse(readFileSync(path, "utf8")), {
      mcpServers: { serverpanel: { command: launcher(), args: [] } },
    });
    // nothing is to be written the second time
    await connect("Cursor", "cursor-vscode");
    assert.equal(window.workbench.changes.length, 1);
  });

  it("are not connected by a person who turns the change away, or if the file has changed meanwhile", async () => {
    const path = fileOf("cursor");
    writeFileSync(path, "{}");
    const { messages } = await connect("Cursor", "", { to: "The editor shows", with: undefined });
    assert.deepEqual(messages, []);
    assert.equal(readFileSync(path, "utf8"), "{}");
    const { showChange } = window.workbench.editors;
    Object.assign(window.services.editors, {
      async showChange(...given: Parameters<typeof showChange>) {
        writeFileSync(path, '{ "theirs": 1 }');
        return showChange(...given);
      },
    });
    const changed = await connect("Cursor", "");
    assert.match(changed.messages[0]?.message ?? "", /is no longer what was shown\. Nothing was written/);
    assert.equal(readFileSync(path, "utf8"), '{ "theirs": 1 }');
    assert.deepEqual([await connected(), window.agentDoor.isOpen], [[], false]);
  });

  it("are connected by the command of their program, in a terminal or copied", async () => {
    const question = "Connect Claude Code with this command?";
    const line = `claude mcp add --scope user --transport stdio serverpanel -- ${launcher()}`;
    const { questions } = await connect("Claude Code", "claude-code", { to: question, with: "Type into Terminal" });
    assert.ok(questions[0]?.detail.endsWith(line), questions[0]?.detail);
    assert.deepEqual(window.workbench.shells[0]?.typed, [line]);
    assert.ok(window.workbench.shells[0].isShown && existsSync(launcher()));
    await connect("Codex", "codex-mcp-client", { to: "Connect Codex with this command?", with: "Copy" });
    assert.deepEqual(window.workbench.copied, [`codex mcp add serverpanel -- ${launcher()}`]);
    assert.deepEqual(await connected(), ["claudeCode program", "codex program"]);

    await disconnect("Codex", { to: "Disconnect Codex?", with: "Copy" });
    assert.ok(window.agentDoor.isOpen);
    await disconnect("Claude Code", { to: "Disconnect Claude Code?", with: "Type into Terminal" });
    assert.deepEqual(window.workbench.copied[1], "codex mcp remove serverpanel");
    assert.deepEqual(window.workbench.shells[1]?.typed, ["claude mcp remove --scope user serverpanel"]);
    assert.ok(!window.agentDoor.isOpen);
  });

  it("get their command copied where terminals are of another computer", async () => {
    window.workbench.place = "besideRemote";
    const { choices, questions } = await connect("Claude Code", "claude-code", { to: "this command?", with: "Copy" });
    assert.deepEqual(choices.at(-1), ["Copy"]);
    assert.match(questions[0]?.detail ?? "", /in a terminal of this computer/);
  });

  it("are shown what to put where, where no program and no file of theirs can be used", async () => {
    window.workbench.missing = ["codex"];
    const { questions } = await connect("Codex", "codex-mcp-client", { to: "Connect Codex?", with: "Copy" });
    assert.ok(
      questions[0]?.detail.startsWith(`Put this at the end of ~/.codex/config.toml:\n\n[mcp_servers.serverpanel]`),
    );
    await connect("Another Client", "goose", { to: "Connect Another Client?", with: "Copy" });
    assert.deepEqual(JSON.parse(window.workbench.copied[1] ?? ""), {
      mcpServers: { serverpanel: { command: launcher(), args: [] } },
    });
    assert.deepEqual(await connected(), ["codex copied", "other copied"]);
    const { questions: asked } = await disconnect("Another Client", { to: "Disconnect", with: true });
    assert.match(asked[0]?.detail ?? "", /take “serverpanel” out of its MCP configuration/);
    assert.deepEqual(await connected(), ["codex copied"]);
  });

  it("of the editor itself are connected through its own interface", async () => {
    window.editorServers.interfaces = ["cursor", "vscode"];
    for (const [name, id] of [
      ["Cursor", "cursor"],
      ["VS Code", "vscode"],
    ] as const) {
      await connect(name, id, { to: `Connect ${name}?`, with: false });
      assert.deepEqual([await connected(), [...window.editorServers.registered]], [[], []]);
      const { messages } = await connect(name, id === "cursor" ? "cursor-vscode" : "Visual Studio Code", {
        to: `Connect ${name}?`,
        with: true,
      });
      assert.match(messages[0]?.message ?? "", /has said hello/);
      assert.deepEqual([await connected(), [...window.editorServers.registered]], [[`${id} editor`], [id]]);
      await disconnect(name, { to: `Disconnect ${name}?`, with: false });
      assert.deepEqual([...window.editorServers.registered], [id]);
      await disconnect(name, { to: `Disconnect ${name}?`, with: true });
      assert.deepEqual([await connected(), [...window.editorServers.registered]], [[], []]);
    }
  });

  it("that do not say hello are waited for as long as the person wants, and then what to look at is said", async () => {
    const started = window.run(
      handlers["serverPanel.agent.connect"],
      [],
      { to: LIST, with: "Claude Code" },
      { to: "this command?", with: "Copy" },
      { to: "Waiting until Claude Code says hello.", with: undefined },
    );
    const { messages } = await started;
    const late =
      "Claude Code has not said hello yet. End Claude Code and start it again. There, /mcp says what has become of “serverpanel”.";
    assert.equal(messages[0]?.message, late);
    const running = window.run(
      handlers["serverPanel.agent.connect"],
      [],
      { to: LIST, with: "Claude Code" },
      { to: "this command?", with: "Copy" },
    );
    await eventually(
      () => window.clock.sleeping,
      (count) => count > 0,
    );
    // another client that is known is not the one that is waited for
    window.agentDoor.greet("cursor-vscode");
    await window.clock.pass(180_000);
    assert.equal((await running).messages[0]?.message, late);
  });

  it("are not said to be connected because one has said hello that nobody knows by its name", async () => {
    const { messages } = await connect("Claude Code", "some-agent", { to: "this command?", with: "Copy" });
    assert.equal(
      messages.at(-1)?.message,
      "A client that calls itself “some-agent 1.0” has said hello. If that is Claude Code, it is connected.",
    );
  });

  it("are named with what they last said in the lists", async () => {
    await programs.connected.connected("codex", "program");
    await programs.connected.connected("cursor", "file");
    await programs.connected.greeted("codex", { name: "codex-mcp-client", version: "1" });
    const descriptions: (readonly (string | undefined)[])[] = [];
    Object.assign(window.services.dialogs, {
      async pick(_title: string, _placeholder: string, choices: readonly Choice<unknown>[]) {
        descriptions.push(choices.map(({ description }) => description));
      },
    });
    await window.clock.pass(120_000);
    await window.run(handlers["serverPanel.agent.connect"]);
    await window.run(handlers["serverPanel.agent.disconnect"]);
    const [cursor, codex] = ["has not said hello yet", "last said hello 2 min. ago"];
    assert.deepEqual(descriptions, [
      [cursor, undefined, codex, undefined, undefined, undefined, undefined, undefined],
      [cursor, codex],
    ]);
  });

  it("are not connected while they may do nothing, and none is disconnected that is not connected", async () => {
    const environment = window.workbench.support.environment();
    Object.assign(window.services, {
      support: { ...window.workbench.support, environment: () => ({ ...environment, setting: () => "off" }) },
    });
    const { messages } = await window.run(handlers["serverPanel.agent.connect"]);
    assert.match(messages[0]?.message ?? "", /serverPanel\.agentTools lets agents do nothing/);
    assert.equal(
      (await window.run(handlers["serverPanel.agent.disconnect"])).messages[0]?.message,
      "No agent is connected.",
    );
  });
});
