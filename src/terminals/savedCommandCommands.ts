import * as l10n from "@vscode/l10n";
import type { SavedCommand } from "../resources/savedCommand.ts";
import { hasHiddenCharacters } from "../characters/plainText.ts";
import { panelOf } from "../commands/context/choose.ts";
import { agreesToLines, insertLines } from "./insertLines.ts";
import type { Choosing } from "../commands/context/choosing.ts";
import type { Editing } from "../ports/workbench.ts";
import type { OpeningTerminals } from "./panelTerminal.ts";
import type { Telling } from "../commands/context/telling.ts";
import type { OnItem } from "../commands/context/handler.ts";
import { chooseTerminal } from "./chooseTerminal.ts";

/** Inserting saved commands into terminals. */
interface InsertingCommands extends Choosing, Editing, OpeningTerminals, Telling {}

/**
 * Inserts a saved command into a terminal that a person chooses, and runs nothing. Several lines are inserted one by
 * one. A command with invisible or control characters opens in an editor.
 */
export const insertCommand: OnItem<InsertingCommands> = async (services, item) => {
  const command = (item.row as SavedCommand | undefined)?.command;
  if (command === undefined) return;
  const reason = reasonAgainst(command);
  const lines = command.trim().split(/\r?\n/);
  const isAgreed = reason === undefined && (lines.length === 1 || (await agreesToLines(services, item.label, lines)));
  if (isAgreed === undefined) return;
  if (!isAgreed) {
    await services.editors.openUntitled(command, "shellscript");
    if (reason !== undefined) await services.dialogs.tell({ severity: "warning", message: reason });
    return;
  }
  const chosen = await chooseTerminal(services, panelOf(services, item.panelId), item.label, lines);
  if (chosen !== undefined) await insertLines(services, item.label, lines, chosen);
};

/** Why a command must not be inserted into a terminal. */
function reasonAgainst(command: string): string | undefined {
  if (hasHiddenCharacters(command)) return hiddenText();
  if (command.trim().includes("\t")) return tabText();
  return undefined;
}

function hiddenText(): string {
  return l10n.t(
    "This command contains invisible characters, so it may not do what it seems to do. It was opened here instead of being inserted into a terminal.",
  );
}

function tabText(): string {
  return l10n.t(
    "This command contains tabs, which a shell would take for a request to complete a word. It was opened here instead of being inserted into a terminal.",
  );
}
