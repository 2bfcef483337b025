import { panelFailureOf, type PanelFailure } from "../wire/answers/failure.ts";
import { endingOfUpgrade, type LogEnding } from "./logEnding.ts";
import { pauseAfterFailure, pauseAfterReading, shouldRetry, tailPace, upgradePace, type LogPace } from "./logPace.ts";
import { LogWindow, type WindowChange } from "./logWindow.ts";
import type { Clock } from "../storage/ports.ts";
import { Wait } from "../storage/moment.ts";
import { cleanTerminalText, isRewriting } from "../characters/terminalText.ts";
import { trimmedStart } from "./windowOverlap.ts";

/** A log whose last lines a panel sends. */
export interface LogSource {
  /**
   * Throws `PanelError`. `running`: whether the log's writer runs; absent for endless logs. `gone`: the row of the
   * log does not exist.
   */
  read(signal: AbortSignal): Promise<{ readonly text: string; readonly running?: boolean } | "gone">;
}

/** `stale`: reported as running, but nothing was written for long, as after a kill; `following`: an endless log. */
export type LogState = "running" | "idle" | "stale" | "following";

/** Events of a followed log. Texts are clean and untrusted: show them as plain text. */
export type LogEvent =
  /**
   * `continued` goes on where the text of the event before ended, and is empty where that event had no text. Each of
   * `lines` stands on a line of its own; the last one may go on in the next event.
   */
  | { readonly kind: "lines"; readonly continued: string; readonly lines: readonly string[] }
  /** Lines may be missing here. */
  | { readonly kind: "maybeMissing" }
  /** The log was started anew. */
  | { readonly kind: "section" }
  /** Sent at the first reading, at each change, and when the panel answers again. */
  | { readonly kind: "state"; readonly state: LogState }
  /** The panel does not answer and is waited for; sent once until it does. */
  | { readonly kind: "reconnecting"; readonly failure: PanelFailure }
  /** Always the last one. */
  | { readonly kind: "ended"; readonly ending: LogEnding };

export interface LogFollowerOptions {
  readonly source: LogSource;
  /** `upgrade` ends with what it follows; `tail` goes on until it is stopped or the log cannot be read. */
  readonly mode: "upgrade" | "tail";
  readonly clock: Clock;
  /** Ends the following without an event. */
  readonly signal: AbortSignal;
  /** Most pieces that the panel sends, see `LogWindowOptions`; 1000 by default. */
  readonly pieces?: number;
  /**
   * Time for a start to take effect; 30 s by default, 0 if nothing was started. An empty log is waited for in any
   * case: a start empties it.
   */
  readonly startWithinMs?: number;
  /** Whether the log was emptied for this run, so that all of it belongs to the run. */
  readonly isFresh?: boolean;
  /** Time without output after which a log is stale; 10 minutes by default. Called at each reading. */
  readonly staleAfterMs?: () => number;
  /** From 0 to 1. */
  readonly random?: () => number;
  /** The window of an earlier follower, to go on from there. */
  readonly window?: LogWindow | undefined;
  /** Whether it was seen running before: if it does not run now, it has ended. */
  readonly wasRunning?: boolean;
}

/** Longest time from the start of an upgrade until it runs (docs/protocol.md 12.2). */
const START_MS = 30_000;

/** Readings in a row without the row before it counts as gone: one that is recreated is away for a moment. */
const MOST_GONE = 3;

/** Pause between two readings of a stale log. */
const STALE_PAUSE_MS = 60_000;

/** Follows one log; iterate it once. Rethrows errors other than `PanelError` to the iterator. */
export class LogFollower implements AsyncIterable<LogEvent> {
  readonly #options: LogFollowerOptions;
  /** Its position, for the next follower of the same log. */
  readonly window: LogWindow;
  readonly #pace: LogPace;
  #wake = new AbortController();
  /** Aborted when stopped or poked. Kept while possible: signals hold on to those derived from them. */
  #pausing: AbortSignal;
  #isPoked = false;

