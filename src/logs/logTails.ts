import {
  followedLogId,
  logOf,
  phaseAfter,
  readerOf,
  type FollowedLog,
  type FollowedStart,
  type LogTail,
  type LastSeen,
  type LogNotice,
  type NoticeContext,
  type StoredTail,
} from "./followedLog.ts";
import type { LogEnding } from "./logEnding.ts";
import { followLog, type LogEvent, type LogFollower } from "./logFollower.ts";
import type { CalledBy } from "../connection/lockoutGuard.ts";
import { ShownLog } from "./shownLog.ts";
import type { Call } from "../resources/resource.ts";
import type { Clock, LogScreen } from "../storage/ports.ts";

/** What the followed logs of a window work with. */
export interface LogTailsOptions {
  readonly clock: Clock;
  /** Where a panel is reached now; `undefined`: it is gone. */
  readonly addressOf: (panelId: string) => string | undefined;
  /** A call to a panel as it is now; `undefined`: it is gone. */
  readonly callFor: (panelId: string, signal: AbortSignal, by: CalledBy) => Call | undefined;
  /** A new screen for a log. */
  readonly screenOf: (log: FollowedLog) => LogScreen;
  /** A sentence for the screen; `undefined`: nothing is said. */
  readonly sentenceFor: (moment: LogNotice, context: NoticeContext) => string | undefined;
  readonly staleAfterMs: () => number;
  /** Another log is followed now, one less is, or its phase is another. */
  readonly onChange: (following: LogTail) => void;
  /** Not called for what a person stopped. */
  readonly onEnded: (following: LogTail, ending: LogEnding) => void;
  /** For the log: what was thrown is no failure of a panel. */
  readonly onDefect: (error: unknown) => void;
  /** Keeps what is followed for the next window. */
  readonly keep: (logTails: readonly StoredTail[]) => void;
}

/** What a log is followed with. */
export interface FollowOptions {
  readonly start?: FollowedStart;
}

interface Entry {
  following: LogTail;
  readonly follower: LogFollower;
  readonly stop: AbortController;
  wasRunning: boolean;
  done: Promise<void>;
}

/** The logs that a window follows, each on a screen of its own that is used again. */
export class LogTails {
  readonly #options: LogTailsOptions;
  readonly #entries = new Map<string, Entry>();
  readonly #shown = new Map<string, ShownLog>();
  readonly #lastSeen = new Map<string, LastSeen>();
  /** Of the panels whose logs were followed. */
  readonly #addresses = new Map<string, string>();
  #isDisposed = false;

  constructor(options: LogTailsOptions) {
    this.#options = options;
  }

