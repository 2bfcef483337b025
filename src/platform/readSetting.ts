import * as vscode from "vscode";
import { settings, withinLimits, type SettingId } from "../manifest/settings.ts";

/** A setting's value, within its limits whatever a person has written. */
export function readSetting(id: SettingId): number {
  return withinLimits(settings[id], vscode.workspace.getConfiguration().get(id));
}
