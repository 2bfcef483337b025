import * as l10n from "@vscode/l10n";
import type { Finished, RunOptions, ShowProgress } from "../../actions/actionRunner.ts";
import { showFinished } from "../../commands/context/runAndTell.ts";
import { createConfirm, showActionProgress } from "../../platform/confirm.ts";
import { unaskedDialogs } from "../../platform/unaskedDialogs.ts";
import { isReached } from "../../actions/outcomeKinds.ts";
import { outcomeResult } from "../outcomeResult.ts";
import type { ToolResult } from "../toolResult.ts";
import type { Dialogs, Talking } from "../../ports/dialogs.ts";
import type { Timed } from "../../storage/ports.ts";
import type { Acting } from "../../commands/context/acting.ts";

interface ActingForAgent<Needed> extends Required<Pick<RunOptions, "confirm" | "showProgress">> {
  readonly services: Needed;
}

/** The services with which a tool acts: its progress is a person's, and ends with the signal too; its questions wait for one. */
export function actingWith<Needed extends Talking & Timed>(
  services: Needed,
  signal: AbortSignal,
): ActingForAgent<Needed> {
  const progressing: Dialogs = {
    ...services.dialogs,
    progress: async (title, task, place) =>
      services.dialogs.progress(title, async (own, report) => task(AbortSignal.any([own, signal]), report), place),
  };
  const dialogs = unaskedDialogs(progressing, {
    sentence: (question) => l10n.t("An agent in this window asks: {0}", question),
    clock: services.clock,
    signal,
  });
  const showProgress: ShowProgress = showActionProgress(dialogs);
  return { services: { ...services, dialogs }, showProgress, confirm: createConfirm(dialogs) };
}

/** The result of an act. What did not go well is shown to the person too, with its fixes, whatever a model makes of it. */
export function toldResult(services: Acting, finished: Finished): ToolResult {
  const { outcome } = finished;
  if (!isReached(outcome) && outcome.kind !== "declined")
    void showFinished(services, finished, []).catch((error: unknown) => services.log.error(String(error)));
  return outcomeResult(finished);
}
