import * as vscode from "vscode";
import type { TargetClaims } from "../actions/targetClaims.ts";
import type { RefreshPolicy } from "../tree/refreshPolicy.ts";

export interface WatchedWindow {
  readonly view: vscode.TreeView<string>;
  readonly refresh: RefreshPolicy;
  readonly claims: Pick<TargetClaims, "setVisible">;
  /** Other editors are in sight, and perhaps other logs with them. */
  readonly onEditorsChanged: () => void;
  /** Rows look different by a setting. */
  readonly onLimitsChanged: () => void;
  /** A person has clicked checkboxes: the id of each node, and whether it is checked. */
  readonly onChecked: (wanted: readonly (readonly [id: string, on: boolean])[]) => Promise<void>;
}

/** Passes on what a person does to the window and its tree; the caller disposes the result. */
export function watchWindow(watched: WatchedWindow): vscode.Disposable {
  const { view, refresh, claims, onEditorsChanged, onLimitsChanged, onChecked } = watched;
  refresh.setFocused(vscode.window.state.focused);
  const setVisible = (isVisible: boolean) => {
    refresh.setVisible(isVisible);
    claims.setVisible(isVisible);
  };
  setVisible(view.visible);
  return vscode.Disposable.from(
    view.onDidChangeVisibility(({ visible }) => setVisible(visible)),
    view.onDidExpandElement(({ element }) => refresh.expanded(element)),
    view.onDidCollapseElement(({ element }) => refresh.collapsed(element)),
    view.onDidChangeCheckboxState(({ items }) =>
      onChecked(items.map(([id, state]) => [id, state === vscode.TreeItemCheckboxState.Checked] as const)),
    ),
    vscode.window.onDidChangeWindowState(({ focused }) => refresh.setFocused(focused)),
    vscode.window.onDidChangeVisibleTextEditors(onEditorsChanged),
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (["serverPanel.certificates", "serverPanel.disks"].some((part) => event.affectsConfiguration(part)))
        onLimitsChanged();
    }),
  );
}
