import * as l10n from "@vscode/l10n";
import type { ResultOf } from "../wire/operations/operations.ts";
import { hasHiddenCharacters } from "../characters/plainText.ts";
import { facts } from "./facts.ts";
import { resource } from "./resource.ts";

export type SavedCommand = ResultOf<"terminal.commands">["rows"][number];

/** Replaces line breaks in a command that is shown on one line. */
export const LINE_BREAK = " ⏎ ";

/** Title and command together, because titles may be empty or equal. */
function keyOf({ title = "", command = "" }: SavedCommand): string | undefined {
  if (`${title}${command}`.trim() === "") return undefined;
  return JSON.stringify([title, command]);
}

function labelOf({ title = "", command = "" }: SavedCommand): string {
  const [firstLine = ""] = command.trim().split(/[\r\n]/);
  if (title.trim() === "") return firstLine;
  return title;
}

function hiddenText(): string {
  return l10n.t(
    "The copied command contains invisible characters, so it may not do what it seems to do. Look at it in an editor before you run it.",
  );
}

/** Commands saved in the panel's web terminal: snippets, not its history (docs/protocol.md 11.7). */
export const savedCommand = resource<SavedCommand>()({
  words: {
    list: () => l10n.t("Saved Commands"),
    one: () => l10n.t("saved command"),
    many: (count) => l10n.t("{0} saved commands", count),
    all: () => l10n.t("saved commands"),
    none: () => l10n.t("No saved commands"),
    whereMade: () => l10n.t("save one in the panel's terminal"),
  },
  icon: "list-selection",
  rowIcon: "terminal",
  rowFacts: ["command"],
  listedBy: "terminal.commands",
  isPrivate: true,
  list: (call) => call("terminal.commands", {}),
  key: keyOf,
  identity: (row) => [keyOf(row)],
  label: labelOf,
  state: () => "stateless",
  facts: ({ command }) => facts({ command: command?.trim().replaceAll(/\r?\n/g, LINE_BREAK) }),
  actions: {},
  copies: [
    {
      what: () => l10n.t("Command"),
      // a line break at its end would run it when pasted
      textOf: ({ command }) => command?.replace(/\r?\n$/, ""),
      warning: (command) => (hasHiddenCharacters(command) ? hiddenText() : undefined),
    },
  ],
  offers: { insert: { offered: ["stateless"], inline: ["stateless"] } },
});
