import { failureOf } from "../../wire/answers/failure.ts";
import { failureText } from "../../texts/failureTexts.ts";
import type { Log } from "../../storage/ports.ts";

/** A sentence for anything that was thrown, for where no dialog is shown; a defect is logged. */
export function problemText(log: Log, error: unknown): string {
  const failure = failureOf(error);
  if (failure !== undefined) return failureText(failure);
  log.error(error instanceof Error ? (error.stack ?? error.message) : String(error));
  return failureText({ kind: "defect" });
}