  #wasRunning: boolean;
  #hasChanged = false;
  #isEndDoubted = false;
  #state: LogState | undefined;
  /** Readings since the last change. */
  #unchanged = 0;
  /** Time since the last change. */
  #unchangedFor: Wait;
  /** The wait for a start. */
  #awaitingStart: Wait;
  /** Whether the event before was text. */
  #isInText = false;

  constructor(options: LogFollowerOptions) {
    const { mode, pieces = 1000 } = options;
    this.#options = options;
    this.#pace = mode === "tail" ? tailPace : upgradePace;
    this.#pausing = AbortSignal.any([options.signal, this.#wake.signal]);
    this.#wasRunning = options.wasRunning ?? false;
    this.#unchangedFor = this.#awaitingStart = new Wait(options.clock);
    this.window = options.window ?? new LogWindow({ pieces, fromStart: mode === "upgrade" });
  }

  /** Reads at once instead of after the pause. */
  poke(): void {
    this.#isPoked = true;
    this.#wake.abort();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<LogEvent, undefined> {
    const { clock, source, signal, random = Math.random } = this.#options;
    const { window: earlier, isFresh = false, startWithinMs = START_MS } = this.#options;
    // text from before a start may belong to the run before
    const knowsFirst = isFresh || (earlier !== undefined && startWithinMs === 0);
    this.#unchangedFor = new Wait(clock);
    this.#awaitingStart = new Wait(clock);
    let failures = 0;
    let failing = new Wait(clock);
    let gone = 0;
    for (let isFirst = true; !signal.aborted;) {
      this.#isPoked = false;
      let answer;
      try {
        answer = await source.read(signal);
      } catch (error) {
        if (signal.aborted) return;
        const failure = panelFailureOf(error);
        if (failure.kind === "cancelled") return;
        failures += 1;
        if (failures === 1) failing = new Wait(clock);
        if (!shouldRetry(failure, { failures, hasAnswered: !isFirst, forMs: failing.passed() })) {
          yield { kind: "ended", ending: { kind: "unreadable", failure } };
          return;
        }
        this.#isInText = false;
        if (failures === 1) yield { kind: "reconnecting", failure };
        await this.#pause(pauseAfterFailure(failures, random()));
        continue;
      }
      if (signal.aborted) return;
      if (answer === "gone") {
        gone += 1;
        if (gone >= MOST_GONE) {
          yield { kind: "ended", ending: { kind: "gone" } };
          return;
        }
        await this.#pause(this.#pace.fastestMs);
        continue;
      }
      const isBack = failures > 0;
      failures = gone = 0;
      const change = this.window.advance(answer.text);
      this.#note(change, isFirst && !knowsFirst);
      isFirst = false;
      const state = this.#stateOf(answer.running);
      if (state !== "idle") yield* this.#enter(state, isBack);
      yield* this.#textOf(change);
      const ending = this.#endingAfter(answer);
      if (ending !== undefined) {
        yield { kind: "ended", ending };
        return;
      }
      // reported below the log of the last run
      if (state === "idle" && !this.#isEndDoubted) yield* this.#enter(state, isBack);
      await this.#pause(this.#pauseIn(state));
    }
  }

  #note({ lines, grown, isEmptied }: WindowChange, isBaseline: boolean): void {
    const { clock } = this.#options;
    const hasText = lines.length > 0 || grown !== undefined;
    if (hasText || isEmptied) {
      this.#unchanged = 0;
      this.#unchangedFor = new Wait(clock);
    } else this.#unchanged += 1;
    // a start empties the log some time before anything runs
    if (isEmptied) this.#awaitingStart = new Wait(clock);
    if (hasText && !isBaseline) this.#hasChanged = true;
  }

