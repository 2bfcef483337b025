import * as l10n from "@vscode/l10n";
import { spacedNumbers } from "../characters/spacedNumbers.ts";
import { windowLanguage } from "./language.ts";

const UNITS = [
  ["day", 86_400_000],
  ["hour", 3_600_000],
  ["minute", 60_000],
] as const;

/** A time of day, with the date unless it is today by the wall clock. */
export function timeText(at: number, now = Date.now()): string {
  const isToday = new Date(at).toDateString() === new Date(now).toDateString();
  const style = isToday
    ? { timeStyle: "medium" as const }
    : { dateStyle: "medium" as const, timeStyle: "short" as const };
  return new Intl.DateTimeFormat(windowLanguage(), style).format(at);
}

/** A time that stands by itself, as in a list or after a heading: with "today", by the wall clock, or the date. */
export function momentText(at: number, now = Date.now()): string {
  const isToday = new Date(at).toDateString() === new Date(now).toDateString();
  return isToday ? l10n.t("today, {0}", timeText(at, now)) : timeText(at, now);
}

/** Converts a server's time, in UTC (docs/protocol.md 8.6), to local time; other text stays unchanged. `now` is by the wall clock. */
export function serverTimeText(text: string, now = Date.now()): string {
  const at = Date.parse(/(?:Z|[+-]\d\d:?\d\d)$/i.test(text) ? text : `${text}Z`);
  return Number.isNaN(at) ? text : momentText(at, now);
}

/** Formats a time as a clock of any zone shows it, "2026-11-23T03:30"; other text stays unchanged. @param style `short`: without the year */
export function clockText(text: string, style: "whole" | "short"): string {
  const at = Date.parse(`${text}Z`);
  if (Number.isNaN(at)) return text;
  const whole = new Intl.DateTimeFormat(windowLanguage(), { dateStyle: "medium", timeStyle: "short", timeZone: "UTC" });
  if (style === "whole") return whole.format(at);
  // 24 hours have two digits in every other time
  const hour = whole.resolvedOptions().hour12 === true ? "numeric" : "2-digit";
  const short = { month: "short", day: "numeric", hour, minute: "2-digit", timeZone: "UTC" } as const;
  return new Intl.DateTimeFormat(windowLanguage(), short).format(at);
}

/** The local day of a time. */
export function dayText(at: number): string {
  return new Intl.DateTimeFormat(windowLanguage(), { dateStyle: "medium" }).format(at);
}

/** The local time of day. */
export function timeOfDay(at: number): string {
  return new Intl.DateTimeFormat(windowLanguage(), { timeStyle: "short" }).format(at);
}

/** The time of day, with the date unless it is today: short on this day. */
export function sinceText(at: number, now: number): string {
  return new Date(at).toDateString() === new Date(now).toDateString() ? timeOfDay(at) : timeText(at, now);
}

/** "as of 14:05" */
export function asOfText(at: number, now: number): string {
  return l10n.t("as of {0}", sinceText(at, now));
}

/** "2 min. ago"; a time in the future counts as just now. */
export function agoText(at: number, now: number): string {
  const format = new Intl.RelativeTimeFormat(windowLanguage(), { style: "short", numeric: "auto" });
  const passed = Math.max(0, now - at);
  for (const [unit, milliseconds] of UNITS)
    if (passed >= milliseconds) return spacedNumbers(format.format(-Math.floor(passed / milliseconds), unit));
  return l10n.t("just now");
}
