import * as vscode from "vscode";
import { FILES_SCHEME, type FilePlace } from "../serverFiles/filePlace.ts";

/** The address of a file in editors: the panel by its id, which neither a new name nor a new address changes. */
export function uriOf({ panelId, path, view }: FilePlace): vscode.Uri {
  return vscode.Uri.from({ scheme: FILES_SCHEME, authority: panelId, path, query: view ?? "" });
}
