import * as vscode from "vscode";
import { FILES_SCHEME } from "../manifest/manifest.ts";
import { typedPath, type FilePlace } from "../serverFiles/filePlace.ts";

const VIEWS = ["end", "server"] as const satisfies readonly FilePlace["view"][];

/** The address of a file in editors: the panel by its id, which neither a new name nor a new address changes. */
export function uriOf({ panelId, path, view }: FilePlace): vscode.Uri {
  return vscode.Uri.from({ scheme: FILES_SCHEME, authority: panelId, path, query: view ?? "" });
}

/** The file that an address means; `undefined` for addresses that are not ours. */
export function placeIn({ scheme, authority, path, query }: vscode.Uri): FilePlace | undefined {
  if (scheme !== FILES_SCHEME) return undefined;
  const view = VIEWS.find((each) => each === query);
  return { panelId: authority, path: typedPath(path) ?? "/", ...(view && { view }) };
}
