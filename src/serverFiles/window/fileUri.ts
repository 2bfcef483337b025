import * as vscode from "vscode";
import { FILES_SCHEME } from "../../manifest/manifest.ts";

/** A file or directory of a panel's server. */
export interface FilePlace {
  readonly panelId: string;
  /** Absolute, without `/` at the end. */
  readonly path: string;
  /** Only the last part of the file. */
  readonly isEnd?: true;
}

/** The query of an address that means the last part of a file. */
const END = "end";

/** The address of a file in editors: the panel by its id, which neither a new name nor a new address changes. */
export function uriOf({ panelId, path, isEnd }: FilePlace): vscode.Uri {
  return vscode.Uri.from({ scheme: FILES_SCHEME, authority: panelId, path, query: isEnd === true ? END : "" });
}

/** The file that an address means; `undefined` for addresses that are not ours. */
export function placeIn({ scheme, authority, path, query }: vscode.Uri): FilePlace | undefined {
  if (scheme !== FILES_SCHEME) return undefined;
  const plain = path.replaceAll(/\/+/g, "/").replace(/(.)\/$/, "$1");
  return { panelId: authority, path: plain === "" ? "/" : plain, ...(query === END && { isEnd: true }) };
}
