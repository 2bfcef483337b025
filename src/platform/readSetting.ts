import * as vscode from "vscode";
import { settings, withinLimits, type SettingId } from "../manifest/settings.ts";

/** A setting's value, within its limits whatever a person has written. */
export function readSetting(id: SettingId): number {
  const at = id.lastIndexOf(".");
  // VS Code takes ten times as long for the whole configuration
  return withinLimits(settings[id], vscode.workspace.getConfiguration(id.slice(0, at)).get(id.slice(at + 1)));
}