  #textOf({ isSection, grown, maybeMissing, lines }: WindowChange): readonly LogEvent[] {
    const events: LogEvent[] = [];
    const cleaned = lines.map(cleanTerminalText);
    const text = grown && grownText(grown, this.#isInText);
    if (isSection) events.push({ kind: "section" });
    if (maybeMissing) {
      if (text !== undefined) events.push({ kind: "lines", ...text });
      events.push({ kind: "maybeMissing" });
      if (cleaned.length > 0) events.push({ kind: "lines", continued: "", lines: cleaned });
    } else if (text !== undefined || cleaned.length > 0) {
      const { continued, lines: first } = text ?? { continued: "", lines: [] };
      events.push({ kind: "lines", continued, lines: [...first, ...cleaned] });
    }
    const lastEvent = events.at(-1);
    if (lastEvent !== undefined) this.#isInText = lastEvent.kind === "lines";
    return events;
  }

  #enter(state: LogState, isBack: boolean): readonly LogEvent[] {
    if (state === this.#state && !isBack) return [];
    this.#state = state;
    if (state === "running" || state === "stale") this.#wasRunning = true;
    this.#isInText = false;
    return [{ kind: "state", state }];
  }

  #stateOf(running: boolean | undefined): LogState {
    const { mode, staleAfterMs = () => 600_000 } = this.#options;
    if (mode === "tail") return "following";
    if (running !== true) return "idle";
    if (this.#unchangedFor.passed() >= staleAfterMs()) return "stale";
    return "running";
  }

  #endingAfter({ text, running }: { readonly text: string; readonly running?: boolean }): LogEnding | undefined {
    const { mode, startWithinMs = START_MS } = this.#options;
    if (running === true) this.#isEndDoubted = false;
    if (mode === "tail" || running === true) return undefined;
    if (this.#wasRunning) {
      const ending = endingOfUpgrade(text);
      if (ending.kind !== "unclear" || this.#isEndDoubted) return ending;
      // a panel that is restarting itself may not find the running writer
      this.#isEndDoubted = true;
      return undefined;
    }
    if (this.#hasChanged) {
      const ending = endingOfUpgrade(text);
      // panels check for the writer before they read the log: it may have started in between
      if (ending.kind === "unclear" && this.#unchanged === 0) return undefined;
      return ending;
    }
    const isEmpty = text.trim() === "";
    const longestMs = isEmpty ? Math.max(startWithinMs, START_MS) : startWithinMs;
    if (this.#awaitingStart.passed() >= longestMs) return { kind: "notRunning" };
    return undefined;
  }

  #pauseIn(state: LogState): number {
    if (state === "stale") return STALE_PAUSE_MS;
    if (state === "idle") return pauseAfterReading(this.#pace, 0);
    return pauseAfterReading(this.#pace, this.#unchanged);
  }

  /** Ends early when poked or stopped. */
  async #pause(milliseconds: number): Promise<void> {
    if (this.#isPoked || this.#options.signal.aborted) return;
    if (this.#wake.signal.aborted) {
      this.#wake = new AbortController();
      this.#pausing = AbortSignal.any([this.#options.signal, this.#wake.signal]);
    }
    const signal = this.#pausing;
    try {
      await this.#options.clock.sleep(milliseconds, signal);
    } catch (error) {
      if (!signal.aborted) throw error;
    }
  }
}

/** Text that goes on where the text before it ended, or that begins with a line of its own. */
interface GrownText {
  readonly continued: string;
  readonly lines: readonly string[];
}

function grownText({ from, to, growth }: NonNullable<WindowChange["grown"]>, isInText: boolean): GrownText | undefined {
  // the first line of a window lacks the indentation that it was shown with
  const textBefore = trimmedStart(cleanTerminalText(from));
  const textNow = trimmedStart(cleanTerminalText(to));
  if (textNow.startsWith(textBefore)) return continuedText(textNow.slice(textBefore.length), isInText);
  // a terminal would overwrite it; here it is shown once more
  if (isRewriting(to)) return continuedText(textNow, false);
  return continuedText(cleanTerminalText(growth), isInText);
}

function continuedText(text: string, isInText: boolean): GrownText | undefined {
  if (text === "") return undefined;
  if (isInText) return { continued: text, lines: [] };
  return { continued: "", lines: [text] };
}
