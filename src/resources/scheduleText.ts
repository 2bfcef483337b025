import * as l10n from "@vscode/l10n";
import type { Rhythm } from "../wire/operations/scheduledTasks.ts";

/**
 * Says when a scheduled task runs, by the clock of the server, in the window's language; `undefined`: the panel's own words say
 * it better (docs/protocol.md 19.6).
 */
export function scheduleText({ type, every, hour, minute }: Rhythm): string | undefined {
  const step = /^\d{1,4}$/.test(every) ? Number(every) : undefined;
  const time = hour === undefined || minute === undefined ? undefined : `${twoDigits(hour)}:${twoDigits(minute)}`;
  if (type === "day" && time !== undefined) return l10n.t("daily at {0}", time);
  if (type === "hour" && minute !== undefined) return l10n.t("hourly at minute {0}", minute);
  if (type === "minute-n" && step !== undefined) return l10n.t("every {0} min", step);
  if (type === "hour-n" && step !== undefined && minute !== undefined)
    return l10n.t("every {0} h at minute {1}", step, minute);
  if (time === undefined || step === undefined) return undefined;
  if (type === "day-n") return l10n.t("every {0} d at {1}", step, time);
  if (type === "month") return l10n.t("monthly on day {0} at {1}", step, time);
  const weekday = WEEKDAYS[step % WEEKDAYS.length];
  if (type === "week" && step <= WEEKDAYS.length && weekday !== undefined) return l10n.t("{0} at {1}", weekday(), time);
  return undefined;
}

function twoDigits(value: number): string {
  return String(value).padStart(2, "0");
}

/** From Sunday on, which panels also call 7. */
const WEEKDAYS: readonly (() => string)[] = [
  () => l10n.t("Sundays"),
  () => l10n.t("Mondays"),
  () => l10n.t("Tuesdays"),
  () => l10n.t("Wednesdays"),
  () => l10n.t("Thursdays"),
  () => l10n.t("Fridays"),
  () => l10n.t("Saturdays"),
];
