import * as l10n from "@vscode/l10n";

/** The exit code of a program that a signal has ended is the signal's number and this. */
const BY_SIGNAL = 128;

/** The highest number of a signal on Linux. */
const LAST_SIGNAL = 64;

/** What exit codes mean that say the same of every program: those of the shell, of `timeout` and of common signals. */
const meanings: Readonly<Record<number, () => string>> = {
  124: () => l10n.t("its time was over"),
  126: () => l10n.t("the command may not be run"),
  127: () => l10n.t("command not found"),
  129: () => l10n.t("its terminal was closed"),
  130: () => l10n.t("it was interrupted"),
  134: () => l10n.t("it crashed"),
  135: () => l10n.t("it crashed"),
  136: () => l10n.t("it crashed"),
  137: () => l10n.t("it was killed, often because memory was short"),
  139: () => l10n.t("it crashed"),
  141: () => l10n.t("nobody read what it wrote any more"),
  143: () => l10n.t("it was told to end"),
};

/** What an exit code means, in words; `undefined`: each program has its own meaning for it. */
export function exitCodeMeaning(code: number): string | undefined {
  const meaning = meanings[code];
  if (meaning !== undefined) return meaning();
  const signal = code - BY_SIGNAL;
  if (signal > 0 && signal <= LAST_SIGNAL) return l10n.t("signal {0} ended it", String(signal));
  return undefined;
}
