import * as l10n from "@vscode/l10n";
import { CommandAborted } from "../commands/context/commandAborted.ts";
import { withErrorBoundary } from "../commands/context/showFailure.ts";
import type { ChosenTerminal } from "./chooseTerminal.ts";
import type { Talking } from "../ports/dialogs.ts";
import type { Telling } from "../commands/context/telling.ts";
import { numberText } from "../texts/numberTexts.ts";

/** Most lines that a modal dialog has room for. */
const MOST_LINES = 20;

/** Asks whether to insert several lines one by one, or to open them in an editor; `undefined`: neither. */
export async function agreesToLines(
  { dialogs }: Talking,
  label: string,
  lines: readonly string[],
): Promise<boolean | undefined> {
  const left = lines.length - MOST_LINES;
  const shown = [...lines.slice(0, MOST_LINES), ...(left > 0 ? [l10n.t("… and {0} more", numberText(left))] : [])];
  // most shells would run all but the last of several lines at once
  const how = l10n.t("Each line is inserted when you ask for it. None is run until you press Enter in the terminal.");
  return dialogs.choose(
    l10n.t("“{0}” has {1} lines. Insert them one by one?", label, numberText(lines.length)),
    [...shown, "", how].join("\n"),
    [
      { label: l10n.t("Insert Line by Line"), value: true },
      { label: l10n.t("Open in Editor"), value: false },
    ],
    [label],
  );
}

/**
 * Inserts the first line and offers the next one, until all are. Into a terminal that was just opened nothing goes
 * before the person says that they are logged in: a question for a password would take it.
 */
export async function insertLines(
  services: Telling,
  label: string,
  lines: readonly string[],
  chosen: ChosenTerminal,
): Promise<void> {
  if (!chosen.isFresh) {
    insertFrom(services, lines, 0, chosen);
    return;
  }
  const { name } = chosen.terminal;
  offer(services, l10n.t("Log in to “{0}”, then insert “{1}”.", name, label), l10n.t("Insert"), [name, label], () =>
    insertFrom(services, lines, 0, chosen),
  );
}

function insertFrom(
  services: Telling,
  lines: readonly string[],
  at: number,
  { terminal, isSsh }: Pick<ChosenTerminal, "terminal" | "isSsh">,
): void {
  const { name } = terminal;
  if (terminal.isClosed)
    throw new CommandAborted(
      l10n.t("“{0}” was closed. {1} of {2} lines were inserted.", name, numberText(at), numberText(lines.length)),
    );
  if (isSsh && !terminal.isSsh)
    throw new CommandAborted(
      l10n.t(
        "“{0}” no longer runs SSH. {1} of {2} lines were inserted.",
        name,
        numberText(at),
        numberText(lines.length),
      ),
    );
  terminal.show();
  terminal.type(lines[at] ?? "");
  if (at + 1 === lines.length) return;
  const message = l10n.t(
    "Line {0} of {1} is in “{2}”. Press Enter there to run it, then insert the next line.",
    numberText(at + 1),
    numberText(lines.length),
    name,
  );
  offer(services, message, l10n.t("Insert Next Line"), [name], () =>
    insertFrom(services, lines, at + 1, { terminal, isSsh }),
  );
}

function offer(services: Telling, message: string, button: string, names: readonly string[], insert: () => void): void {
  services.dialogs.notify({ severity: "information", message, buttons: [button], names }, (pressed) =>
    withErrorBoundary(services, pressed, async () => insert()),
  );
}
