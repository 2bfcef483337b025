import assert from "node:assert/strict";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import * as vscode from "vscode";
import type { KeptPrograms } from "../../../src/mcp/connect/agentPrograms.ts";
import { launcherPath } from "../../../src/mcp/clients/launcher.ts";
import { EditorServers, type EditorServer } from "../../../src/platform/editorServers.ts";
import { eventually } from "../../eventually.ts";
import { useAddedPanels } from "../helpers/addedPanels.ts";
import { features } from "../helpers/extension.ts";
import { answering } from "../helpers/scriptedDialogs.ts";

describe("connecting an agent of another program", () => {
  useAddedPanels({ name: "Shop" });

  it("leads from the command to a call, through the launcher and the editor's own Node", async () => {
    const { services } = await features();
    const programs = (await services.agentPrograms()) as KeptPrograms;
    const launcher = launcherPath(programs.launched, process.platform);
    assert.ok(!existsSync(dirname(launcher)), "nothing is there before a person connects an agent");
    const client = new Client({ name: "claude-code", version: "2.1" }, { versionNegotiation: { mode: "legacy" } });
    const greeting = eventually(
      async () => (await programs.connected.list()).length,
      (count) => count > 0,
    ).then(async () => client.connect(new StdioClientTransport({ command: launcher, args: [] })));
    const { messages, questions } = await answering(
      [
        { to: "Connect an Agent", with: "Claude Code" },
        { to: "Connect Claude Code with this command?", with: "Copy" },
      ],
      async () => vscode.commands.executeCommand("serverPanel.agent.connect"),
    );
    await greeting;
    const line = await vscode.env.clipboard.readText();
    assert.ok(questions[0]?.detail.endsWith(line) && line.startsWith("claude mcp add --scope user "), line);
    assert.equal(messages.at(-1)?.message, "Claude Code is connected and has said hello, as “claude-code 2.1”.");
    const answer = await client.callTool({ name: "list_panels", arguments: {} });
    assert.match(JSON.stringify(answer.content), /Shop/);

    // as after an update of the extension
    const written = readFileSync(launcher, "utf8");
    writeFileSync(launcher, written.replaceAll("mcp.cjs", "older.cjs"));
    await programs.update();
    assert.equal(readFileSync(launcher, "utf8"), written);

    const [known] = await programs.connected.list();
    assert.equal(known?.hello?.name, "claude-code");
    await answering(
      [
        { to: "Disconnect an Agent", with: "Claude Code" },
        { to: "Disconnect Claude Code?", with: "Copy" },
      ],
      async () => vscode.commands.executeCommand("serverPanel.agent.disconnect"),
    );
    assert.ok(!existsSync(dirname(launcher)), "no door is left");
    await client.close();
  });

  it("opens a file of this computer at a line, and a new one of its name that is not saved", async () => {
    const { services } = await features();
    const directory = mkdtempSync(join(tmpdir(), "server-panel-open-"));
    try {
      const path = join(directory, "mcp.json");
      await services.editors.openLocal(path);
      const { document } = vscode.window.activeTextEditor ?? assert.fail();
      assert.deepEqual([document.isUntitled, document.uri.fsPath, existsSync(path)], [true, path, false]);
      await vscode.commands.executeCommand("workbench.action.closeActiveEditor");
      writeFileSync(path, '{\n  "a": 1,\n  "serverpanel": {}\n}\n');
      await services.editors.openLocal(path, 2);
      const editor = vscode.window.activeTextEditor ?? assert.fail();
      assert.deepEqual([editor.document.uri.fsPath, editor.selection.active.line], [path, 2]);
      await vscode.commands.executeCommand("workbench.action.closeActiveEditor");
    } finally {
      rmSync(directory, { recursive: true, force: true });
    }
  });
});

describe("the editor's own lists of MCP servers", () => {
  const server: EditorServer = {
    name: "serverpanel",
    version: "1.2.3",
    command: "/editor",
    args: ["/mcp.cjs", "/agents"],
    env: { ELECTRON_RUN_AS_NODE: "1" },
  };

  it("have ours where Cursor's interface is, as Cursor describes it", () => {
    const calls: unknown[] = [];
    const servers = new EditorServers(server, {
      cursor: {
        mcp: {
          registerServer: (config) => void calls.push(config),
          unregisterServer: (name) => void calls.push(name),
        },
      },
    });
    assert.deepEqual([servers.has("cursor"), servers.has("vscode")], [true, false]);
    servers.register("vscode");
    servers.register("cursor");
    servers.register("cursor");
    const { name, command, args, env } = server;
    assert.deepEqual(calls, [{ name, server: { command, args, env } }]);
    servers.unregister("cursor");
    servers.dispose();
    assert.deepEqual(calls.slice(1), ["serverpanel"]);
    servers.register("cursor");
    servers.dispose();
    assert.equal(calls.length, 4);
  });

  it("are left alone in an editor that has none, or parts of it", () => {
    for (const api of [{}, { lm: {} }, { cursor: {} }, { cursor: { mcp: {} } }]) {
      const servers = new EditorServers(server, api);
      assert.deepEqual([servers.has("cursor"), servers.has("vscode")], [false, false]);
      servers.register("cursor");
      servers.register("vscode");
      servers.unregister("vscode");
      servers.dispose();
    }
  });

  it("have ours in this VS Code, which takes it", async () => {
    const provided: (vscode.McpServerDefinition[] | undefined)[] = [];
    const servers = new EditorServers(server, {
      McpStdioServerDefinition: vscode.McpStdioServerDefinition,
      lm: {
        registerMcpServerDefinitionProvider(id, provider) {
          assert.equal(id, "serverPanel.mcp");
          provided.push(provider.provideMcpServerDefinitions(new vscode.CancellationTokenSource().token) as never);
          return vscode.lm.registerMcpServerDefinitionProvider(id, provider);
        },
      },
    });
    assert.ok(servers.has("vscode"));
    servers.register("vscode");
    const [[definition] = []] = provided;
    assert.ok(definition instanceof vscode.McpStdioServerDefinition);
    const { command, args, env, version, label } = definition;
    assert.deepEqual({ command, args, env, version, label }, { ...without(server), label: "Server Panel" });
    servers.dispose();
    assert.ok(new EditorServers(server, vscode).has("vscode"));
  });
});

function without({ command, args, env, version }: EditorServer) {
  return { command, args, env, version };
}
