import assert from "node:assert/strict";
import * as vscode from "vscode";
import { answering, type Conversation, type ScriptedAnswer } from "../helpers/scriptedDialogs.ts";

/** Agrees to a save. */
export const yes: ScriptedAnswer = { to: "Save", with: true };

/** Opens a file in an editor. */
export async function openEditor(uri: vscode.Uri): Promise<vscode.TextDocument> {
  const document = await vscode.workspace.openTextDocument(uri);
  await vscode.window.showTextDocument(document);
  return document;
}

/** Replaces the whole text in an editor. */
export async function retype(document: vscode.TextDocument, text: string): Promise<void> {
  const edit = new vscode.WorkspaceEdit();
  const all = new vscode.Range(0, 0, document.lineCount, 0);
  edit.replace(document.uri, all, text);
  assert.ok(await vscode.workspace.applyEdit(edit));
}

/** Saves; resolves to whether it was saved, and what was asked. */
export async function save(
  document: vscode.TextDocument,
  ...answers: readonly ScriptedAnswer[]
): Promise<Conversation & { readonly isSaved: boolean }> {
  let isSaved = false;
  const conversation = await answering(answers, async () => {
    isSaved = await document.save();
  });
  return { ...conversation, isSaved };
}
