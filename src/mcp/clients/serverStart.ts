import type { AgentClient, ServersFile } from "./agentClient.ts";
import { SERVER_NAME } from "./agentClients.ts";

/** How a client starts our server. */
export interface ServerStart {
  readonly command: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

/** How a client starts the launcher. On Windows that is a batch file, which only `cmd` runs: not every client knows that. */
export function launcherStart(
  { splitsCommand }: Pick<AgentClient, "splitsCommand">,
  launcher: string,
  platform: NodeJS.Platform,
): ServerStart {
  if (platform === "win32") return { command: "cmd", args: ["/c", launcher] };
  if (splitsCommand === true) return { command: "sh", args: [launcher] };
  return { command: launcher, args: [] };
}

/** What stands below the server's name in the file of a client. */
export function fileEntry({ before }: Pick<ServersFile, "before">, { command, args }: ServerStart): object {
  return { ...before, command, args };
}

/** A whole configuration with our server alone, as most clients take it. */
export function wholeJson(start: ServerStart): string {
  return `${JSON.stringify({ mcpServers: { [SERVER_NAME]: fileEntry({}, start) } }, undefined, 2)}\n`;
}

/** Longer than a question waits for a person, who is given ten minutes: Codex gives a tool one minute by itself. */
const TOOL_SECONDS = 660;

/** Our part of a TOML file. A JSON string without control characters is one of TOML, too. */
export function tomlPart({ command, args }: ServerStart): string {
  return [
    `[mcp_servers.${SERVER_NAME}]`,
    `command = ${JSON.stringify(command)}`,
    `args = ${JSON.stringify(args)}`,
    `tool_timeout_sec = ${TOOL_SECONDS}`,
    "",
  ].join("\n");
}
