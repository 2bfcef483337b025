import * as vscode from "vscode";
import { settings, type SettingId } from "../manifest.ts";
import { settingValue } from "../model/settingValue.ts";

/** A setting's value, within its limits whatever a person has written. */
export function setting(id: SettingId): number {
  return settingValue(settings[id], vscode.workspace.getConfiguration().get(id));
}
