import type { Watched, WhyUnwatched } from "../../actions/deploymentEnd.ts";
import { visibleText } from "../../characters/plainText.ts";
import { LogWindow } from "../../followedLogs/logWindow.ts";
import { elapsedSince, type Moment } from "../../storage/moment.ts";
import type { Clock } from "../../storage/ports.ts";
import { ErrorLines, mostWithin, type LoggedError, type LogWriter } from "./errorLines.ts";

/** Fewer errors are nothing that a website does not have anyway. */
const FEWEST = 3;

/** How far back errors count that were there before. */
const DAY_MS = 24 * 60 * 60 * 1_000;

/** After a longer pause, as of a computer that has slept, nobody knows how many errors came in which time. */
const LONGEST_PAUSE_MS = 90_000;

/** The first errors whose lines are kept, and the most characters of each. */
const MOST_LINES = 5;
const LONGEST_LINE = 1_000;

/** A log whose errors are counted. */
export interface WatchedLog {
  /** The most lines that the panel sends. */
  readonly pieces: number;
  readonly writer: LogWriter;
  /** Its writer restarts before it is watched, which may begin the log anew. */
  readonly restarts: boolean;
}

/** The end of a log, as a panel sent it at a moment. */
export interface LogReading {
  readonly text: string;
  readonly at: Moment;
}

/**
 * Counts the errors of a log from its first reading on, and compares them with those that it had before: with the most in any time as long
 * of the day before, for what scans a website makes errors, too. Times are those of the lines, compared with each other alone, so that
 * it does not matter by which clock and in which time zone they are.
 */
export class ErrorCount {
  readonly #spanMs: number;
  readonly #window: LogWindow;
  readonly #lines: ErrorLines;
  readonly #before:
    { readonly at: Moment; readonly isEmpty: boolean; readonly errors: readonly LoggedError[] } | undefined;
  /** The number of errors that had come when the first reading was taken. */
  #countAtFirst: number | undefined;
  #why: WhyUnwatched | undefined;
  #isUnread = false;
  #readAt: Moment | undefined;
  /** From the reading before to the latest one. */
  #elapsedMs = 0;

  /**
   * @param before the reading from before the exchange; `undefined`: the log could not be read
   * @param spanMs how long it is watched
   */
  constructor({ pieces, writer, restarts }: WatchedLog, before: LogReading | undefined, spanMs: number) {
    this.#spanMs = spanMs;
    this.#window = new LogWindow({ pieces });
    this.#lines = new ErrorLines(writer);
    if (before === undefined) {
      this.#why = "unreadable";
      return;
    }
    const window = restarts ? new LogWindow({ pieces }) : this.#window;
    const { lines } = window.advance(before.text);
    this.#lines.add(lines);
    this.#before = { at: before.at, isEmpty: lines.length === 0, errors: [...this.#lines.errors] };
  }

  /** Whether nothing more can be learned from the log. */
  get isOver(): boolean {
    return this.#why !== undefined;
  }

  /** Whether there are more errors than before. */
  get areMore(): boolean {
    const after = this.#after();
    if (this.isOver || after < FEWEST) return false;
    const most = this.#mostBefore();
    return typeof most === "number" && after > most;
  }

  /** Takes the next reading; `undefined`: the log could not be read now. */
  add(reading: LogReading | undefined, clock: Clock): void {
    this.#isUnread = reading === undefined;
    if (reading === undefined) return;
    const { lines, grown, isSection, isEmptied, maybeMissing } = this.#window.advance(reading.text);
    if (isSection || isEmptied) this.#why = "rotated";
    else if (maybeMissing) this.#why = "gap";
    else if (this.#readAt !== undefined && elapsedSince(this.#readAt, clock) > LONGEST_PAUSE_MS) this.#why = "gap";
    this.#readAt = reading.at;
    if (this.#before !== undefined) this.#elapsedMs = elapsedSince(this.#before.at, clock);
    if (this.isOver) return;
    if (grown !== undefined) this.#lines.grow(grown.to);
    this.#lines.add(lines);
    this.#countAtFirst ??= this.#lines.errors.length;
  }

  /** What was seen of the log. @param seconds for which it was watched */
  seen(seconds: number, isStopped: boolean): Watched {
    const after = this.#after();
    const lines = unlike(this.#errorsAfter().map(({ line }) => line))
      .slice(0, MOST_LINES)
      .map((line) => visibleText(line, LONGEST_LINE));
    const common = { seconds, after, lines };
    const before = this.#mostBefore();
    if (this.areMore && typeof before === "number") return { kind: "more", ...common, before };
    if (isStopped) return { kind: "stopped", ...common };
    const why = this.#why ?? (this.#isUnread ? "unreadable" : undefined);
    if (why !== undefined) return { kind: "unwatched", why, ...common };
    // an empty log may as well be off; what is written to another one needs no comparison where there is nothing
    if (after === 0 && this.#before?.isEmpty !== true) return { kind: "quiet", ...common };
    if (typeof before === "string") return { kind: "unwatched", why: before, ...common };
    return { kind: "quiet", ...common, before };
  }

  #errorsAfter(): readonly LoggedError[] {
    return this.#lines.errors.slice(this.#countAtFirst ?? Infinity);
  }

  #after(): number {
    const errors = this.#errorsAfter();
    return this.#lines.hasTimes ? mostWithin(errors, this.#spanMs) : errors.length;
  }

  /** The most errors before in any time as long; a word: why that is not known. */
  #mostBefore(): number | WhyUnwatched {
    if (this.#before === undefined) return "unreadable";
    const { isEmpty, errors } = this.#before;
    if (isEmpty) return "empty";
    const { oldest, newest } = this.#lines;
    if (oldest === undefined || newest === undefined) return errors.length === 0 ? 0 : "untimed";
    // the latest entry tells what the writer's clock shows
    const readAt = newest - this.#elapsedMs;
    if (readAt - oldest < this.#spanMs) return "short";
    return mostWithin(
      errors.filter(({ time = 0 }) => time >= readAt - DAY_MS),
      this.#spanMs,
    );
  }
}

/** What a line of nginx has before and after its sentence: when and where it was written, and for whose request. */
const BESIDES = /^[^[]{0,40}\[\w{1,10}\] [\d#]{1,20}: (?:\*\d{1,20} )?|(?:" while |, client: ).*$/g;

/** The first line of each error: many visitors get the same one. */
function unlike(lines: readonly string[]): readonly string[] {
  const first = new Map<string, string>();
  for (const line of lines) {
    const sentence = line.replace(BESIDES, "");
    if (!first.has(sentence)) first.set(sentence, line);
  }
  return [...first.values()];
}
