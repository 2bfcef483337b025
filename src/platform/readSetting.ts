import * as vscode from "vscode";
import { accessIn, AGENT_TOOLS, type AgentAccess } from "../agents/agentTools.ts";
import { settings, withinLimits, type SettingId } from "../manifest/settings.ts";

/** The value of a setting, forced into its limits. */
export function readSetting(id: SettingId): number {
  return withinLimits(settings[id], valueOf(id));
}

/** What agents may do. */
export function readAgentAccess(): AgentAccess {
  return accessIn(valueOf(AGENT_TOOLS));
}

function valueOf(id: string): unknown {
  const at = id.lastIndexOf(".");
  // reading the whole configuration takes ten times as long
  return vscode.workspace.getConfiguration(id.slice(0, at)).get(id.slice(at + 1));
}
