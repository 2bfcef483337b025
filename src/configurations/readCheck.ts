import type { BrokenConfiguration, ConfigurationCheck } from "../serverFiles/brokenConfiguration.ts";

/** What the script of a check has told at its end. */
export interface CheckEnd {
  /** The exit code of the service's own program. */
  readonly code: number;
  /** What it has said of errors. */
  readonly words: string;
}

/** What is wrong with a configuration, and the setting that its service names where it names no line. */
export interface FoundMistake extends BrokenConfiguration {
  readonly setting?: string;
}

/** The longest text that is kept of a mistake, in characters. */
const LONGEST_TEXT = 500;

/** The line that ends a check in its log; `undefined`: it is not there yet. */
export function markOf(log: string, nonce: string): string | undefined {
  const begin = `server-panel ${nonce} `;
  return log.split("\n").find((line) => line.startsWith(begin));
}

/** What the last line of a check tells; `undefined`: there was no program to check anything. */
export function readMark(mark: string): CheckEnd | undefined {
  const [, , code = "", words = ""] = mark.trimEnd().split(" ");
  if (!/^\d{1,3}$/.test(code)) return undefined;
  return { code: Number(code), words: Buffer.from(words, "base64").toString("utf8") };
}

/** Words of PHP-FPM about a mistake in its own configuration. */
const OF_FPM = /^(?:\[[^\]]{1,60}\] )?(?:ALERT|ERROR): (.*)$/;

/** Words of PHP about a `php.ini`, or about what else it reads in this way. */
const OF_PHP = /^PHP: {1,4}(.*)$/;

/** What PHP says of a setting that it has read, but not as it is written. */
const OF_SETTING = /PHP Warning: {1,4}(Invalid "([\w.]{1,100})" setting\b.*|PHP Startup: Unable to load .*)$/;

/**
 * What a check of PHP-FPM shows. PHP starts with whatever it understands of a `php.ini`, so the check of PHP-FPM succeeds with a broken
 * one (docs/protocol.md 17.10).
 */
export function readPhpCheck({ code, words }: CheckEnd): FoundMistake | "fine" | "unknown" {
  const lines = words.split("\n");
  if (code !== 0) {
    const mistake = firstOf(lines, (line) => OF_FPM.exec(line)?.[1] ?? OF_PHP.exec(line)?.[1]);
    return mistake === undefined ? "unknown" : placed(mistake);
  }
  const startsWithout = true as const;
  const syntax = firstOf(lines, (line) => OF_PHP.exec(line)?.[1]);
  if (syntax !== undefined) return { ...placed(syntax), startsWithout };
  const [, text, setting] = firstOf(lines, (line) => OF_SETTING.exec(line) ?? undefined) ?? [];
  if (text === undefined) return words.includes("test is successful") ? "fine" : "unknown";
  return { ...placed(text), startsWithout, ...(setting !== undefined && { setting }) };
}

/** Words of MySQL or MariaDB about a mistake, without who says so. */
const OF_MYSQL =
  /(?:\[ERROR\]|^error:) (?:\[MY-\d{1,9}\] )?(?:\[\w{1,20}\] )?(?:Buffered error: )?(?:\/?[\w/.-]{1,200}: )?(.*)$/;

/** The setting in these words. */
const NAMED_BY_MYSQL = [
  /unknown (?:variable|option) '-{0,2}([\w-]{1,100})/,
  /variable '([\w-]{1,100})'/,
  /to '([\w-]{1,100})'/,
];

/** What a check of MySQL or MariaDB shows. */
export function readMysqlCheck({ code, words }: CheckEnd): FoundMistake | "fine" | "unknown" {
  if (code === 0) return "fine";
  // before 8.0.16 there was none
  if (words.includes("validate-config")) return "unknown";
  const text = firstOf(words.split("\n"), (line) => OF_MYSQL.exec(line)?.[1]);
  if (text === undefined) return "unknown";
  const setting = firstOf(NAMED_BY_MYSQL, (pattern) => pattern.exec(text)?.[1]);
  return { ...placed(text), ...(setting !== undefined && { setting }) };
}

/** Adds the line of the setting that a mistake names; the place that a service names itself stays. */
export function locate(
  { setting, ...broken }: FoundMistake,
  path: string,
  text: string,
): Exclude<ConfigurationCheck, string> {
  if (broken.place !== undefined || setting === undefined) return broken;
  const wanted = plainName(setting);
  // of several the last one counts
  const index = text.split("\n").findLastIndex((line) => plainName(line.split("=", 1)[0] ?? "") === wanted);
  if (index === -1) return broken;
  return { ...broken, place: { path, line: index + 1 } };
}

/** MySQL takes `-` for `_`. */
function plainName(name: string): string {
  return name.trim().toLowerCase().replaceAll("-", "_");
}

const IN_FILE = [
  // PHP-FPM, PHP, MySQL
  /^\[(\/[^\]:]{1,1000}):(\d{1,9})\] (.*)$/,
  /^(.*) in (\/\S{1,1000}) on line (\d{1,9})$/,
  /^(.*) in config file:? (\/\S{1,1000}) at line:? (\d{1,9})\.?$/,
] as const;

/** A mistake with the file and line that its words name. */
function placed(words: string): BrokenConfiguration {
  const text = words.trim().slice(0, LONGEST_TEXT);
  const [fpm, php, mysql] = IN_FILE.map((pattern) => pattern.exec(text));
  if (fpm != null) return { text: fpm[3] ?? text, place: placeOf(fpm[1], fpm[2]) };
  const other = php ?? mysql;
  if (other != null) return { text: other[1] ?? text, place: placeOf(other[2], other[3]) };
  return { text: text.replace(/ in Unknown on line \d{1,9}$/, "") };
}

function placeOf(path = "", line = ""): NonNullable<BrokenConfiguration["place"]> {
  return { path, line: Number(line) };
}

function firstOf<Item, Found>(items: readonly Item[], find: (item: Item) => Found | undefined): Found | undefined {
  for (const item of items) {
    const found = find(item);
    if (found !== undefined) return found;
  }
  return undefined;
}
