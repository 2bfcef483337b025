import * as l10n from "@vscode/l10n";
import { withoutQuery, type Watched, type WhyUnwatched } from "../actions/deploymentEnd.ts";
import { visibleText } from "../characters/plainText.ts";
import { isIncluded, sentences } from "../characters/sentences.ts";
import type { Redact } from "../redaction/redactor.ts";
import type { PlannedChecks } from "../resources/plannedDeployment.ts";
import { numberText } from "./numberTexts.ts";

/** Most characters of a line of a log that is shown. */
const LONGEST_LINE = 200;

/** That a deployment is being watched. */
export function watchingText(seconds: number | undefined): string {
  return l10n.t("watching its errors for {0} s…", numberText(seconds ?? 0));
}

/** How a person will know that a deployment is well, for what is shown before it; `undefined`: nothing looks. */
export function afterwardsText({ address, watch, rollsBack }: PlannedChecks): string | undefined {
  const looks = [
    address !== undefined && l10n.t("{0} is asked", visibleText(withoutQuery(address))),
    watch !== undefined && l10n.t("its errors are watched for {0} s", numberText(watch)),
  ].filter(isIncluded);
  if (looks.length === 0) return undefined;
  const back = rollsBack === true ? [l10n.t("it goes back by itself if something is wrong")] : [];
  return [...looks, ...back].join(" · ");
}

/** What of a watching is kept: the lines of the log may have anything in them. */
export type RecordedWatch = Watched extends infer Each ? (Each extends Watched ? Omit<Each, "lines"> : never) : never;

/** What was seen of the errors of a deployment after it. */
export function watchedText(watched: RecordedWatch): string {
  const time = numberText(watched.seconds);
  const after = numberText(watched.after);
  switch (watched.kind) {
    case "more":
      return sentences(l10n.t("Errors in its log within {0} s: {1}.", time, after), beforeText(watched.before));
    case "quiet":
      if (watched.before === undefined) return l10n.t("No errors in its log within {0} s.", time);
      return sentences(
        l10n.t("Errors in its log within {0} s: {1}, no more than before.", time, after),
        beforeText(watched.before),
      );
    case "stopped":
      return l10n.t("Watching was stopped after {0} s; errors in its log until then: {1}.", time, after);
    case "unwatched":
      return sentences(
        l10n.t("Nothing can be said of its errors: {0}.", whyTexts[watched.why]()),
        watched.after > 0 && l10n.t("Errors that its log had within {0} s: {1}.", time, after),
      );
    default:
      return watched satisfies never;
  }
}

function beforeText(before: number): string {
  if (before === 0) return l10n.t("Before, there were none.");
  return l10n.t("Before, it had at most {0} in as long a time.", numberText(before));
}

const whyTexts: Readonly<Record<WhyUnwatched, () => string>> = {
  unreadable: () => l10n.t("its log cannot be read"),
  rotated: () => l10n.t("its log was begun anew"),
  gap: () => l10n.t("lines of its log may be missing"),
  empty: () => l10n.t("its log was empty before, or is off"),
  short: () => l10n.t("its log does not reach back far enough"),
  untimed: () => l10n.t("its log does not say when there were errors before"),
};

/** Whether errors were seen that a person has to look at: more than before, or nobody knows whether they are more. */
export function hasErrors(watched: RecordedWatch | undefined): boolean {
  return watched !== undefined && watched.kind !== "quiet" && watched.after > 0;
}

/** The lines of the log about the first errors; `undefined`: there are none, or no more than before. */
export function errorLinesText(watched: Watched | undefined, redact: Redact): string | undefined {
  const lines = errorLines(watched, redact);
  if (lines.length === 0) return undefined;
  return l10n.t("Its log says: {0}", lines.length === 1 ? lines.join("") : ["", ...lines].join("\n"));
}

/** The lines of the log about the first errors, each as it is shown. */
export function errorLines(watched: Watched | undefined, redact: Redact): readonly string[] {
  if (watched === undefined || !hasErrors(watched)) return [];
  // cut only after redaction: half of a secret would not be recognised
  return watched.lines.map((line) => visibleText(redact(line), LONGEST_LINE));
}
