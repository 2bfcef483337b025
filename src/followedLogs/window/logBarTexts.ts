import * as l10n from "@vscode/l10n";
import type { EndedUpgrade, FollowedLog, LogTail, TailPhase } from "../followedLog.ts";
import type { LogTails } from "../logTails.ts";
import { clausesText } from "../../texts/listTexts.ts";
import { logName, upgradeTailText } from "./logTexts.ts";
import { numberText } from "../../texts/numberTexts.ts";

/** The followed logs for the entry in the status bar. */
export interface LogsAtAGlance {
  readonly tails: readonly LogTail[];
  /** Ended upgrades that nobody has looked at yet. */
  readonly ended: readonly EndedUpgrade[];
}

/** What the status bar's entry counts. */
export function logsAtAGlance({ current, unseen }: Pick<LogTails, "current" | "unseen">): LogsAtAGlance {
  return { tails: current, ended: unseen };
}

/** The logs that the status bar's entry counts. */
export function countedLogs({ tails, ended }: LogsAtAGlance): readonly FollowedLog[] {
  return [...tails, ...ended].map(({ log }) => log);
}

/** The status bar's entry for all followed logs. */
export interface LogBarText {
  /** A product icon, of what is worst. */
  readonly icon: string;
  readonly text: string;
  /** A line for each. */
  readonly tooltip: string;
  /** For a screen reader: the text, and how each is going, but no time, which would be read out every second. */
  readonly spoken: string;
  /** Whether a person should look: `error` where something failed. */
  readonly alarm?: "warning" | "error";
}

/** `undefined`: there is nothing to show. `now` is in milliseconds since the epoch. */
export function logBarText(
  { tails, ended }: LogsAtAGlance,
  panelName: (panelId: string) => string,
  now: number,
): LogBarText | undefined {
  const [tail] = tails;
  if (tails.length + ended.length === 0) return undefined;
  const lines = [
    ...tails.map(({ log, phase }) => lineOf(logName(log, panelName(log.panelId)), phaseText(phase))),
    ...ended.map(({ log, what }) => lineOf(logName(log, panelName(log.panelId)), endText(what))),
  ];
  const worst = worstOf({ tails, ended });
  if (tails.length + ended.length > 1) {
    const counts = countsOf({ tails, ended });
    return {
      ...worst,
      text: counts.join(" · "),
      spoken: clausesText([...counts, ...lines]),
      tooltip: [...lines, l10n.t("Click to show or stop them.")].join("\n"),
    };
  }
  const spoken = clausesText(lines);
  if (tail !== undefined) {
    const shown = { ...worst, spoken, tooltip: [...lines, l10n.t("Click to show or stop it.")].join("\n") };
    const name = panelName(tail.log.panelId);
    if (tail.log.kind !== "runtime") return { ...shown, text: logName(tail.log, name) };
    return { ...shown, ...upgradeTailText(tail, name, Math.max(0, now - tail.startedAt) / 1000) };
  }
  return { ...worst, spoken, text: lines.join(""), tooltip: [...lines, l10n.t("Click to show it.")].join("\n") };
}

/** How a followed log is going, in few words. */
export function phaseText(phase: TailPhase): string {
  switch (phase) {
    case "asking":
      return l10n.t("asking the panel");
    case "following":
      return l10n.t("following");
    case "idle":
      return l10n.t("waiting for the upgrade to start");
    case "running":
      return l10n.t("upgrading");
    case "stale":
      return l10n.t("stalled: no new lines");
    case "reconnecting":
      return l10n.t("waiting for the panel, which does not answer");
    default:
      return phase satisfies never;
  }
}

/** How an upgrade ended, in few words. */
export function endText(ending: EndedUpgrade["what"]): string {
  switch (ending) {
    case "finished":
      return l10n.t("finished");
    case "failed":
      return l10n.t("failed");
    case "unclear":
      return l10n.t("ended, result unknown");
    default:
      return ending satisfies never;
  }
}

function lineOf(name: string, state: string): string {
  return l10n.t("{0}: {1}", name, state);
}

/** Such as “2 logs”, “1 upgrade failed”; what there is none of is left out. */
function countsOf({ tails, ended }: LogsAtAGlance): readonly string[] {
  const upgrades = tails.filter(({ log }) => log.kind === "runtime");
  const logs = tails.length - upgrades.length;
  const stalled = upgrades.filter(({ phase }) => phase === "stale").length;
  const running = upgrades.length - stalled;
  const silent = tails.filter(({ phase }) => phase === "reconnecting").length;
  const ends = (ending: EndedUpgrade["what"]) => ended.filter((end) => end.what === ending).length;
  const [finished, failed, unclear] = [ends("finished"), ends("failed"), ends("unclear")];
  const counts: readonly (readonly [count: number, one: string, several: string])[] = [
    [failed, l10n.t("1 upgrade failed"), l10n.t("{0} upgrades failed", numberText(failed))],
    [stalled, l10n.t("1 upgrade stalled"), l10n.t("{0} upgrades stalled", numberText(stalled))],
    [unclear, l10n.t("1 upgrade ended"), l10n.t("{0} upgrades ended", numberText(unclear))],
    [finished, l10n.t("1 upgrade finished"), l10n.t("{0} upgrades finished", numberText(finished))],
    [logs, l10n.t("1 log"), l10n.t("{0} logs", numberText(logs))],
    [running, l10n.t("1 upgrade"), l10n.t("{0} upgrades", numberText(running))],
  ];
  const texts: string[] = [];
  for (const [count, one, several] of counts) {
    if (count === 1) texts.push(one);
    if (count > 1) texts.push(several);
  }
  if (silent > 0) texts.push(l10n.t("{0} waiting", numberText(silent)));
  return texts;
}

function worstOf({ tails, ended }: LogsAtAGlance): Pick<LogBarText, "icon" | "alarm"> {
  const isAny = (...phases: readonly TailPhase[]) => tails.some(({ phase }) => phases.includes(phase));
  if (ended.some(({ what }) => what === "failed")) return { icon: "error", alarm: "error" };
  if (isAny("stale") || ended.some(({ what }) => what === "unclear")) return { icon: "warning", alarm: "warning" };
  if (isAny("reconnecting")) return { icon: "debug-disconnect" };
  const isOnlyAsking = isAny("asking") && !isAny("following");
  if (isAny("running", "idle") || isOnlyAsking) return { icon: "sync~spin" };
  if (ended.length > 0) return { icon: "pass" };
  return { icon: "output" };
}
