import * as vscode from "vscode";
import type { lm, McpStdioServerDefinition } from "vscode";
import type { EditorInterface } from "../mcp/clients/agentClient.ts";
import type { ServerStart } from "../mcp/clients/serverStart.ts";

/** The id of our provider in package.json. */
const PROVIDER = "serverPanel.mcp";

/** How people see the server in lists of the editor. */
const LABEL = "Server Panel";

/**
 * What an editor may have for extensions that bring an MCP server; without it a person connects an agent another way, so nothing is left
 * out. Cursor's is described at https://cursor.com/docs/extension-api.
 */
interface OptionalApi {
  readonly lm?: Partial<Pick<typeof lm, "registerMcpServerDefinitionProvider">>;
  readonly McpStdioServerDefinition?: typeof McpStdioServerDefinition;
  readonly cursor?: {
    readonly mcp?: {
      readonly registerServer?: (config: {
        readonly name: string;
        readonly server: { readonly command: string; readonly args: string[]; readonly env: Record<string, string> };
      }) => void;
      readonly unregisterServer?: (name: string) => void;
    };
  };
}

/** An MCP server as this editor is to start it. */
export interface EditorServer extends Required<ServerStart> {
  readonly name: string;
  readonly version: string;
}

/** Our MCP server in the editor's own lists, where it has an interface for that. The editor forgets it with the window. */
export class EditorServers {
  readonly #server: EditorServer;
  readonly #api: OptionalApi;
  readonly #registered = new Map<EditorInterface, vscode.Disposable>();

  /** @param api what this editor has of VS Code's API, with what it has of its own */
  constructor(server: EditorServer, api: OptionalApi) {
    this.#server = server;
    this.#api = api;
  }

  /** Whether this editor has the interface. */
  has(which: EditorInterface): boolean {
    return this.#registering(which) !== undefined;
  }

  /** Registers the server, unless it is, or the editor has no such interface. */
  register(which: EditorInterface): void {
    const register = this.#registering(which);
    if (register === undefined || this.#registered.has(which)) return;
    this.#registered.set(which, register());
  }

  unregister(which: EditorInterface): void {
    this.#registered.get(which)?.dispose();
    this.#registered.delete(which);
  }

  dispose(): void {
    for (const which of this.#registered.keys()) this.unregister(which);
  }

  #registering(which: EditorInterface): (() => vscode.Disposable) | undefined {
    switch (which) {
      case "vscode":
        return this.#registeringInVsCode();
      case "cursor":
        return this.#registeringInCursor();
      default:
        return which satisfies never;
    }
  }

  #registeringInVsCode(): (() => vscode.Disposable) | undefined {
    const { lm, McpStdioServerDefinition: Definition } = this.#api;
    if (lm?.registerMcpServerDefinitionProvider === undefined || Definition === undefined) return undefined;
    const { command, args, env, version } = this.#server;
    const provideMcpServerDefinitions = () => [new Definition(LABEL, command, [...args], { ...env }, version)];
    // as a method of `lm`, which it may use
    return () => lm.registerMcpServerDefinitionProvider?.(PROVIDER, { provideMcpServerDefinitions }) ?? NOTHING;
  }

  #registeringInCursor(): (() => vscode.Disposable) | undefined {
    const mcp = this.#api.cursor?.mcp;
    if (mcp?.registerServer === undefined) return undefined;
    const { name, command, args, env } = this.#server;
    return () => {
      mcp.registerServer?.({ name, server: { command, args: [...args], env: { ...env } } });
      return new vscode.Disposable(() => mcp.unregisterServer?.(name));
    };
  }
}

const NOTHING = new vscode.Disposable(() => undefined);
