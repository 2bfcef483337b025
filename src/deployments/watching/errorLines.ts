import { cleanTerminalText } from "../../characters/terminalText.ts";

/** Most characters of a line that are kept and looked at. */
const LONGEST_LINE = 2_000;

/** A line that says why a program has ended, or that it could not do something. */
const ERROR =
  /\b(?:ERROR|FATAL|SEVERE|CRITICAL|Error|Exception|Caused by)\b|[A-Za-z](?:Error|Exception)\b|\b(?:panic|fatal error): /;

/** A line of a trace that names a place of the program. */
const PLACE = /^\s*at\s/;

/** Whether a line of a program's log is about an error, and no place in a trace. */
export function isErrorLine(line: string): boolean {
  return ERROR.test(line) && !PLACE.test(line);
}

/** An error of a log, however many lines it has. */
export interface LoggedError {
  /** The line that says so. */
  readonly line: string;
  /** In milliseconds, by the clock and in the time zone of who wrote it: only the difference of two of them means anything. */
  readonly time: number | undefined;
}

/** Whose log it is: of the web server, whose lines have a level, or of a program, which writes as it likes. */
export type LogWriter = "webServer" | "program";

/** What is known of the entry whose lines are being read. */
interface Entry {
  readonly first: string;
  readonly time: number | undefined;
  /** Its writer says that it is no error. */
  readonly isHarmless: boolean;
  isCounted: boolean;
  /** It has begun a trace, or says that something failed: the exception comes in a line of its own. */
  awaitsName: boolean;
}

/**
 * Finds the errors of a log, which comes in pieces. A trace counts once: lines without a time belong to the entry before them or, in a log
 * without times, those that are indented or end a trace. Warnings do not count.
 */
export class ErrorLines {
  readonly errors: LoggedError[] = [];
  readonly #isErrorIn: (line: string, entry: Entry) => boolean;
  readonly #isHarmless: (first: string) => boolean;
  #entry: Entry | undefined;
  #oldest: number | undefined;
  #newest: number | undefined;
  #hasLines = false;

  constructor(writer: LogWriter) {
    this.#isErrorIn = writer === "webServer" ? isServerError : isErrorLine;
    this.#isHarmless = writer === "webServer" ? (first) => !SERVER_LEVEL.test(first) : isNoErrorByLevel;
  }

  /** Whether any line has come. */
  get hasLines(): boolean {
    return this.#hasLines;
  }

  /** Whether the log says when its entries came. */
  get hasTimes(): boolean {
    return this.#oldest !== undefined;
  }

  /** The time of the first entry that has one. */
  get oldest(): number | undefined {
    return this.#oldest;
  }

  /** The latest time of any entry. */
  get newest(): number | undefined {
    return this.#newest;
  }

  /** Takes the next lines. */
  add(lines: readonly string[]): void {
    for (const line of lines) this.#take(cleanTerminalText(line).slice(0, LONGEST_LINE));
  }

  /** Takes the last line once more, which has grown. */
  grow(line: string): void {
    const text = cleanTerminalText(line).slice(0, LONGEST_LINE);
    const entry = this.#entry;
    if (entry === undefined || !text.startsWith(entry.first)) return this.#take(text);
    const { isCounted } = entry;
    this.#entry = { ...this.#entryOf(text), isCounted };
    this.#count(text, this.#entry);
  }

  #take(line: string): void {
    if (line.trim() === "") return;
    this.#hasLines = true;
    const time = timeOf(line);
    if (time !== undefined) {
      this.#oldest ??= time;
      this.#newest = Math.max(this.#newest ?? time, time);
    }
    const entry = this.#entry;
    const isNew = this.hasTimes ? time !== undefined : entry === undefined || !goesOn(line, entry);
    if (isNew) this.#entry = this.#entryOf(line);
    else if (entry === undefined) return;
    else entry.awaitsName = TRACEBACK.test(line) || (entry.awaitsName && !NAME.test(line));
    if (this.#entry !== undefined) this.#count(line, this.#entry);
  }

  #entryOf(first: string): Entry {
    return {
      first,
      time: timeOf(first),
      isHarmless: this.#isHarmless(first),
      isCounted: false,
      awaitsName: TRACEBACK.test(first) || LEVEL.exec(first)?.groups?.["bad"] !== undefined,
    };
  }

  #count(line: string, entry: Entry): void {
    if (entry.isCounted || entry.isHarmless || !this.#isErrorIn(line, entry)) return;
    entry.isCounted = true;
    this.errors.push({ line, time: entry.time });
  }
}

