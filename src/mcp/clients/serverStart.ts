/** The name of our server in the configurations of clients, which take letters, digits, `-` and `_`. */
export const SERVER_NAME = "serverpanel";

/** How a client starts our server. */
export interface ServerStart {
  readonly command: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

/** How a client starts the launcher. On Windows that is a batch file, which only `cmd` runs: not every client knows that. */
export function launcherStart(
  { splitsCommand }: { readonly splitsCommand?: true },
  launcher: string,
  platform: NodeJS.Platform,
): ServerStart {
  if (platform === "win32") return { command: "cmd", args: ["/c", launcher] };
  if (splitsCommand === true) return { command: "sh", args: [launcher] };
  return { command: launcher, args: [] };
}

/** A configuration with our server alone, as most clients take it. */
export function mcpServersJson({ command, args }: ServerStart): string {
  return json({ mcpServers: { [SERVER_NAME]: { command, args } } });
}

/** A configuration with our server alone, as VS Code takes it. */
export function vsCodeJson({ command, args }: ServerStart): string {
  return json({ servers: { [SERVER_NAME]: { type: "stdio", command, args } } });
}

function json(value: object): string {
  return `${JSON.stringify(value, undefined, 2)}\n`;
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
