import * as vscode from "vscode";
import { settings, type SettingId } from "../manifest/manifest.ts";
import { settingValue } from "../manifest/settingValue.ts";

/** A setting's value, within its limits whatever a person has written. */
export function setting(id: SettingId): number {
  return settingValue(settings[id], vscode.workspace.getConfiguration().get(id));
}
