import * as vscode from "vscode";
import type { Redact } from "../redaction/redactor.ts";

/** A row without children. */
export function leaf(look: {
  readonly label: string;
  readonly icon: vscode.ThemeIcon | undefined;
  readonly tooltip: readonly string[];
}): vscode.TreeItem {
  const item = new vscode.TreeItem(look.label, vscode.TreeItemCollapsibleState.None);
  if (look.icon !== undefined) item.iconPath = look.icon;
  return withTooltip(item, look.tooltip);
}

/** A product icon in a colour of the theme. */
export function themeIcon(icon: string, color: string | undefined): vscode.ThemeIcon {
  return new vscode.ThemeIcon(icon, color === undefined ? undefined : new vscode.ThemeColor(color));
}

/** A plain string: what a panel sends is never shown as Markdown (docs/architecture.md). */
export function withTooltip(item: vscode.TreeItem, lines: readonly string[]): vscode.TreeItem {
  if (lines.length > 0) item.tooltip = lines.join("\n");
  return item;
}

/**
 * The row with every text passed through `redact`: what a panel says may repeat what was sent to it. `names` are shown as
 * they are, as in the questions about them.
 */
export function redactedItem(item: vscode.TreeItem, redact: Redact, names: readonly string[]): vscode.TreeItem {
  if (typeof item.label === "string") item.label = redact(item.label, names);
  if (typeof item.description === "string") item.description = redact(item.description, names);
  if (typeof item.tooltip === "string") item.tooltip = redact(item.tooltip, names);
  const spoken = item.accessibilityInformation;
  if (spoken !== undefined) item.accessibilityInformation = { ...spoken, label: redact(spoken.label, names) };
  const box = item.checkboxState;
  if (typeof box === "object" && box.accessibilityInformation !== undefined)
    item.checkboxState = {
      ...box,
      accessibilityInformation: { label: redact(box.accessibilityInformation.label, names) },
    };
  return item;
}
