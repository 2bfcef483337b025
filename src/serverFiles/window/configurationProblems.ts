import * as vscode from "vscode";
import { visibleText } from "../../characters/plainText.ts";
import { uriOf } from "../../platform/fileUri.ts";
import type { Redact } from "../../redaction/redactor.ts";
import { serviceName } from "../../texts/fileTexts.ts";
import type { Configuration } from "../configurationFiles.ts";

/** Shows the lines that services refuse, or do not understand, in the Problems view. */
export class ConfigurationProblems {
  readonly #redact: Redact;
  readonly #collection = vscode.languages.createDiagnosticCollection("serverPanel.configurations");

  constructor(redact: Redact) {
    this.#redact = redact;
  }

  /** Shows what is refused, and nothing else; without a place at the file that was changed, not at all where that is not known. */
  show(configurations: readonly Configuration[]): void {
    this.#collection.clear();
    this.#collection.set(
      configurations.flatMap(({ panelId, service, broken, changed }) => {
        const path = broken?.place?.path ?? changed;
        if (broken === undefined || path === undefined) return [];
        const line = Math.max(0, (broken.place?.line ?? 1) - 1);
        // VS Code cuts it to the line that is there
        const range = new vscode.Range(line, 0, line, Number.MAX_SAFE_INTEGER);
        const message = this.#redact(visibleText(broken.text), [path]);
        const diagnostic = new vscode.Diagnostic(range, message, vscode.DiagnosticSeverity.Error);
        diagnostic.source = serviceName(service);
        return [[uriOf({ panelId, path }), [diagnostic]] as [vscode.Uri, vscode.Diagnostic[]]];
      }),
    );
  }

  dispose(): void {
    this.#collection.dispose();
  }
}
