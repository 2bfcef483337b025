import assert from "node:assert/strict";
import type { Computer } from "../../../../src/mcp/clients/agentClient.ts";
import {
  agentClientIds,
  clientsCalled,
  clientOf,
  type AgentClientId,
} from "../../../../src/mcp/clients/agentClients.ts";
import { launcherStart, mcpServersJson, tomlPart, vsCodeJson } from "../../../../src/mcp/clients/serverStart.ts";

const LINUX: Computer = { platform: "linux", home: "/home/w", variable: () => undefined };
const MAC: Computer = { platform: "darwin", home: "/Users/w", variable: () => undefined };
const WINDOWS: Computer = { platform: "win32", home: String.raw`C:\Users\w`, variable: () => undefined };

/** Where each client looks, as its makers write it. */
const PLACES: Readonly<Partial<Record<AgentClientId, readonly [string, string, string]>>> = {
  cursor: ["/home/w/.cursor/mcp.json", "/Users/w/.cursor/mcp.json", String.raw`C:\Users\w\.cursor\mcp.json`],
  codex: ["/home/w/.codex/config.toml", "/Users/w/.codex/config.toml", String.raw`C:\Users\w\.codex\config.toml`],
  gemini: [
    "/home/w/.gemini/settings.json",
    "/Users/w/.gemini/settings.json",
    String.raw`C:\Users\w\.gemini\settings.json`,
  ],
  qwen: ["/home/w/.qwen/settings.json", "/Users/w/.qwen/settings.json", String.raw`C:\Users\w\.qwen\settings.json`],
  windsurf: [
    "/home/w/.codeium/windsurf/mcp_config.json",
    "/Users/w/.codeium/windsurf/mcp_config.json",
    String.raw`C:\Users\w\.codeium\windsurf\mcp_config.json`,
  ],
  trae: [
    "/home/w/.config/Trae/User/mcp.json",
    "/Users/w/Library/Application Support/Trae/User/mcp.json",
    String.raw`C:\Users\w\AppData\Roaming\Trae\User\mcp.json`,
  ],
  traeCn: [
    "/home/w/.config/Trae CN/User/mcp.json",
    "/Users/w/Library/Application Support/Trae CN/User/mcp.json",
    String.raw`C:\Users\w\AppData\Roaming\Trae CN\User\mcp.json`,
  ],
  vscode: [
    "/home/w/.config/Code/User/mcp.json",
    "/Users/w/Library/Application Support/Code/User/mcp.json",
    String.raw`C:\Users\w\AppData\Roaming\Code\User\mcp.json`,
  ],
};

const LAUNCHER = "/data/agents/serverpanel-mcp";

describe("The clients that can be connected", () => {
  it("have their configuration where each system keeps it", () => {
    for (const id of agentClientIds) {
      const pathOn = clientOf(id).file?.path;
      assert.deepEqual(pathOn && [LINUX, MAC, WINDOWS].map(pathOn), PLACES[id], id);
    }
  });

  it("have it where variables of the computer put it", () => {
    const moved = (computer: Computer, name: string, value: string): Computer => ({
      ...computer,
      variable: (asked) => (asked === name ? value : undefined),
    });
    assert.equal(clientOf("codex").file?.path(moved(LINUX, "CODEX_HOME", "/x")), "/x/config.toml");
    assert.equal(clientOf("trae").file?.path(moved(LINUX, "XDG_CONFIG_HOME", "/x")), "/x/Trae/User/mcp.json");
    const roaming = String.raw`D:\R`;
    const onWindows = clientOf("vscode").file?.path(moved(WINDOWS, "APPDATA", roaming));
    assert.equal(onWindows, String.raw`D:\R\Code\User\mcp.json`);
  });

  it("are told to start the launcher, as each can", () => {
    const started = (id: AgentClientId, computer = LINUX) => launcherStart(clientOf(id), LAUNCHER, computer.platform);
    assert.deepEqual(started("cursor"), { command: LAUNCHER, args: [] });
    assert.deepEqual(started("trae"), { command: "sh", args: [LAUNCHER] });
    assert.deepEqual(started("trae", WINDOWS), { command: "cmd", args: ["/c", LAUNCHER] });
    assert.deepEqual(started("claudeCode", WINDOWS), { command: "cmd", args: ["/c", LAUNCHER] });
    assert.deepEqual(JSON.parse(vsCodeJson(started("vscode"))), {
      servers: { serverpanel: { type: "stdio", command: LAUNCHER, args: [] } },
    });
    assert.deepEqual(JSON.parse(mcpServersJson(started("other"))), {
      mcpServers: { serverpanel: { command: LAUNCHER, args: [] } },
    });
    assert.equal(
      tomlPart({ command: "cmd", args: ["/c", String.raw`C:\王\"a"`] }),
      [
        "[mcp_servers.serverpanel]",
        'command = "cmd"',
        String.raw`args = ["/c","C:\\王\\\"a\""]`,
        "tool_timeout_sec = 660",
        "",
      ].join("\n"),
    );
    const { program } = clientOf("claudeCode");
    assert.equal(
      [program?.program, ...(program?.add ?? [])].join(" "),
      "claude mcp add --scope user --transport stdio serverpanel --",
    );
    assert.equal(clientOf("codex").program?.add.join(" "), "mcp add serverpanel --");
  });

  it("are known by what they call themselves", () => {
    const called: Readonly<Record<string, readonly AgentClientId[]>> = {
      "cursor-vscode": ["cursor"],
      "claude-code": ["claudeCode"],
      "claude-ai": ["other"],
      "codex-mcp-client": ["codex"],
      "gemini-cli-mcp-client": ["gemini"],
      "qwen-code-mcp-client": ["qwen"],
      "windsurf-client": ["windsurf"],
      "Visual Studio Code - Insiders": ["vscode"],
      Trae: ["trae", "traeCn"],
      "somebody else": ["other"],
    };
    for (const [name, ids] of Object.entries(called)) assert.deepEqual(clientsCalled(name), ids, name);
  });
});