/** Begins a trace of Python. */
const TRACEBACK = /^Traceback \(most recent call last\)/;

/** Begins with the name of an exception. */
const NAME = /^[\w.$]{0,200}(?:Error|Exception)\b/;

/** Belongs to what stands before it. */
const CONTINUED = /^(?:\s|Caused by:|\.\.\. |\^)/;

function goesOn(line: string, { awaitsName }: Entry): boolean {
  return CONTINUED.test(line) || (awaitsName && (NAME.test(line) || TRACEBACK.test(line)));
}

/** The level of an entry: the first word in it that is one. */
const LEVEL =
  /\b(?:(?<bad>FATAL|SEVERE|CRITICAL|ERROR)|(?<good>WARN(?:ING)?|INFO|NOTICE|DEBUG|TRACE))\b|["[\s](?:(?<low>fatal|critical|error)|(?<fine>warn(?:ing)?|info|notice|debug|trace))[\]":]/;

/** Whether a program calls an entry a warning: its trace is one, too. What it merely notes may be followed by somebody else's trace. */
function isNoErrorByLevel(first: string): boolean {
  const { good, fine } = LEVEL.exec(first)?.groups ?? {};
  return /^warn/i.test(good ?? fine ?? "");
}

/**
 * The levels of nginx and Apache that are worse than a warning, right behind the time (docs/protocol.md 6.45): what visitors send stands
 * behind it. Apache names the module, too.
 */
const SERVER_LEVEL = /^(?:\[[A-Z][a-z]{2} [^\]]{0,40}\])?[^[]{0,40}\[(?:[\w-]{0,40}:)?(?:error|crit|alert|emerg)\]/;

/** What PHP says stands in entries of the level `error`, whatever it is (docs/protocol.md 6.46). */
const PHP_SAYS = /PHP message: /;
const HARMLESS_PHP = /^PHP (?:Warning|Notice|Deprecated|Strict Standards|User (?:Warning|Notice|Deprecated)):/;

function isServerError(line: string, { first }: Entry): boolean {
  const [, ...messages] = line.split(PHP_SAYS);
  if (messages.length === 0) return line === first;
  return messages.some((message) => !HARMLESS_PHP.test(message));
}

const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/** Times at the start of an entry, perhaps behind its level: of nginx and most programs, of PHP and Tomcat, and of Apache. */
const TIMES: readonly RegExp[] = [
  /^\D{0,24}(?<year>\d{4})[-/](?<month>\d\d)[-/](?<day>\d\d)[T ](?<hour>\d\d):(?<minute>\d\d):(?<second>\d\d)/,
  /^\D{0,24}(?<day>\d\d)-(?<month>[A-Z][a-z]{2})-(?<year>\d{4}) (?<hour>\d\d):(?<minute>\d\d):(?<second>\d\d)/,
  /^\[[A-Z][a-z]{2} (?<month>[A-Z][a-z]{2}) {1,2}(?<day>\d{1,2}) (?<hour>\d\d):(?<minute>\d\d):(?<second>\d\d)[.\d]{0,10} (?<year>\d{4})\]/,
];

function timeOf(line: string): number | undefined {
  for (const form of TIMES) {
    const found = form.exec(line)?.groups;
    if (found === undefined) continue;
    const [day, hour, minute, second, year] = ["day", "hour", "minute", "second", "year"].map((part) =>
      Number(found[part]),
    );
    const { month = "" } = found;
    const monthIndex = MONTHS.includes(month) ? MONTHS.indexOf(month) : Number(month) - 1;
    const time = Date.UTC(year ?? 0, monthIndex, day, hour, minute, second);
    if (!Number.isNaN(time)) return time;
  }
  return undefined;
}

/** The most errors within any time so long. */
export function mostWithin(errors: readonly LoggedError[], milliseconds: number): number {
  const times = errors.flatMap(({ time }) => (time === undefined ? [] : [time])).toSorted((a, b) => a - b);
  let most = 0;
  let start = 0;
  for (const [index, time] of times.entries()) {
    while (time - (times[start] ?? time) >= milliseconds) start += 1;
    most = Math.max(most, index - start + 1);
  }
  return most;
}
