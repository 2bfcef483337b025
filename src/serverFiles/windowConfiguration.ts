import { posix } from "node:path";
import { type FilePlace, FILES_SCHEME } from "./filePlace.ts";

/** An address as VS Code has it (`Uri`). */
interface Address {
  readonly scheme: string;
  readonly authority: string;
  readonly path: string;
}

/** What a window has as its workspace (`vscode.workspace`). */
export interface OpenWorkspace {
  readonly workspaceFile: Address | undefined;
  readonly workspaceFolders: readonly { readonly uri: Address }[] | undefined;
}

/**
 * Whether VS Code would take settings, tasks and what else runs on this computer from a file, because a person has made a server's
 * folder the workspace. It trusts every such folder, and asks nobody.
 */
export function configuresWindow(
  { panelId, path }: FilePlace,
  { workspaceFile, workspaceFolders = [] }: OpenWorkspace,
): boolean {
  // what VS Code looks for in a folder has a plain path, the folder itself may have "..", which has no place here
  const pathOf = (address: Address) => {
    if (address.scheme !== FILES_SCHEME || address.authority !== panelId) return undefined;
    return posix.resolve("/", address.path);
  };
  if (workspaceFile !== undefined && pathOf(workspaceFile) === path) return true;
  return workspaceFolders.some(({ uri }) => {
    const folder = pathOf(uri);
    return folder !== undefined && `${path}/`.startsWith(posix.join(folder, ".vscode/"));
  });
}