  /** What is followed now, the oldest first. */
  get current(): readonly LogTail[] {
    return [...this.#entries.values()].map(({ following }) => following);
  }

  /** The logs that have a screen, followed or not. */
  get shown(): readonly FollowedLog[] {
    return [...this.#shown.values()].map(({ log }) => log);
  }

  /** Whether a person sees the screen of a log now. */
  isVisible(id: string): boolean {
    return this.#shown.get(id)?.isVisible === true;
  }

  /** What was last seen of something, without asking for it. */
  lastSeenOf(log: Omit<FollowedLog, "label">): LastSeen | undefined {
    return this.#lastSeen.get(followedLogId(log));
  }

  /** Shows a log and follows it; one that is followed already is read at once. */
  follow(log: FollowedLog, { start = "none" }: FollowOptions = {}): void {
    if (this.#isDisposed || this.#options.addressOf(log.panelId) === undefined) return;
    const entry = this.#entries.get(followedLogId(log));
    // what follows it already does not know that something was started
    if (start !== "none" && entry?.wasRunning === false) entry.stop.abort();
    if (entry?.stop.signal.aborted) {
      void entry.done.then(() => this.follow(log, { start }));
      return;
    }
    if (entry === undefined) this.#start(log, { start, by: "user", startedAt: this.#options.clock.now() });
    else entry.follower.poke();
    this.#shownOf(log).show();
  }

  /** Goes on with what the window before followed, without showing it. */
  resume(stored: readonly StoredTail[]): void {
    for (const { wasRunning, start, startedAt, address, ...log } of stored)
      if (!this.#entries.has(followedLogId(log)) && this.#options.addressOf(log.panelId) === address)
        this.#start(log, { start, wasRunning, startedAt, by: "automatic" });
  }

  /** Reads what is followed of a panel at once instead of after the pause. */
  poke(panelId: string): void {
    for (const { following, follower } of this.#entries.values())
      if (following.log.panelId === panelId) follower.poke();
  }

  stop(id: string): void {
    this.#entries.get(id)?.stop.abort();
  }

  /** Brings a log to the front; nothing happens where it was never followed. */
  show(id: string): void {
    this.#shown.get(id)?.show();
  }

  /** Empties a screen. What is being followed goes on below; any other log is shown whole when it is followed again. */
  clear(id: string): void {
    const shown = this.#shown.get(id);
    if (this.#entries.has(id)) shown?.clear();
    else shown?.forget();
  }

  /** Ends what follows panels that are no longer there, or elsewhere: another server has another log. */
  panelsChanged(): void {
    for (const [panelId, address] of this.#addresses) {
      const now = this.#options.addressOf(panelId);
      if (now === address) continue;
      this.#leave(panelId, now === undefined);
      if (now === undefined) this.#addresses.delete(panelId);
      else this.#addresses.set(panelId, now);
    }
  }

  #leave(panelId: string, isGone: boolean): void {
    for (const { following, stop } of this.#entries.values()) if (following.log.panelId === panelId) stop.abort();
    for (const [id, shown] of this.#shown) {
      if (shown.log.panelId !== panelId) continue;
      this.#lastSeen.delete(id);
      shown.window = undefined;
      if (!isGone) continue;
      this.#shown.delete(id);
      shown.dispose();
    }
  }

  /** Ends everything; resolves when nothing is left of it. What was followed stays kept for the next window. */
  async dispose(): Promise<void> {
    this.#isDisposed = true;
    const entries = [...this.#entries.values()];
    for (const { stop } of entries) stop.abort();
    await Promise.all(entries.map(({ done }) => done));
  }

  #start(
    log: FollowedLog,
    {
      start,
      by,
      startedAt,
      wasRunning = false,
    }: {
      readonly start: FollowedStart;
      readonly by: CalledBy;
      readonly startedAt: number;
      readonly wasRunning?: boolean;
    },
  ): void {
    if (this.#isDisposed) return;
    const id = followedLogId(log);
    const { mode, pieces } = logOf(log.kind);
    this.#addresses.set(log.panelId, this.#options.addressOf(log.panelId) ?? "");
    const stop = new AbortController();
    const shown = this.#shownOf(log);
    const follower = followLog({
      source: { read: readerOf(log, by, this.#options.callFor, () => this.#say(entry, shown, { kind: "empty" })) },
      mode,
      pieces,
      clock: this.#options.clock,
      signal: stop.signal,
      staleAfterMs: this.#options.staleAfterMs,
      window: shown.window,
      wasRunning,
      isFresh: start === "accepted",
      ...(start === "none" ? { startWithinMs: 0 } : {}),
    });
    shown.window = follower.window;
    const following: LogTail = { id, log, startedAt, phase: "asking", start };
    const entry: Entry = { following, follower, stop, wasRunning, done: Promise.resolve() };
    this.#entries.set(id, entry);
    this.#keep();
    entry.done = this.#run(entry, shown);
    this.#options.onChange(following);
  }

  async #run(entry: Entry, shown: ShownLog): Promise<void> {
    const { id } = entry.following;
    let ending: LogEnding | undefined;
    this.#say(entry, shown, { kind: "started" });
    try {
      for await (const event of entry.follower) {
        if (this.#isDisposed) break;
        this.#show(entry, shown, event);
        if (event.kind === "ended") ({ ending } = event);
      }
    } catch (error) {
      this.#options.onDefect(error);
      ending = { kind: "unreadable", failure: { kind: "defect" } };
      this.#say(entry, shown, { kind: "ended", ending });
    }
    this.#entries.delete(id);
    if (this.#isDisposed) return;
    if (ending === undefined) this.#say(entry, shown, { kind: "stopped" });
    if (ending === undefined && entry.wasRunning && this.#lastSeen.has(id)) this.#sight(entry, "left");
    this.#keep();
    this.#options.onChange(entry.following);
    if (ending !== undefined) this.#options.onEnded(entry.following, ending);
  }

  #show(entry: Entry, shown: ShownLog, event: LogEvent): void {
    const before = entry.following.phase;
    shown.add(event, event.kind === "lines" ? undefined : this.#sentenceFor(event, entry, shown));
    if (event.kind === "ended") this.#sight(entry, event.ending.kind);
    const phase = phaseAfter(event);
    if (phase === undefined || phase === before) return;
    entry.following = { ...entry.following, phase };
    if (phase === "running" || phase === "stale") this.#ran(entry, phase);
    this.#options.onChange(entry.following);
  }

  #ran(entry: Entry, what: "running" | "stale"): void {
    this.#sight(entry, what);
    if (entry.wasRunning) return;
    entry.wasRunning = true;
    this.#keep();
  }

  #sight({ following: { id } }: Entry, what: LastSeen["what"]): void {
    this.#lastSeen.set(id, { what, atMs: this.#options.clock.now() });
  }

  #say(entry: Entry, shown: ShownLog, moment: LogNotice): void {
    const sentence = this.#sentenceFor(moment, entry, shown);
    if (sentence !== undefined) shown.say(sentence);
  }

  #sentenceFor(moment: LogNotice, { following }: Entry, { hasText }: ShownLog): string | undefined {
    return this.#options.sentenceFor(moment, { following, hasText });
  }

  #shownOf(log: FollowedLog): ShownLog {
    const id = followedLogId(log);
    const known = this.#shown.get(id);
    if (known !== undefined) return known;
    const shown = new ShownLog(log, this.#options.screenOf(log));
    this.#shown.set(id, shown);
    return shown;
  }

  #keep(): void {
    this.#options.keep(
      [...this.#entries.values()].map(({ following: { log, startedAt, start }, wasRunning }) => ({
        ...log,
        startedAt,
        start,
        wasRunning,
        address: this.#addresses.get(log.panelId) ?? "",
      })),
    );
  }
}
