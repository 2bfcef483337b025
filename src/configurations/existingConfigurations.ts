import type { ConfigurationFile } from "../resources/configurationFiles.ts";
import { FileError } from "../serverFiles/fileError.ts";
import { pathIn } from "../serverFiles/filePlace.ts";
import type { FileEntry, ServerFiles } from "../serverFiles/serverFiles.ts";

/** A configuration file that the server has. */
export interface ExistingConfiguration {
  readonly path: string;
  readonly what: string;
}

/** The configuration files that the server has, of those that a resource may have. Throws `PanelError` and `FileError`. */
export async function existingConfigurations(
  files: ServerFiles,
  candidates: readonly ConfigurationFile[],
): Promise<readonly ExistingConfiguration[]> {
  const paths = candidates.flatMap(({ path, usedBy }) => (usedBy === undefined ? [path] : [path, usedBy]));
  const stats = await files.stat([...new Set(paths)]);
  const found: ExistingConfiguration[] = [];
  for (const { path, what, usedBy } of candidates) {
    if (usedBy !== undefined && !stats.has(usedBy)) continue;
    const kind = stats.get(path)?.kind;
    if (kind === "file") found.push({ path, what: what() });
    if (kind !== "directory") continue;
    const entries = await entriesOf(files, path);
    found.push(...entries.map(({ name }) => ({ path: pathIn(path, name), what: what() })));
  }
  return found;
}

/** The configuration files of a directory; none of one that is gone by now. */
async function entriesOf(files: ServerFiles, directory: string): Promise<readonly FileEntry[]> {
  try {
    const { entries } = await files.list(directory);
    return entries.filter(({ name, kind }) => kind === "file" && name.endsWith(".conf"));
  } catch (error) {
    if (error instanceof FileError) return [];
    throw error;
  }
}
