import * as vscode from "vscode";
import { traceOf } from "../../wire/answers/failure.ts";
import { apiFor } from "../../platform/optionalParts.ts";
import { placeIn } from "../filePlace.ts";
import { sha1Of } from "../sha1Of.ts";
import type { Logging, Timed } from "../../storage/ports.ts";
import type { OpenedFiles } from "./openedFiles.ts";

/** How long after a look editors are told of a change: VS Code reads at once what it has looked at for itself. */
const TOLD_MS = 1_000;

/** The text documents, custom editors and notebooks of a window that show files of servers, as VS Code tells of them. */
export class ShownFiles implements vscode.Disposable {
  readonly #services: Logging & Timed;
  readonly #opened: OpenedFiles;
  readonly #tell: (uri: vscode.Uri) => void;
  readonly #disposed = new AbortController();
  readonly #events: vscode.Disposable;
  /** What is being found out about text documents, by address: in the order in which they were changed. */
  readonly #comparing = new Map<string, Promise<void>>();
  /** Addresses of files of which editors will be told, if they show something else. */
  readonly #toTell = new Set<string>();
  /** Whether a custom editor or notebook has changes, by the address of its file. */
  #tabs: ReadonlyMap<string, boolean> = new Map();

  /** @param opened is told what they show */
  constructor(services: Logging & Timed, opened: OpenedFiles, tell: (uri: vscode.Uri) => void) {
    this.#services = services;
    this.#opened = opened;
    this.#tell = tell;
    const { workspace, window } = vscode;
    const ours = (handle: (document: vscode.TextDocument) => void) => (document: vscode.TextDocument) => {
      if (placeIn(document.uri) !== undefined) handle(document);
    };
    const changed = ours((document) => this.#changedText(document));
    // VS Code would read the server's side of a comparison as UTF-8, whatever the document's encoding is
    const beginsSave = ours(({ uri, encoding }) => this.#opened.beginSave(uri.toString(), !encoding.startsWith("utf")));
    const openedText = ours((document) => this.#openedText(document));
    this.#events = vscode.Disposable.from(
      workspace.onDidOpenTextDocument(openedText),
      workspace.onDidChangeTextDocument(({ document }) => changed(document)),
      workspace.onWillSaveTextDocument(({ document }) => beginsSave(document)),
      workspace.onDidSaveTextDocument(ours((document) => this.#savedText(document))),
      workspace.onDidCloseTextDocument(({ uri }) => {
        // another language closes and opens it
        if (textAt(uri) === undefined) this.#opened.close(uri.toString(), "text");
      }),
      window.tabGroups.onDidChangeTabs(() => this.#changedTabs()),
    );
    workspace.textDocuments.forEach(openedText);
    this.#changedTabs();
  }

  /** Whether a person sees a file in some editor. */
  isOpen(uri: vscode.Uri): boolean {
    return textAt(uri) !== undefined || this.#tabs.has(uri.toString());
  }

  /** Finds out whether a text document shows what was read by whomever. */
  wasRead(uri: vscode.Uri): void {
    const document = textAt(uri);
    if (document?.isDirty === false) this.#compare(document, (image) => this.#opened.showed(uri.toString(), image));
    this.tellLater(uri);
  }

  dispose(): void {
    this.#disposed.abort();
    this.#events.dispose();
  }

  #openedText(document: vscode.TextDocument): void {
    this.#opened.open(document.uri.toString(), "text");
    this.#changedText(document);
  }

  #changedText(document: vscode.TextDocument): void {
    const key = document.uri.toString();
    if (document.isDirty) return this.#opened.dirtied(key);
    this.#opened.cleaned(key);
    this.#compare(document, (image) => this.#opened.showed(key, image));
    this.tellLater(document.uri);
  }

  #savedText(document: vscode.TextDocument): void {
    const key = document.uri.toString();
    this.#compare(document, (image) => this.#opened.saved(key, "text", image));
  }

  /** Notes which files are shown by custom editors and notebooks, and which of them have saved. */
  #changedTabs(): void {
    const tabsBefore = this.#tabs;
    const now = new Map<string, boolean>();
    for (const { input, isDirty } of vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs)) {
      const isOther = input instanceof vscode.TabInputCustom || input instanceof vscode.TabInputNotebook;
      if (!isOther || placeIn(input.uri) === undefined) continue;
      const key = input.uri.toString();
      now.set(key, isDirty || now.get(key) === true);
    }
    this.#tabs = now;
    for (const key of tabsBefore.keys()) if (!now.has(key)) this.#opened.close(key, "other");
    for (const [key, isDirty] of now) {
      this.#opened.open(key, "other");
      if (!isDirty && tabsBefore.get(key) === true) this.#opened.saved(key, "other");
    }
  }

  /** Passes on the sha1 of a document's text as it would be saved now, in the order of the calls; nothing where it is not known. */
  #compare(document: vscode.TextDocument, handle: (image: string) => void): void {
    const key = document.uri.toString();
    const before = this.#comparing.get(key);
    const compare = async () => {
      const [sha1] = await Promise.all([imageOf(document), before]);
      if (sha1 !== undefined) handle(sha1);
    };
    const compared = compare()
      .catch((error: unknown) => this.#services.log.error(`files: ${traceOf(error)}`))
      .finally(() => {
        if (this.#comparing.get(key) === compared) this.#comparing.delete(key);
      });
    this.#comparing.set(key, compared);
  }

  /** Whether a file's text document would be saved as these bytes. */
  async isText(uri: vscode.Uri, bytes: Uint8Array): Promise<boolean> {
    await this.#comparing.get(uri.toString());
    const document = textAt(uri);
    return document !== undefined && (await imageOf(document)) === sha1Of(bytes);
  }

  /** Tells editors of a file, once they have had the time to read it again by themselves, that they show something else. */
  tellLater(uri: vscode.Uri): void {
    const key = uri.toString();
    if (!this.isOpen(uri) || this.#toTell.has(key)) return;
    this.#toTell.add(key);
    void this.#tellIn(TOLD_MS, uri);
  }

  async #tellIn(milliseconds: number, uri: vscode.Uri): Promise<void> {
    const key = uri.toString();
    try {
      await this.#services.clock.sleep(milliseconds, this.#disposed.signal);
    } catch {
      // the window is closed
      return;
    }
    this.#toTell.delete(key);
    const document = textAt(uri);
    if (document?.isDirty === false) this.#compare(document, (image) => this.#opened.showed(key, image, true));
    await this.#comparing.get(key);
    if (this.#opened.hasToTell(key)) this.#tell(uri);
  }
}

/** The text document of a file that is open. */
export function textAt(uri: vscode.Uri): vscode.TextDocument | undefined {
  const address = uri.toString();
  return vscode.workspace.textDocuments.find((document) => document.uri.toString() === address);
}

/** The sha1 of a document's text as it would be saved now; `undefined`: this editor does not tell. */
async function imageOf(document: vscode.TextDocument): Promise<string | undefined> {
  const text = document.getText();
  const { encoding } = document;
  // the one of nearly all files needs no other process
  if (encoding === "utf8") return sha1Of(Buffer.from(text));
  const bytes = await apiFor("encodings")?.workspace.encode(text, { encoding });
  return bytes && sha1Of(bytes);
}
