import type { Rhythm } from "../wire/operations/scheduledTasks.ts";

// times here are by the server's clock: milliseconds since the epoch as if its zone were UTC

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/** Between two 31sts lie at most 62 days. */
const MOST_DAYS = 62;

/** All zones are a multiple of this apart from UTC, by at most 14 hours. */
const ZONE_STEP_MS = 15 * MINUTE_MS;
const FARTHEST_ZONE_MS = 14 * 60 * MINUTE_MS;

/** The days on which a task runs, and the minutes of each. */
interface Plan {
  readonly isDay: (day: Date) => boolean;
  readonly minutes: readonly number[];
}

/** The next run of a task that is on, after `now`; `undefined`: it has none, or its rhythm is not one of time (docs/protocol.md 19.6). */
export function nextRun(rhythm: Rhythm, now: number): number | undefined {
  if (rhythm.type === "once") return [timeIn(rhythm.every)].find((at) => at > now);
  const { isDay, minutes } = planOf(rhythm);
  const today = Math.floor(now / DAY_MS);
  for (let day = today; day <= today + MOST_DAYS; day += 1) {
    if (!isDay(new Date(day * DAY_MS))) continue;
    const next = minutes.map((minute) => day * DAY_MS + minute * MINUTE_MS).find((at) => at > now);
    if (next !== undefined) return next;
  }
  return undefined;
}

/**
 * How far a server's clock is ahead of UTC, in milliseconds: by its own words for a time, and the time itself in seconds
 * since the epoch. `undefined`: they are not about the same time.
 */
export function zoneOf(words: string, at: number): number | undefined {
  const zone = timeIn(words) - at * 1000;
  if (zone % ZONE_STEP_MS === 0 && Math.abs(zone) <= FARTHEST_ZONE_MS) return zone;
  return undefined;
}

/** "2026-11-23 03:30:00"; NaN for anything else. */
const timeIn = (words: string): number => Date.parse(`${words.trim().replace(" ", "T")}Z`);

function planOf({ type, every, hour = Number.NaN, minute = Number.NaN, times, days }: Rhythm): Plan {
  const once = minutesOf([hour], [minute]);
  switch (type) {
    case "day":
      return { isDay: daily, minutes: once };
    case "day-n":
      return { isDay: onDates(steps(every, 31).map((day) => day + 1)), minutes: once };
    case "hour":
      return { isDay: daily, minutes: minutesOf(HOURS, [minute]) };
    case "hour-n":
      return { isDay: daily, minutes: minutesOf(steps(every, 24), [minute]) };
    case "minute-n":
      return { isDay: daily, minutes: minutesOf(HOURS, steps(every, 60)) };
    case "week":
      return { isDay: onWeekdays(numbersIn(every)), minutes: once };
    case "month":
      return { isDay: onDates(numbersIn(every)), minutes: once };
    case "sday":
      return { isDay: daily, minutes: minutesIn(times) };
    case "sweek":
      return { isDay: onWeekdays(numbersIn(days)), minutes: minutesIn(times) };
    case "smonth":
      return { isDay: onDates(numbersIn(days)), minutes: minutesIn(times) };
    default:
      return { isDay: daily, minutes: [] };
  }
}

const daily = (): boolean => true;

const onDates = (dates: readonly number[]) => (day: Date) => dates.includes(day.getUTCDate());

/** Sunday is 7, and to cron also 0. */
const onWeekdays = (weekdays: readonly number[]) => (day: Date) =>
  weekdays.some((weekday) => weekday <= 7 && weekday % 7 === day.getUTCDay());

/** Minutes of the day, in their order, of "18:05,07:15". */
function minutesIn(times: string): readonly number[] {
  const minutes = times.split(",").flatMap((time) => {
    const [, hour, minute] = /^(\d{2}):(\d{2})$/.exec(time) ?? [];
    return minutesOf([Number(hour)], [Number(minute)]);
  });
  return minutes.toSorted((a, b) => a - b);
}

const HOURS = steps("1", 24);

/** What `*` with this step means to cron, below a limit. */
function steps(every: string, below: number): readonly number[] {
  const [step = 0] = numbersIn(every);
  if (step < 1) return [];
  return Array.from({ length: Math.ceil(below / step) }, (_, index) => index * step);
}

/** "1,15" */
function numbersIn(list: string): readonly number[] {
  if (/^\d+(,\d+)*$/.test(list)) return list.split(",").map(Number);
  return [];
}

/** Minutes of the day, in their order. */
function minutesOf(hours: readonly number[], minutes: readonly number[]): readonly number[] {
  const real = minutes.filter((minute) => minute >= 0 && minute < 60);
  return hours.filter((hour) => hour >= 0 && hour < 24).flatMap((hour) => real.map((minute) => hour * 60 + minute));
}
