import { homedir } from "node:os";
import { join } from "node:path";
import * as vscode from "vscode";
import { systemClock } from "../../platform/clock.ts";
import { EditorServers } from "../../platform/editorServers.ts";
import { createFileSystem } from "../../storage/fileSystem.ts";
import { clientsCalled, clientOf } from "../clients/agentClients.ts";
import { ConnectedClients } from "../clients/connectedClients.ts";
import { writeLauncher } from "../clients/launcher.ts";
import { SERVER_NAME } from "../clients/serverStart.ts";
import type { AgentDoor } from "../window/agentDoor.ts";
import type { AgentPrograms } from "./connecting.ts";

/** The agents' programs on this computer, as a window keeps them. */
export interface KeptPrograms extends AgentPrograms {
  /**
   * Has what is written and registered follow where this version of the extension and its editor are, and which clients are
   * connected by now, maybe in another window.
   */
  update(): Promise<void>;
}

/** Makes them for this window; from then on it keeps each hello of a connected client. */
export function createAgentPrograms(
  {
    extension,
    extensionPath,
    subscriptions,
  }: Pick<vscode.ExtensionContext, "extension" | "extensionPath" | "subscriptions">,
  door: AgentDoor,
): KeptPrograms {
  const { directory } = door;
  const storing = { files: createFileSystem(systemClock), clock: systemClock };
  const connected = new ConnectedClients({ directory, ...storing });
  const computer = { platform: process.platform, home: homedir(), variable: (name: string) => process.env[name] };
  const launched = { executable: process.execPath, script: join(extensionPath, "dist", "mcp.cjs"), directory };
  const { version } = extension.packageJSON as { readonly version: string };
  const server = {
    name: SERVER_NAME,
    version,
    command: launched.executable,
    args: [launched.script, directory],
    env: { ELECTRON_RUN_AS_NODE: "1" },
  };
  const editor = new EditorServers(server, vscode);
  const hellos = door.onHello((told) => {
    // only a list says when a client was last there
    for (const id of clientsCalled(told.name)) void connected.greeted(id, told).catch(() => undefined);
  });
  subscriptions.push(editor, hellos);
  return {
    computer,
    launched,
    files: storing.files,
    connected,
    editor,
    async update() {
      if (!door.isConnected()) return;
      await writeLauncher(launched, computer, storing);
      const registered = (await connected.list()).flatMap(({ id, by }) =>
        by === "editor" ? (clientOf(id).inEditor ?? []) : [],
      );
      for (const which of ["cursor", "vscode"] as const)
        if (registered.includes(which)) editor.register(which);
        else editor.unregister(which);
    },
  };
}
