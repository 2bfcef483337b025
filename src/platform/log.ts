import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import type { Log } from "../storage/ports.ts";

/** The extension's log in the Output panel; the caller disposes it, last of all. */
export interface OutputLog extends Log {
  /** Shows it to the person. */
  readonly show: () => void;
  readonly dispose: () => void;
}

/**
 * The only logger. Every line passes `redact` (docs/architecture.md). Lines are English in every language, as those of VS
 * Code's own logs: they are searched for and sent in reports.
 */
export function createLog(redact: (text: string) => string): OutputLog {
  const channel = vscode.window.createOutputChannel(l10n.t("Server Panel"), { log: true });
  return {
    debug: (message) => channel.debug(redact(message)),
    info: (message) => channel.info(redact(message)),
    warn: (message) => channel.warn(redact(message)),
    error: (message) => channel.error(redact(message)),
    show: () => channel.show(),
    dispose: () => channel.dispose(),
  };
}
