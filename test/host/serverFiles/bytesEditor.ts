import assert from "node:assert/strict";
import * as vscode from "vscode";

/** The view type in `test/host/customEditor/package.json`. */
const VIEW_TYPE = "test.bytes";

interface BytesDocument extends vscode.CustomDocument {
  bytes: Uint8Array;
}

/** A custom editor of another extension, as hex editors are: it reads a file once, and writes it when it is saved. */
export class BytesEditor implements vscode.CustomEditorProvider<BytesDocument>, vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<vscode.CustomDocumentEditEvent<BytesDocument>>();
  readonly onDidChangeCustomDocument = this.#changed.event;
  readonly #registered = vscode.window.registerCustomEditorProvider(VIEW_TYPE, this);
  #document: BytesDocument | undefined;

  async open(uri: vscode.Uri): Promise<void> {
    await vscode.commands.executeCommand("vscode.openWith", uri, VIEW_TYPE);
    assert.equal(this.#document?.uri.toString(), uri.toString());
  }

  /** Replaces the content, unsaved. */
  edit(text: string): void {
    const document = this.#document ?? assert.fail("nothing is open");
    const before = document.bytes;
    const show = (bytes: Uint8Array) => {
      document.bytes = bytes;
    };
    const after = Buffer.from(text);
    show(after);
    this.#changed.fire({ document, undo: () => show(before), redo: () => show(after) });
  }

  /** Whether its tab has unsaved changes, as VS Code tells extensions. */
  get isDirty(): boolean {
    return vscode.window.tabGroups.all.some(({ tabs }) =>
      tabs.some(({ input, isDirty }) => input instanceof vscode.TabInputCustom && isDirty),
    );
  }

  async openCustomDocument(uri: vscode.Uri): Promise<BytesDocument> {
    const bytes = await vscode.workspace.fs.readFile(uri);
    this.#document = { uri, bytes, dispose: () => undefined };
    return this.#document;
  }

  async resolveCustomEditor(_document: BytesDocument, { webview }: vscode.WebviewPanel): Promise<void> {
    webview.html = "<p>bytes</p>";
  }

  async saveCustomDocument({ uri, bytes }: BytesDocument): Promise<void> {
    await vscode.workspace.fs.writeFile(uri, bytes);
  }

  async saveCustomDocumentAs({ bytes }: BytesDocument, to: vscode.Uri): Promise<void> {
    await vscode.workspace.fs.writeFile(to, bytes);
  }

  async revertCustomDocument(document: BytesDocument): Promise<void> {
    document.bytes = await vscode.workspace.fs.readFile(document.uri);
  }

  async backupCustomDocument(
    { bytes }: BytesDocument,
    { destination }: vscode.CustomDocumentBackupContext,
  ): Promise<vscode.CustomDocumentBackup> {
    await vscode.workspace.fs.writeFile(destination, bytes);
    return { id: destination.toString(), delete: () => void vscode.workspace.fs.delete(destination) };
  }

  dispose(): void {
    this.#registered.dispose();
    this.#changed.dispose();
  }
}
