/** Uptime of a machine in the largest unit of the panel's answer. `count` is 0 if it is less than one unit. */
export interface Uptime {
  readonly count: number;
  readonly unit: "day" | "hour" | "minute";
}

/** The panel's own machine. Missing and impossible figures are absent. */
export interface Machine {
  readonly system: string | undefined;
  readonly uptime: Uptime | undefined;
  readonly memoryMegabytes: number | undefined;
  readonly memoryUsedMegabytes: number | undefined;
  readonly processors: number | undefined;
  readonly processorPercent: number | undefined;
}

/** The machine's load average: how many processes ran or waited, over one, five and fifteen minutes. */
export interface Load {
  readonly one: number | undefined;
  readonly five: number | undefined;
  readonly fifteen: number | undefined;
}

/** Figures of the machine that take a second call. */
export interface MachineDetails {
  readonly load: Load | undefined;
  readonly disks: readonly Disk[];
}

/** A file system of the machine. */
export interface Disk {
  readonly path: string | undefined;
  readonly bytes: number | undefined;
  readonly freeBytes: number | undefined;
  /** How much of the usable space is used; the file system reserves some for itself. */
  readonly usedPercent: number | undefined;
}

/** The units with the words for them, the largest unit first. */
const UNITS: readonly (readonly [unit: Uptime["unit"], RegExp])[] = [
  ["day", /^(?:d|days?|day\(s\)|天|日)$/],
  ["hour", /^(?:h|hrs?|hours?|hour\(s\)|小时|时)$/],
  ["minute", /^(?:m|mins?|minutes?|minute\(s\)|分钟|分)$/],
];

/** The words for seconds, a unit that is too short to be shown. */
const SECOND = /^(?:s|secs?|seconds?|second\(s\)|秒)$/;

/**
 * An uptime in words: one to four numbers with their units. Numbers have at most four digits, because no machine is up
 * for 10,000 days; it only seems so if its clock was set meanwhile.
 */
const WORDS = /^\s{0,9}(?:\d{1,4}\s{0,9}[^\d\s,，.]{1,12}[\s,，.]{0,9}){1,4}$/u;
const PART = /(\d{1,4})\s{0,9}([^\d\s,，.]{1,12})/gu;

/**
 * The uptime as panels put it: "15分钟", "1小时", "12天", "12 Day(s)" (docs/protocol.md 13.5); `undefined` for anything
 * else.
 */
export function uptimeIn(words: string): Uptime | undefined {
  if (!WORDS.test(words)) return undefined;
  const parts: Uptime[] = [];
  for (const [, digits, name = ""] of words.matchAll(PART)) {
    const unit = UNITS.find(([, names]) => names.test(name.toLowerCase()))?.[0];
    if (unit !== undefined) parts.push({ unit, count: Number(digits) });
    else if (SECOND.test(name.toLowerCase())) parts.push({ unit: "minute", count: 0 });
    else return undefined;
  }
  const rank = ({ unit }: Uptime) => UNITS.findIndex(([each]) => each === unit);
  const ranked = parts.toSorted((a, b) => rank(a) - rank(b));
  return ranked.find(({ count }) => count > 0) ?? ranked.at(-1);
}

const POWERS = "KMGTP";

/** A size as panels write it: "252.0 GB", "68G" (docs/protocol.md 13.4); `undefined` for anything else. */
export function bytesIn(size: string): number | undefined {
  const [, digits, power = ""] = /^(\d{1,12}(?:\.\d{1,6})?)\s{0,9}([KMGTP]?)i?B?$/i.exec(size.trim()) ?? [];
  if (digits === undefined) return undefined;
  return Number(digits) * 1024 ** (power === "" ? 0 : POWERS.indexOf(power.toUpperCase()) + 1);
}

/** A share as panels write it: "33.34%"; `undefined` for anything else. */
export function percentIn(share: string): number | undefined {
  const [, digits] = /^(\d{1,3}(?:\.\d{1,6})?)\s{0,9}%$/.exec(share.trim()) ?? [];
  if (digits === undefined || Number(digits) > 100) return undefined;
  return Number(digits);
}
