import { join } from "node:path";
import { panelIdOf, readPanelFile, type FileContent, type PanelFile, type PanelRecord } from "./panelRecord.ts";
import type { Clock, Log, Secrets } from "../storage/ports.ts";
import { codeOf, replaceFile, type FileSystem } from "../storage/fileSystem.ts";

/** Directory and services of the store of panels. */
export interface StoreParts {
  /** A directory of the extension's own. */
  readonly root: string;
  /** Fails with `StorageError` only, and has deadlines (see `timelySecrets`). */
  readonly secrets: Secrets;
  readonly files: FileSystem;
  readonly clock: Clock;
  readonly log: Log;
}

/** The readable panels, and why other files are not, by file name. */
export interface PanelFiles {
  readonly records: readonly PanelRecord[];
  readonly skipped: ReadonlyMap<string, string>;
}

/** The directory of the panels' files. */
export function panelsDirectory(root: string): string {
  return join(root, "panels");
}

/** `undefined` if there is no such panel. */
export async function readPanel({ root, files }: StoreParts, id: string): Promise<PanelFile | undefined> {
  const text = await files.read(panelPath(root, id));
  if (text === undefined) return undefined;
  return readPanelFile(id, text);
}

/** Reads all panels; an unreadable one does not affect the others. */
export async function readPanels(parts: StoreParts): Promise<PanelFiles> {
  const records: PanelRecord[] = [];
  const skipped = new Map<string, string>();
  for (const name of await parts.files.list(panelsDirectory(parts.root))) {
    const id = panelIdOf(name);
    if (id === undefined) continue;
    try {
      const file = await readPanel(parts, id);
      if (file?.kind === "ok") records.push(file.record);
      else if (file !== undefined) skipped.set(name, reasonOf(file));
    } catch (error) {
      skipped.set(name, `it cannot be read (${codeOf(error)})`);
    }
  }
  return { records, skipped };
}

/** Writes the whole content of a panel's file, in one step. */
export async function writePanel(parts: StoreParts, id: string, content: FileContent): Promise<PanelRecord> {
  const text = `${JSON.stringify(content, undefined, 2)}\n`;
  const file = readPanelFile(id, text);
  if (file.kind !== "ok") throw new TypeError("a panel that cannot be read is not written");
  await replaceFile(parts.files, parts.clock, panelPath(parts.root, id), text);
  return file.record;
}

/** Removes a panel's file; a missing one is not an error. */
export async function removePanelFile({ root, files }: StoreParts, id: string): Promise<void> {
  await files.remove(panelPath(root, id));
}

function panelPath(root: string, id: string): string {
  return join(panelsDirectory(root), `${id}.json`);
}

function reasonOf(file: Exclude<PanelFile, { kind: "ok" }>): string {
  switch (file.kind) {
    case "newer":
      return `it was written by a newer version of the extension (${file.version})`;
    case "notJson":
      return "it is not a JSON object";
    case "malformed":
      return `it has no usable ${file.fields.join(", ")}`;
    default:
      return file satisfies never;
  }
}
