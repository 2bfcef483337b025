import { realpath } from "node:fs/promises";
import * as vscode from "vscode";
import { AGENT_TOOLS } from "../../agents/agentAccess.ts";
import type { AgentCall } from "../../agents/agentServices.ts";
import type { AgentToolName } from "../../agents/agentTools.ts";
import { visibleText } from "../../characters/plainText.ts";
import { readAgentAccess } from "../../agents/window/readAgentAccess.ts";
import { systemClock } from "../../platform/clock.ts";
import type { Log } from "../../storage/ports.ts";
import { AgentDoor } from "./agentDoor.ts";

/** What a call needs of the window's product, which starts with the first one. */
export interface CalledProduct {
  invokeTool(name: AgentToolName, input: unknown, call: AgentCall): Promise<string>;
  readonly services: { readonly log: Pick<Log, "error"> };
}

/** Most folders of a window that are told. */
const MOST_FOLDERS = 100;

/** Longest name of a window that agents read, in characters. */
const LONGEST_NAME = 60;

/** Makes the door of this window, closed; it follows the setting from then on. */
export function createWindowDoor(
  { globalStorageUri, subscriptions }: vscode.ExtensionContext,
  product: () => Promise<CalledProduct>,
): AgentDoor {
  // by the wall clock: compared with times of other windows
  const now = () => systemClock.wallTime();
  let focusedAt = now();
  const door = new AgentDoor({
    root: globalStorageUri.fsPath,
    clock: systemClock,
    log: { error: (text) => void product().then(({ services }) => services.log.error(text)) },
    isAllowed: () => readAgentAccess() !== "off",
    async describe() {
      if (vscode.window.state.focused) focusedAt = now();
      const { name = "", workspaceFolders = [] } = vscode.workspace;
      // those of other computers have no path here
      const local = workspaceFolders.filter(({ uri }) => uri.scheme === "file").slice(0, MOST_FOLDERS);
      const folders = await Promise.all(local.map(async ({ uri }) => realpath(uri.fsPath).catch(() => uri.fsPath)));
      return { name: visibleText(name, LONGEST_NAME), folders, focusedAt };
    },
    invoke: async (...call) => (await product()).invokeTool(...call),
  });
  subscriptions.push(
    vscode.window.onDidChangeWindowState(() => (focusedAt = now())),
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration(AGENT_TOOLS)) void door.update();
    }),
  );
  return door;
}
