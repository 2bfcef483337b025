import { l10n, window, workspace, type Terminal } from "vscode";
import type { SavedCommand } from "../model/resources/savedCommand.ts";
import { chooseItem } from "./choose.ts";
import { copyCommand } from "./copyCommand.ts";
import type { Handler, Services } from "./services.ts";

/** One line is typed into a terminal and not run; several lines open in an editor. */
export const useCommand: Handler = async (services, args) => {
  const item = await chooseItem(services, args, "savedCommand", l10n.t("Use Saved Command"));
  const command = (item?.row as SavedCommand | undefined)?.command;
  if (command === undefined) return;
  // anything but plain text could make a terminal run the line, or show another one
  const isOneLine = !/[\p{Cc}\u2028\u2029]/u.test(command.trim());
  if (!isOneLine) {
    const document = await workspace.openTextDocument({ content: command, language: "shellscript" });
    await window.showTextDocument(document);
    return;
  }
  const terminal = await chooseTerminal(services);
  if (terminal === undefined) return;
  terminal.show();
  terminal.sendText(command.trim(), false);
};

/** What a saved command runs. */
export const copySavedCommand = copyCommand(
  "savedCommand",
  l10n.t("Copy Command"),
  ({ row }) => (row as SavedCommand).command,
);

async function chooseTerminal({ dialogs }: Services): Promise<Terminal | undefined> {
  if (window.terminals.length === 0) return window.createTerminal();
  const open = window.terminals.map((terminal) => ({
    label: terminal.name,
    icon: "terminal",
    value: (): Terminal => terminal,
  }));
  const fresh = { label: l10n.t("New Terminal"), icon: "add", value: (): Terminal => window.createTerminal() };
  const question = l10n.t("Into which terminal? It is typed, not run.");
  return (await dialogs.pick(l10n.t("Saved Command"), question, [...open, fresh]))?.();
}
