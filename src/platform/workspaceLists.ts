import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import type { AddedTo } from "../ports/workspace.ts";
import type { JsonList } from "./jsonList.ts";
import { addToList, mayHaveList, numberInList, textOfFile, UnusableListError, type SharedText } from "./listFile.ts";

/** A list in a file of VS Code's. */
export interface ListPlace extends JsonList {
  readonly file: vscode.Uri;
  readonly name: string;
}

/** The list in a file of a folder's `.vscode`. */
export function placeInFolder(folder: vscode.Uri, name: string, list: JsonList): ListPlace {
  return { ...list, file: vscode.Uri.joinPath(folder, ".vscode", name), name };
}

/** The list in the file of the workspace; `undefined` if the window has none that was saved. */
export function placeInWorkspace(list: JsonList): ListPlace | undefined {
  const { workspaceFile: file } = vscode.workspace;
  if (file === undefined || file.scheme === "untitled") return undefined;
  return { ...list, file, name: file.path.slice(file.path.lastIndexOf("/") + 1) };
}

/** The first place that has its list, else the first. A place with a mistake counts: it has to be corrected first. */
export async function placeOfList(first: ListPlace, ...others: readonly (ListPlace | undefined)[]): Promise<ListPlace> {
  for (const place of [first, ...others]) {
    if (place === undefined) continue;
    const text = await textOf(place.file)
      .read()
      .catch(() => "not UTF-8");
    if (mayHaveList(text, place)) return place;
  }
  return first;
}

/**
 * Adds an entry to a list in a folder's file, unless one there is the same. Not through VS Code's configuration, whose copy of the
 * file may be older. What is typed in an open editor and not saved stays, and the entry beside it, unsaved. Rejects with a
 * sentence if that is impossible; a file with a mistake is then shown at it.
 */
export async function addEntry(
  folder: vscode.Uri,
  place: ListPlace,
  entry: { readonly entry: object; readonly isSame: (each: unknown) => boolean },
): Promise<AddedTo> {
  return changing(folder, place, async (open) => addToList(open, place, entry));
}

/**
 * Adds a value to the list that an entry of another list has below a key, unless it is there. Rejects with a sentence if that is
 * impossible; a file with a mistake is then shown at it.
 */
export async function addToEntry(
  folder: vscode.Uri,
  place: ListPlace,
  {
    isMeant,
    key,
    value,
  }: { readonly isMeant: (entry: unknown) => boolean; readonly key: string; readonly value: string },
): Promise<AddedTo> {
  return changing(folder, place, async (open) => {
    const number = await numberInList(open, place, isMeant);
    if (number === undefined) throw new Error(l10n.t("It is no longer in {0}.", place.name));
    const inner = { ...place, path: [...place.path, number, key] };
    await addToList(open, inner, { entry: value, isSame: (each) => each === value });
  });
}

async function changing(
  folder: vscode.Uri,
  place: ListPlace,
  change: (open: () => SharedText) => Promise<void>,
): Promise<AddedTo> {
  // writing a file would make its folder anew
  if ((await statOf(folder)) === undefined) throw new Error(l10n.t("The folder is no longer there."));
  try {
    await change(() => textOf(place.file));
  } catch (error) {
    if (error instanceof UnusableListError) await showAt(place.file, error.offset);
    throw error;
  }
  return { file: place.name, isSaved: unsavedDocument(place.file) === undefined };
}

/** What an editor has of a file and was not saved, else the file. */
function textOf(file: vscode.Uri): SharedText {
  const document = unsavedDocument(file);
  if (document === undefined) return textOfFile(bytesOf(file));
  return textOfDocument(document);
}

function unsavedDocument(file: vscode.Uri): vscode.TextDocument | undefined {
  const address = file.toString();
  return vscode.workspace.textDocuments.find(({ uri, isDirty }) => isDirty && uri.toString() === address);
}

function bytesOf(file: vscode.Uri) {
  return {
    async read() {
      if ((await statOf(file)) === undefined) return undefined;
      return vscode.workspace.fs.readFile(file);
    },
    write: async (bytes: Uint8Array) => vscode.workspace.fs.writeFile(file, bytes),
  };
}

function textOfDocument(document: vscode.TextDocument): SharedText {
  return {
    read: async () => document.getText(),
    async insert(before, insertions) {
      if (document.getText() !== before) return false;
      const edit = new vscode.WorkspaceEdit();
      for (const { offset, text } of insertions) edit.insert(document.uri, document.positionAt(offset), text);
      // VS Code refuses it if the document has another version by then
      return vscode.workspace.applyEdit(edit);
    },
  };
}

async function statOf(uri: vscode.Uri): Promise<vscode.FileStat | undefined> {
  try {
    return await vscode.workspace.fs.stat(uri);
  } catch (error) {
    if (error instanceof vscode.FileSystemError && error.code === "FileNotFound") return undefined;
    throw error;
  }
}

async function showAt(file: vscode.Uri, offset: number): Promise<void> {
  const document = await vscode.workspace.openTextDocument(file);
  const position = document.positionAt(offset);
  await vscode.window.showTextDocument(document, { selection: new vscode.Range(position, position) });
}
