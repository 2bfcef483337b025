import type * as vscode from "vscode";
import { systemClock } from "../platform/clock.ts";
import { createLog } from "../platform/log.ts";
import { readSetting } from "../platform/readSetting.ts";
import { createDialogs } from "../platform/vscodeDialogs.ts";
import { Redactor, type Redact } from "../redaction/redactor.ts";
import { traceOf } from "../wire/answers/failure.ts";

/** Services that nearly all others use. */
export type Basics = ReturnType<typeof createBasics>;

/** Makes the services that nearly all others use. */
export function createBasics(context: vscode.ExtensionContext) {
  const redactor = new Redactor();
  const redact: Redact = (text, names) => redactor.redact(text, names);
  const log = createLog(redact);
  return {
    root: context.globalStorageUri.fsPath,
    clock: systemClock,
    redactor,
    redact,
    log,
    onDefect: (error: unknown) => log.error(traceOf(error)),
    dialogs: createDialogs(redact),
    waitMs: () => readSetting("serverPanel.confirmation.waitSeconds") * 1000,
  };
}
