import * as l10n from "@vscode/l10n";
import type { Terminal } from "../../ports/workbench.ts";
import type { SavedCommand } from "../../resources/savedCommand.ts";
import { hasHiddenCharacters } from "../../characters/plainText.ts";
import { chooseItem } from "../context/choose.ts";
import { copyCommand } from "./copyCommand.ts";
import type { Handler } from "../context/services.ts";
import type { ResourceServices } from "./resourceServices.ts";

/** One line is typed into a terminal and not run. Several lines open in an editor, as does what cannot all be seen. */
export const useCommand: Handler<ResourceServices> = async (services, args) => {
  const item = await chooseItem(services, args, "savedCommand", l10n.t("Use Saved Command"));
  const command = (item?.row as SavedCommand | undefined)?.command;
  if (command === undefined) return;
  // anything but plain text could make a terminal run the line, or show another one
  const isHidden = hasHiddenCharacters(command);
  const isOneLine = !/[\n\t]/.test(command.trim());
  if (isHidden || !isOneLine) {
    await services.editors.openUntitled(command, "shellscript");
    if (isHidden) await services.dialogs.tell({ severity: "warning", message: hiddenText() });
    return;
  }
  const terminal = await chooseTerminal(services);
  if (terminal === undefined) return;
  terminal.show();
  terminal.type(command.trim());
};

/** What a saved command runs; a line break at its end would run it where it is pasted. */
export const copySavedCommand = copyCommand(
  "savedCommand",
  l10n.t("Copy Command"),
  ({ row }) => (row as SavedCommand).command?.replace(/\r?\n$/, ""),
  (command) => (hasHiddenCharacters(command) ? copiedHiddenText() : undefined),
);

function hiddenText(): string {
  return l10n.t(
    "This command contains invisible characters, so it may not do what it seems to do. It was opened here instead of being typed into a terminal.",
  );
}

function copiedHiddenText(): string {
  return l10n.t(
    "The copied command contains invisible characters, so it may not do what it seems to do. Look at it in an editor before you run it.",
  );
}

async function chooseTerminal({ dialogs, terminals }: ResourceServices): Promise<Terminal | undefined> {
  const present = terminals.list();
  if (present.length === 0) return terminals.create();
  const open = present.map((terminal) => ({
    label: terminal.name,
    icon: "terminal",
    value: (): Terminal => terminal,
  }));
  const fresh = { label: l10n.t("New Terminal"), icon: "add", value: (): Terminal => terminals.create() };
  const question = l10n.t("Which terminal? The command is typed, not run.");
  return (await dialogs.pick(l10n.t("Saved Command"), question, [...open, fresh]))?.();
}
