import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { escapeLinks } from "../../platform/escapeLinks.ts";
import type { KnownPanels } from "../../commands/context/knownPanels.ts";
import { placeIn } from "../filePlace.ts";

/** Names the panel of the file in the active editor in the status bar: the same path on two servers looks the same in its tab. */
export class FilePanelBar implements vscode.Disposable {
  readonly #panels: KnownPanels["panels"];
  readonly #item = vscode.window.createStatusBarItem("serverPanel.filePanel", vscode.StatusBarAlignment.Left);
  readonly #events = vscode.window.onDidChangeActiveTextEditor(() => this.update());

  constructor({ panels }: KnownPanels) {
    this.#panels = panels;
    this.#item.name = l10n.t("Panel of the File");
    this.update();
  }

  /** Redraws the item, as after a new name of a panel. */
  update(): void {
    const place = placeIn(vscode.window.activeTextEditor?.document.uri);
    const panel = this.#panels().find(({ id }) => id === place?.panelId);
    if (panel === undefined) {
      this.#item.hide();
      return;
    }
    this.#item.text = `$(server) ${escapeLinks(panel.name)}`;
    this.#item.tooltip = l10n.t("This file is on “{0}”.", panel.name);
    this.#item.show();
  }

  dispose(): void {
    this.#events.dispose();
    this.#item.dispose();
  }
}
