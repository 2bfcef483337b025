import { join } from "node:path";
import { writeExchangeArchive } from "../../src/deployments/archive/exchangeArchive.ts";
import { readSource } from "../../src/deployments/sourceFiles.ts";
import type { LocalFile } from "../../src/serverFiles/localFile.ts";

/** Packs a folder below a directory as a deployment packs it. */
export async function archiveOf(root: string, folder = "dist"): Promise<LocalFile> {
  const { signal } = new AbortController();
  const { files } = await readSource({ workspace: root, folder, exclude: [], signal });
  const members = files.map((file, number) => ({ name: `new/${number}`, file }));
  return writeExchangeArchive({ members, target: join(root, `${folder}.tar.gz`), signal });
}
