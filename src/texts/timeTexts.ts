import * as l10n from "@vscode/l10n";
import { spacedNumbers } from "../characters/spacedNumbers.ts";
import { once, windowLanguage } from "./language.ts";

const UNITS = [
  ["day", 86_400_000],
  ["hour", 3_600_000],
  ["minute", 60_000],
] as const;

/** A time of day, with the date unless it is today by the wall clock. */
export function timeText(time: number, now = Date.now()): string {
  if (isOnOneDay(time, now)) return new Intl.DateTimeFormat(windowLanguage(), { timeStyle: "medium" }).format(time);
  return new Intl.DateTimeFormat(windowLanguage(), { dateStyle: "medium", timeStyle: "short" }).format(time);
}

/** The same to the second on every day, today by the wall clock or not, which tells times of one minute apart. */
export function exactTimeText(time: number, now = Date.now()): string {
  if (isOnOneDay(time, now)) return timeText(time, now);
  return new Intl.DateTimeFormat(windowLanguage(), { dateStyle: "medium", timeStyle: "medium" }).format(time);
}

function isOnOneDay(time: number, now: number): boolean {
  return new Date(time).toDateString() === new Date(now).toDateString();
}

/** A time that stands by itself, as in a list or after a heading: with "today", by the wall clock, or the date. */
export function momentText(time: number, now = Date.now()): string {
  if (isOnOneDay(time, now)) return l10n.t("today, {0}", timeText(time, now));
  return timeText(time, now);
}

/** Converts a server's time, in UTC (docs/protocol.md 8.6), to local time; other text stays unchanged. `now` is by the wall clock. */
export function serverTimeText(text: string, now = Date.now()): string {
  const hasZone = /(?:Z|[+-]\d\d:?\d\d)$/i.test(text);
  const time = Date.parse(hasZone ? text : `${text}Z`);
  if (Number.isNaN(time)) return text;
  return momentText(time, now);
}

/** Formats a time as a clock of any zone shows it, "2026-11-23T03:30"; other text stays unchanged. @param style `short`: without the year */
export function clockText(text: string, style: "whole" | "short"): string {
  const time = Date.parse(`${text}Z`);
  if (Number.isNaN(time)) return text;
  const wholeFormat = new Intl.DateTimeFormat(windowLanguage(), {
    dateStyle: "medium",
    timeStyle: "short",
    timeZone: "UTC",
  });
  if (style === "whole") return wholeFormat.format(time);
  // 24 hours have two digits in every other time
  const hour = wholeFormat.resolvedOptions().hour12 === true ? "numeric" : "2-digit";
  const short = { month: "short", day: "numeric", hour, minute: "2-digit", timeZone: "UTC" } as const;
  return new Intl.DateTimeFormat(windowLanguage(), short).format(time);
}

/** The local day of a time. */
export function dayText(time: number): string {
  return new Intl.DateTimeFormat(windowLanguage(), { dateStyle: "medium" }).format(time);
}

/** The local time of day. */
export function timeOfDay(time: number): string {
  return new Intl.DateTimeFormat(windowLanguage(), { timeStyle: "short" }).format(time);
}

/** The time of day, with the date unless it is today: short on this day. */
export function sinceText(time: number, now: number): string {
  if (isOnOneDay(time, now)) return timeOfDay(time);
  return timeText(time, now);
}

/** "as of 14:05" */
export function asOfText(time: number, now: number): string {
  return l10n.t("as of {0}", sinceText(time, now));
}

/** Made once, for each row of a list has a time, and making a format takes far longer than using it. */
const agoTimes = once(() => new Intl.RelativeTimeFormat(windowLanguage(), { style: "short", numeric: "auto" }));

/** "2 min. ago"; a time in the future counts as just now. */
export function agoText(time: number, now: number): string {
  const passed = Math.max(0, now - time);
  for (const [unit, milliseconds] of UNITS)
    if (passed >= milliseconds) return spacedNumbers(agoTimes().format(-Math.floor(passed / milliseconds), unit));
  return l10n.t("just now");
}
