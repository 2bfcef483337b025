import { env, l10n } from "vscode";
import type { ActivityEntry } from "../../model/activityEntry.ts";
import type { Fact, Verb } from "../../model/resource.ts";
import type { ResourceKind } from "../../model/resources/table.ts";
import { failureText } from "./failureTexts.ts";
import { factName, kindText, verbText } from "./resourceTexts.ts";

const SECOND = 1_000;
const UNITS = [
  ["day", 86_400_000],
  ["hour", 3_600_000],
  ["minute", 60_000],
] as const;

/** What was done to what: "Restart order-service". */
export function activityLabel({ verb, target }: ActivityEntry): string {
  return l10n.t("{0} {1}", verbWord(verb), target);
}

/** How an operation ended, in a word or two; a result that only a newer version knows stays as it is. */
export function resultText(result: string): string {
  const known: Readonly<Record<string, string>> = {
    done: l10n.t("done"),
    sent: l10n.t("sent, not confirmed"),
    uncertain: l10n.t("uncertain"),
    wentWrong: l10n.t("went wrong"),
    failed: l10n.t("failed"),
    gone: l10n.t("was no longer there"),
  };
  return known[result] ?? result;
}

/** How long ago a time was, such as "2 min. ago"; times that have not come yet are now. */
export function agoText(at: number, now: number): string {
  const format = new Intl.RelativeTimeFormat(env.language, { style: "short", numeric: "auto" });
  const passed = Math.max(0, now - at);
  for (const [unit, milliseconds] of UNITS)
    if (passed >= milliseconds) return format.format(-Math.floor(passed / milliseconds), unit);
  return format.format(0, "second");
}

/** Everything that is known of an operation, one fact to a line, as plain text. */
export function activityFacts(entry: ActivityEntry, now: number): readonly string[] {
  const { at, panel, verb, kind, target, result, evidence, milliseconds } = entry;
  const when = new Intl.DateTimeFormat(env.language, { dateStyle: "medium", timeStyle: "medium" }).format(at);
  const seconds = (milliseconds / SECOND).toFixed(1);
  return [
    l10n.t("When: {0} ({1})", when, agoText(at, now)),
    l10n.t("Panel: {0}", panel),
    l10n.t("Operation: {0}", verbWord(verb)),
    l10n.t("Target: {0} ({1})", target, kindWord(kind)),
    l10n.t("Result: {0}", resultText(result)),
    ...explanations(entry),
    ...(evidence === undefined ? [] : [`${factWord(evidence.name)}: ${evidence.value}`]),
    l10n.t("Duration: {0} s", seconds),
  ];
}

function explanations({ result, why, failure }: ActivityEntry): readonly string[] {
  const said = failure === undefined ? [] : [failureText(failure)];
  const known: Readonly<Record<string, string>> = {
    noWay: l10n.t("This panel offers no way to check."),
    timedOut: l10n.t("The panel accepted it, but no change was seen."),
    stopped: l10n.t("Nobody waited for the result."),
    uncertain: l10n.t("No answer came and no change was seen. It may still have happened."),
    wentWrong: l10n.t("The panel accepted it, but it was not running afterwards."),
    gone: l10n.t("Nothing was sent."),
  };
  const explained = known[result === "sent" ? (why ?? "") : result];
  return explained === undefined ? said : [explained, ...said];
}

const verbWord = (verb: string): string => wordOr(verb, verbText(verb as Verb));
const kindWord = (kind: string): string => wordOr(kind, kindText(kind as ResourceKind));
const factWord = (name: string): string => wordOr(name, factName(name as Fact["name"]));

/** The log may hold names that only a newer version has a word for. */
function wordOr(name: string, word: unknown): string {
  return typeof word === "string" ? word : name;
}
