import assert from "node:assert/strict";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
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

/** The clients with a file: the name in the list, what they call themselves, and the program without which the file is used. */
const BY_FILE: readonly (readonly [id: AgentClientId, name: string, itself: string, missing?: string])[] = [
  ["cursor", "Cursor", "cursor-vscode"],
  ["codex", "Codex", "codex-mcp-client", "codex"],
  ["gemini", "Gemini CLI", "gemini-cli-mcp-client", "gemini"],
  ["qwen", "Qwen Code", "qwen-code-mcp-client", "qwen"],
  ["windsurf", "Windsurf", "windsurf-client"],
  ["trae", "Trae", "Trae"],
  ["traeCn", "Trae CN", "Trae"],
  ["vscode", "VS Code", "Visual Studio Code"],
];

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

  for (const [id, name, itself, missing] of BY_FILE)
    it(`of ${name} are connected by a text that is copied, for its file, which a person changes`, async () => {
      window.workbench.missing = missing === undefined ? [] : [missing];
      const { path, part } = clientOf(id).file ?? assert.fail();
      const file = path(programs.computer);
      const start =
        clientOf(id).splitsCommand === true ? { command: "sh", args: [launcher()] } : { command: launcher(), args: [] };
      const { questions, choices, messages } = await connect(name, itself, {
        to: `Connect ${name}?`,
        with: "Copy and Open File",
      });
      assert.deepEqual(choices.at(-1), ["Copy and Open File", "Copy"]);
      assert.match(questions[0]?.detail ?? "", /^Paste this into ~\/\..*put “serverpanel” beside them:\n\n/);
      assert.ok(questions[0]?.detail.endsWith(part(start)), questions[0]?.detail);
      assert.deepEqual(window.workbench.copied, [part(start)]);
      assert.deepEqual(window.workbench.openedHere, [file]);
      assert.ok(!existsSync(file), "nothing is written");
      assert.match(readFileSync(launcher(), "utf8"), /'\/editor'/);
      assert.equal(messages.at(-1)?.message, `${name} is connected and has said hello, as “${itself} 1.0”.`);
      assert.deepEqual(await connected(), [`${id} file`]);
      assert.ok(window.agentDoor.isOpen);

      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, `\n${part(start)}`);
      const line = `\n${part(start)}`.split("\n").findIndex((each) => each.includes("serverpanel"));
      const { questions: asked, mentioned } = await disconnect(name, { to: `Disconnect ${name}?`, with: true });
      assert.match(asked[0]?.detail ?? "", /^The editor opens ~\/\..* at “serverpanel”\. Delete that part there/);
      assert.deepEqual(window.workbench.openedHere, [file, `${file}:${line}`]);
      assert.equal(readFileSync(file, "utf8"), `\n${part(start)}`);
      assert.deepEqual(mentioned, [`${name} is disconnected: no agent of another program can reach this editor`]);
      assert.deepEqual([await connected(), window.agentDoor.isOpen], [[], false]);
    });

  it("are not connected or disconnected by a person who turns the question away", async () => {
    const { messages } = await connect("Cursor", "", { to: "Connect Cursor?", with: undefined });
    assert.deepEqual([messages, await connected(), window.agentDoor.isOpen], [[], [], false]);
    await connect("Cursor", "cursor-vscode", { to: "Connect Cursor?", with: "Copy" });
    assert.deepEqual(window.workbench.openedHere, []);
    await disconnect("Cursor", { to: "Disconnect Cursor?", with: false });
    assert.deepEqual([await connected(), window.agentDoor.isOpen], [["cursor file"], true]);
  });

  it("are disconnected where nobody finds them in their file", async () => {
    const file = clientOf("cursor").file?.path(programs.computer) ?? assert.fail();
    const states: readonly (() => void)[] = [() => undefined, () => writeFileSync(file, "{}"), () => mkdirSync(file)];
    mkdirSync(dirname(file), { recursive: true });
    for (const make of states) {
      make();
      await programs.connected.connected("cursor", "file");
      const { questions } = await disconnect("Cursor", { to: "Disconnect Cursor?", with: true });
      assert.match(questions[0]?.detail ?? "", /take “serverpanel” out of its MCP configuration/);
      rmSync(file, { recursive: true, force: true });
    }
    assert.deepEqual([window.workbench.openedHere, await connected()], [[], []]);
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

  it("of Gemini and Qwen are connected by the command of their program, which takes no --", async () => {
    for (const [name, program] of [
      ["Gemini CLI", "gemini"],
      ["Qwen Code", "qwen"],
    ] as const) {
      await connect(name, `${program}-mcp-client`, { to: `Connect ${name} with this command?`, with: "Copy" });
      assert.equal(window.workbench.copied.at(-1), `${program} mcp add --scope user serverpanel ${launcher()}`);
      await disconnect(name, { to: `Disconnect ${name}?`, with: "Copy" });
      assert.equal(window.workbench.copied.at(-1), `${program} mcp remove --scope user serverpanel`);
    }
  });

  it("get their command or text copied where terminals and files are of another computer", async () => {
    window.workbench.place = "besideRemote";
    const { choices, questions } = await connect("Claude Code", "claude-code", { to: "this command?", with: "Copy" });
    assert.deepEqual(choices.at(-1), ["Copy"]);
    assert.match(questions[0]?.detail ?? "", /in a terminal of this computer/);
    const cursor = await connect("Cursor", "cursor-vscode", { to: "Connect Cursor?", with: "Copy" });
    assert.deepEqual(cursor.choices.at(-1), ["Copy"]);
    const { questions: asked } = await disconnect("Cursor", { to: "Disconnect Cursor?", with: true });
    assert.match(asked[0]?.detail ?? "", /take “serverpanel” out of its MCP configuration/);
    assert.deepEqual(window.workbench.openedHere, []);
  });

  it("that nobody knows are shown a text to put into their configuration", async () => {
    const { choices } = await connect("Another Client", "goose", { to: "Connect Another Client?", with: "Copy" });
    assert.deepEqual(choices.at(-1), ["Copy"]);
    assert.deepEqual(JSON.parse(window.workbench.copied[0] ?? ""), {
      mcpServers: { serverpanel: { command: launcher(), args: [] } },
    });
    assert.deepEqual(await connected(), ["other copied"]);
    const { questions } = await disconnect("Another Client", { to: "Disconnect", with: true });
    assert.match(questions[0]?.detail ?? "", /take “serverpanel” out of its MCP configuration/);
    assert.deepEqual(await connected(), []);
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
      [cursor, undefined, codex, undefined, undefined, undefined, undefined, undefined, undefined, undefined],
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
