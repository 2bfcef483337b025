import * as l10n from "@vscode/l10n";
import type { PanelRecord } from "../../panels/panelRecord.ts";
import type { Log } from "../../storage/ports.ts";
import { StorageError } from "../../storage/storageError.ts";
import { failureOf, type PanelFailure } from "../../wire/answers/failure.ts";
import { failureText, storageText } from "../../texts/failureTexts.ts";
import type { Message } from "../../texts/message.ts";
import { CommandAborted, PanelIsReadOnly } from "./commandAborted.ts";
import { ErrorWithPanel } from "./askPanel.ts";
import type { Fix, Telling } from "./services.ts";

/** A notification with more is hard to read. */
const MOST_BUTTONS = 3;

/** The error boundary: runs a task and tells the person what it throws. Never rejects. `name` is for the log. */
export async function withErrorBoundary(services: Telling, name: string, task: () => Promise<unknown>): Promise<void> {
  try {
    await task();
  } catch (error) {
    const cause = error instanceof ErrorWithPanel ? error.cause : error;
    if (cause instanceof PanelIsReadOnly) {
      const { message, panel } = cause;
      const told: Message = { severity: "warning", message, names: [panel.name] };
      offer(services, told, await services.fixesFor({ kind: "readOnly" }, panel));
      return;
    }
    if (cause instanceof CommandAborted) {
      await services.dialogs.tell({ severity: "information", message: cause.message, names: [cause.message] });
      return;
    }
    const panel = error instanceof ErrorWithPanel ? error.panel : undefined;
    const failure = failureOf(cause);
    if (failure !== undefined) {
      await showFailure(services, failure, panel);
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
 * Tells a failure in one sentence, with buttons that lead to the fix; nobody waits until one is pressed. Cancelling is
 * silent. `said` replaces the sentence where the caller has a better one; it names `target`. `first` stands before the
 * other fixes, of which the likeliest are kept.
 */
export async function showFailure(
  services: Telling,
  failure: PanelFailure,
  panel?: PanelRecord,
  said?: string,
  target?: string,
  first: readonly Fix[] = [],
): Promise<void> {
  if (failure.kind === "cancelled") return;
  const fixes = [...first, ...(await services.fixesFor(failure, panel))];
  const text = failureText(failure, panel?.address);
  const message = said ?? (panel === undefined ? text : l10n.t("“{0}”: {1}", panel.name, text));
  offer(services, { severity: "error", message, names: [panel?.name ?? "", target ?? ""] }, fixes);
}

/** Tells something with buttons that do something about it, of which the likeliest are kept; nobody waits for one. */
export function offer(services: Telling, told: Message, fixes: readonly Fix[]): void {
  const offered = fixes.slice(0, MOST_BUTTONS);
  const buttons = offered.map(({ label }) => label);
  services.dialogs.notify({ ...told, buttons }, (pressed) =>
    withErrorBoundary(services, pressed, async () => offered.find(({ label }) => label === pressed)?.run()),
  );
}

/** A sentence for anything that was thrown where no dialog is shown; a defect is logged. */
export function problemText(log: Log, error: unknown): string {
  const failure = failureOf(error);
  if (failure !== undefined) return failureText(failure);
  log.error(traceOf(error));
  return failureText({ kind: "defect" });
}

/** A stack for the log. */
export function traceOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
