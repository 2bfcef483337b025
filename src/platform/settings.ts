import * as vscode from "vscode";
import type { SettingId, settings } from "../manifest.ts";

/** A setting's value. Its default comes from package.json; throws where it is not declared there, which is a defect. */
export function setting<Id extends SettingId>(id: Id): Widened<(typeof settings)[Id]> {
  const value = vscode.workspace.getConfiguration().get<Widened<(typeof settings)[Id]>>(id);
  if (value === undefined) throw new TypeError(`setting ${id} is not declared`);
  return value;
}

type Widened<T> = T extends number ? number : T extends boolean ? boolean : string;
