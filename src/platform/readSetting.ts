import * as vscode from "vscode";
import { settings, withinLimits, type SettingId } from "../manifest/settings.ts";

/** The value of a setting, forced into its limits. */
export function readSetting(id: SettingId): number {
  return withinLimits(settings[id], valueOf(id));
}

/** The value of any setting, as people wrote it. */
export function valueOf(id: string): unknown {
  const at = id.lastIndexOf(".");
  // reading the whole configuration takes ten times as long
  return vscode.workspace.getConfiguration(id.slice(0, at)).get(id.slice(at + 1));
}
