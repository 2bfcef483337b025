import { join } from "node:path";
import { panelIdOf, readPanelFile, type FileContent, type PanelFile, type PanelRecord } from "./panelRecord.ts";
import type { Clock, Log, Secrets } from "../storage/ports.ts";
import { codeOf, replaceFile, type FileSystem } from "../storage/fileSystem.ts";

/** Where and with what a store of panels works. */
export interface StoreParts {
  /** A directory of the extension's own. */
  readonly root: string;
  /** What the secret store fails with is a `StorageError`, and it answers in time. */
  readonly secrets: Secrets;
  readonly files: FileSystem;
  readonly clock: Clock;
  readonly log: Log;
}

/** All files of panels: those that can be used, and why the others cannot, by file name. */
export interface PanelFiles {
  readonly records: readonly PanelRecord[];
  readonly skipped: ReadonlyMap<string, string>;
}

/** Where the files of all panels are. */
export function panelsDirectory(root: string): string {
  return join(root, "panels");
}

/** `undefined`: there is no such panel. */
export async function readPanel({ root, files }: StoreParts, id: string): Promise<PanelFile | undefined> {
  const text = await files.read(panelPath(root, id));
  return text === undefined ? undefined : readPanelFile(id, text);
}

/** Reads all panels; one that cannot be read does not keep the others back. */
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

/** Writes all that a panel's file holds, as one step. */
export async function writePanel(parts: StoreParts, id: string, content: FileContent): Promise<PanelRecord> {
  const text = `${JSON.stringify(content, undefined, 2)}\n`;
  const file = readPanelFile(id, text);
  if (file.kind !== "ok") throw new TypeError("a panel that cannot be read is not written");
  await replaceFile(parts.files, parts.clock, panelPath(parts.root, id), text);
  return file.record;
}

/** Removes a panel's file; one that is absent is not an error. */
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
