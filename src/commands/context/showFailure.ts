import * as l10n from "@vscode/l10n";
import type { PanelRecord } from "../../panels/panelRecord.ts";
import { FileError } from "../../serverFiles/fileError.ts";
import type { Log } from "../../storage/ports.ts";
import { StorageError } from "../../storage/storageError.ts";
import { failureOf, isOfConnection, traceOf, type PanelFailure } from "../../wire/answers/failure.ts";
import { failureSeverity, failureText, storageText } from "../../texts/failureTexts.ts";
import { fileProblemText } from "../../texts/fileTexts.ts";
import type { Message } from "../../ports/dialogs.ts";
import { CommandAborted, PanelIsReadOnly } from "./commandAborted.ts";
import { ErrorWithPanel } from "./askPanel.ts";
import type { Fix, Telling } from "./telling.ts";

/** More make a notification hard to read. */
const MOST_BUTTONS = 3;

/** The error boundary: runs a task and shows its error. Never rejects. `name` is for the log. */
export async function withErrorBoundary(services: Telling, name: string, task: () => Promise<unknown>): Promise<void> {
  try {
    await task();
  } catch (error) {
    const cause = error instanceof ErrorWithPanel ? error.cause : error;
    if (cause instanceof PanelIsReadOnly) {
      const { message, panel } = cause;
      const fixes = await services.fixesFor({ kind: "readOnly" }, panel);
      offer(services, { severity: "warning", message, names: [panel.name] }, fixes);
      return;
    }
    if (cause instanceof CommandAborted) {
      await services.dialogs.tell({ severity: "warning", message: cause.message, names: [cause.message] });
      return;
    }
    const panel = error instanceof ErrorWithPanel ? error.panel : undefined;
    const failure = failureOf(cause);
    if (failure !== undefined) {
      await showFailure(services, failure, panel);
      return;
    }
    if (cause instanceof FileError) {
      const { path } = cause.problem;
      await services.dialogs.tell({ severity: "warning", message: fileProblemText(cause.problem), names: [path] });
      return;
    }
    if (cause instanceof StorageError) {
      await services.dialogs.tell({ severity: "error", message: storageText(cause.problem) });
      return;
    }
    services.log.error(`${name}: ${traceOf(cause)}`);
    await showFailure(services, { kind: "defect" });
  }
}

/**
 * Shows a failure with buttons that fix it, without waiting for one. Cancelling is silent.
 * @param text replaces the general sentence; it names `target`
 */
export async function showFailure(
  services: Telling,
  failure: PanelFailure,
  panel?: PanelRecord,
  text?: string,
  target?: string,
): Promise<void> {
  if (failure.kind === "cancelled") return;
  const fixes = await services.fixesFor(failure, panel);
  const general = failureText(failure, panel?.address);
  const message = text ?? (panel === undefined ? general : l10n.t("“{0}”: {1}", panel.name, general));
  offer(
    services,
    { severity: failureSeverity(failure), message, names: [panel?.name ?? "", target ?? ""] },
    fixes,
    diagnosisOf(services, failure, panel),
  );
}

/** The fix that finds out why a connection fails; its list has all the others. */
export function diagnosisOf(
  { diagnose }: Telling,
  failure: PanelFailure,
  panel: PanelRecord | undefined,
): readonly Fix[] {
  if (panel === undefined || !isOfConnection(failure)) return [];
  return [{ label: l10n.t("Diagnose…"), run: async () => diagnose(panel) }];
}

/** Shows a notification with the likeliest fixes as buttons, and `last` in any case, without waiting for one. */
export function offer(services: Telling, message: Message, fixes: readonly Fix[], last: readonly Fix[] = []): void {
  const offered = [...fixes.slice(0, MOST_BUTTONS - last.length), ...last];
  const buttons = offered.map(({ label }) => label);
  services.dialogs.notify({ ...message, buttons }, (pressed) =>
    withErrorBoundary(services, pressed, async () => offered.find(({ label }) => label === pressed)?.run()),
  );
}

/** A sentence for an error, for places without dialogs; logs a defect. */
export function problemText(log: Log, error: unknown): string {
  const failure = failureOf(error);
  if (failure !== undefined) return failureText(failure);
  log.error(traceOf(error));
  return failureText({ kind: "defect" });
}
