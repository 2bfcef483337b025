import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { visibleText } from "../../characters/plainText.ts";
import type { CommandId } from "../../manifest/commands.ts";
import { foundRows } from "../../manifest/manifest.ts";
import type { PanelRecord } from "../../panels/panelRecord.ts";
import { uriOf } from "../../platform/fileUri.ts";
import { BY_ROW, directoryOf, nameOf } from "../../serverFiles/filePlace.ts";
import { clausesText } from "../../texts/listTexts.ts";
import { numberText } from "../../texts/numberTexts.ts";
import { stateColors } from "../../views/stateColors.ts";
import type { ResultFile, ResultLine } from "../searchResults.ts";
import { noCommandText } from "../../texts/editionTexts.ts";
import { directoryInPlace, type SearchedPlace } from "./searchedPlaces.ts";
import type { MoreRow, ProblemRow, SearchRow } from "./searchRows.ts";
import { problemText } from "./searchTexts.ts";
import { shownLine } from "./shownLine.ts";

const OPEN = "serverPanel.search.open" satisfies CommandId;

/** Longest name of a file, and longest path, in a row. */
const LONGEST_NAME = 260;

/** What the look of a row depends on besides itself. */
export interface FoundLook {
  readonly id: string;
  readonly isExpanded: (file: ResultFile) => boolean;
  /** The panel as it is stored now. */
  readonly panelOf: (panelId: string) => PanelRecord | undefined;
  /** Files of several servers are listed, so that each says whose it is. */
  readonly areSeveral: boolean;
  readonly places: readonly SearchedPlace[];
}

/** Draws a row of the Search view. */
export function searchItemOf(row: SearchRow, look: FoundLook): vscode.TreeItem {
  const item = itemFor(row, look);
  item.id = look.id;
  return item;
}

function itemFor(row: SearchRow, look: FoundLook): vscode.TreeItem {
  switch (row.kind) {
    case "file":
      return fileItem(row, look);
    case "line":
      return lineItem(row, look);
    case "problem":
      return problemItem(row, look);
    case "more":
      return moreItem(row, look);
    default:
      return row satisfies never;
  }
}

function fileItem(file: ResultFile, { isExpanded, panelOf, areSeveral, places }: FoundLook): vscode.TreeItem {
  const { Collapsed, Expanded } = vscode.TreeItemCollapsibleState;
  const { path, server, lines, hasMore } = file;
  const label = visibleText(nameOf(path), LONGEST_NAME);
  const directory = visibleText(directoryInPlace(directoryOf(path), server.panelId, places), LONGEST_NAME);
  const panelName = areSeveral ? (panelOf(server.panelId)?.name ?? "") : "";
  const count = hasMore ? l10n.t("{0} or more", numberText(lines.length)) : numberText(lines.length);
  const item = new vscode.TreeItem(label, isExpanded(file) ? Expanded : Collapsed);
  item.contextValue = foundRows.file;
  item.iconPath = vscode.ThemeIcon.File;
  item.resourceUri = uriOf({ panelId: server.panelId, path });
  item.description = [count, panelName, directory].filter((part) => part !== "").join(" · ");
  const resultsText = lines.length === 1 && !hasMore ? l10n.t("1 result") : l10n.t("{0} results", count);
  const more = hasMore ? l10n.t("It has more results than were looked for.") : "";
  item.tooltip = [visibleText(path), panelName, resultsText, more, inexactText(file)]
    .filter((part) => part !== "")
    .join("\n");
  item.accessibilityInformation = { label: clausesText([label, resultsText, panelName, directory]) };
  return item;
}

function lineItem(line: ResultLine, { id }: FoundLook): vscode.TreeItem {
  const { label, highlights } = shownLine(line);
  const item = new vscode.TreeItem({ label, highlights });
  const number = numberText(line.number);
  item.contextValue = foundRows.line;
  item.description = number;
  item.tooltip = l10n.t("Line {0}: {1}", number, visibleText(line.text));
  item.accessibilityInformation = {
    label: clausesText([label, l10n.t("line {0}", number), visibleText(nameOf(line.file.path), LONGEST_NAME)]),
  };
  item.command = { command: OPEN, title: l10n.t("Open"), arguments: [id, BY_ROW] };
  return item;
}

/** Why no line of a file can be opened. */
function inexactText({ isExact }: ResultFile): string {
  if (isExact) return "";
  return l10n.t("Its name is not in UTF-8, so that it cannot be opened here.");
}

function problemItem({ panelId, server }: ProblemRow, { id, panelOf }: FoundLook): vscode.TreeItem {
  const panel = panelOf(panelId);
  const name = panel?.name ?? l10n.t("A panel that was removed");
  const text = problemOf(server?.end, panel) ?? "";
  const item = new vscode.TreeItem(name, vscode.TreeItemCollapsibleState.None);
  item.contextValue = foundRows.server;
  item.iconPath = new vscode.ThemeIcon("warning", new vscode.ThemeColor(stateColors.warning));
  item.description = text;
  item.tooltip = [name, text].join("\n");
  item.accessibilityInformation = { label: clausesText([name, text]) };
  item.command = { command: OPEN, title: name, arguments: [id] };
  return item;
}

function problemOf(end: NonNullable<ProblemRow["server"]>["end"], panel: PanelRecord | undefined): string | undefined {
  if (end !== undefined) return problemText(end, panel?.address);
  return noCommandText(panel?.name ?? "");
}

function moreItem({ remaining, file }: MoreRow, { id }: FoundLook): vscode.TreeItem {
  const label = file === undefined ? l10n.t("Show more files…") : l10n.t("Show more results…");
  const item = new vscode.TreeItem(label, vscode.TreeItemCollapsibleState.None);
  item.iconPath = new vscode.ThemeIcon("ellipsis");
  item.description = l10n.t("{0} more", numberText(remaining));
  item.accessibilityInformation = { label: clausesText([label, item.description]) };
  item.command = { command: OPEN, title: label, arguments: [id] };
  return item;
}
