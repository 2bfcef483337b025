import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { CommandAborted } from "../../commands/context/commandAborted.ts";

/** The saves that VS Code has begun by itself. Nobody has asked for a question then, and it would take the next Enter. */
export class AutoSaves implements vscode.Disposable {
  readonly #underWay = new Set<string>();
  readonly #event = vscode.workspace.onWillSaveTextDocument(({ document, reason }) => {
    const key = document.uri.toString();
    if (reason === vscode.TextDocumentSaveReason.Manual) this.#underWay.delete(key);
    else this.#underWay.add(key);
  });

  /** Ends a save that would ask, if VS Code has begun it. Throws `CommandAborted`, whose sentence VS Code shows. */
  mustNotAsk(uri: vscode.Uri): void {
    if (this.#underWay.has(uri.toString()))
      throw new CommandAborted(l10n.t("Auto Save does not ask. Save the file yourself, and you are asked."));
  }

  ended(uri: vscode.Uri): void {
    this.#underWay.delete(uri.toString());
  }

  dispose(): void {
    this.#event.dispose();
  }
}
