import { atHome, inApplicationData, pathsOf, type AgentClient } from "./agentClient.ts";
import { mcpServersJson, SERVER_NAME, tomlPart, vsCodeJson } from "./serverStart.ts";

/**
 * The clients that can be connected, by id. Each is told of the server for all of a person's projects: nothing is written into a
 * repository, where others would get it, too.
 */
export const agentClients = {
  cursor: {
    name: "Cursor",
    callsItself: /cursor/i,
    inEditor: "cursor",
    file: { path: (computer) => atHome(computer, ".cursor", "mcp.json"), part: mcpServersJson },
  },
  claudeCode: {
    name: "Claude Code",
    callsItself: /claude.code/i,
    program: {
      program: "claude",
      add: ["mcp", "add", "--scope", "user", "--transport", "stdio", SERVER_NAME, "--"],
      remove: ["mcp", "remove", "--scope", "user", SERVER_NAME],
    },
  },
  codex: {
    name: "Codex",
    callsItself: /codex/i,
    program: {
      program: "codex",
      add: ["mcp", "add", SERVER_NAME, "--"],
      remove: ["mcp", "remove", SERVER_NAME],
    },
    file: {
      path: (computer) =>
        pathsOf(computer.platform).join(computer.variable("CODEX_HOME") ?? atHome(computer, ".codex"), "config.toml"),
      part: tomlPart,
    },
  },
  gemini: {
    name: "Gemini CLI",
    callsItself: /gemini/i,
    program: {
      program: "gemini",
      add: ["mcp", "add", "--scope", "user", SERVER_NAME],
      remove: ["mcp", "remove", "--scope", "user", SERVER_NAME],
    },
    file: { path: (computer) => atHome(computer, ".gemini", "settings.json"), part: mcpServersJson },
  },
  qwen: {
    name: "Qwen Code",
    callsItself: /qwen/i,
    program: {
      program: "qwen",
      add: ["mcp", "add", "--scope", "user", SERVER_NAME],
      remove: ["mcp", "remove", "--scope", "user", SERVER_NAME],
    },
    file: { path: (computer) => atHome(computer, ".qwen", "settings.json"), part: mcpServersJson },
  },
  windsurf: {
    name: "Windsurf",
    callsItself: /windsurf|cascade/i,
    file: {
      path: (computer) => atHome(computer, ".codeium", "windsurf", "mcp_config.json"),
      part: mcpServersJson,
    },
  },
  trae: {
    name: "Trae",
    callsItself: /trae/i,
    file: { path: (computer) => inApplicationData(computer, "Trae", "User", "mcp.json"), part: mcpServersJson },
    splitsCommand: true,
  },
  traeCn: {
    name: "Trae CN",
    callsItself: /trae/i,
    file: { path: (computer) => inApplicationData(computer, "Trae CN", "User", "mcp.json"), part: mcpServersJson },
    splitsCommand: true,
  },
  vscode: {
    name: "VS Code",
    callsItself: /^(?:visual studio code|vs ?code)/i,
    inEditor: "vscode",
    file: { path: (computer) => inApplicationData(computer, "Code", "User", "mcp.json"), part: vsCodeJson },
  },
  other: { name: "other" },
} as const satisfies Readonly<Record<string, AgentClient>>;

export type AgentClientId = keyof typeof agentClients;

export const agentClientIds = Object.keys(agentClients) as readonly AgentClientId[];

/** A client by its id. */
export function clientOf(id: AgentClientId): AgentClient {
  return agentClients[id];
}

/** The clients that call themselves so; one that nobody knows by its name is another one. */
export function clientsCalled(name: string): readonly AgentClientId[] {
  const known = agentClientIds.filter((id) => clientOf(id).callsItself?.test(name) === true);
  return known.length === 0 ? ["other"] : known;
}
