import { failureOf, PanelError } from "../panel/failure.ts";
import {
  followedLogId,
  logOf,
  type FollowedLog,
  type Following,
  type FollowingPhase,
  type Sighting,
  type StoredFollowing,
} from "./followedLog.ts";
import type { LogEnding } from "./logEnding.ts";
import { followLog, type LogEvent, type LogFollower } from "./logFollower.ts";
import type { LogMoment, MomentContext } from "./logMoment.ts";
import type { CalledBy } from "./lockoutGuard.ts";
import type { Clock, LogScreen } from "./ports.ts";
import type { Call } from "./resource.ts";
import { ShownLog } from "./shownLog.ts";

export interface LogFollowingsOptions {
  readonly clock: Clock;
  /** A call to a panel as it is now; `undefined`: the panel is gone. */
  readonly callFor: (panelId: string, signal: AbortSignal, by: CalledBy) => Call | undefined;
  /** A new screen for a log. */
  readonly screenOf: (log: FollowedLog) => LogScreen;
  /** A sentence for the screen; `undefined`: nothing is said. */
  readonly sentenceFor: (moment: LogMoment, context: MomentContext) => string | undefined;
  readonly staleAfterMs: () => number;
  /** Another log is followed now, one less is, or its phase is another. */
  readonly onChange: (following: Following) => void;
  /** Not called for what a person stopped. */
  readonly onEnded: (following: Following, ending: LogEnding) => void;
  /** For the log: what was thrown is no failure of a panel. */
  readonly onDefect: (error: unknown) => void;
  /** Keeps what is followed for the next window. */
  readonly keep: (followings: readonly StoredFollowing[]) => void;
}

/** What a log is followed with. */
export interface FollowOptions {
  /** What it tells of was started just before, so that it may take a moment until it runs. */
  readonly isNew?: boolean;
}

interface Entry {
  following: Following;
  readonly follower: LogFollower;
  readonly stop: AbortController;
  wasRunning: boolean;
  done: Promise<void>;
}

/** The logs that a window follows, each on a screen of its own that is used again. */
export class LogFollowings {
  readonly #options: LogFollowingsOptions;
  readonly #entries = new Map<string, Entry>();
  readonly #shown = new Map<string, ShownLog>();
  readonly #sightings = new Map<string, Sighting>();
  #isDisposed = false;

  constructor(options: LogFollowingsOptions) {
    this.#options = options;
  }

  /** What is followed now, the oldest first. */
  get current(): readonly Following[] {
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
  sighting(log: Omit<FollowedLog, "label">): Sighting | undefined {
    return this.#sightings.get(followedLogId(log));
  }

  /** Shows a log and follows it; one that is followed already is read at once. */
  follow(log: FollowedLog, { isNew = false }: FollowOptions = {}): void {
    const entry = this.#entries.get(followedLogId(log));
    if (entry?.stop.signal.aborted) {
      void entry.done.then(() => this.follow(log, { isNew }));
      return;
    }
    if (entry === undefined) this.#start(log, { isNew, by: "user", startedAt: this.#options.clock.now() });
    else entry.follower.poke();
    this.#shownOf(log).show();
  }

  /** Goes on with what the window before followed, without showing it. */
  resume(stored: readonly StoredFollowing[]): void {
    for (const { wasRunning, isNew, startedAt, ...log } of stored)
      if (!this.#entries.has(followedLogId(log))) this.#start(log, { isNew, wasRunning, startedAt, by: "automatic" });
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
    if (shown === undefined) return;
    shown.clear();
    if (!this.#entries.has(id)) shown.window = undefined;
  }

  /** Ends what follows panels that are no longer there, and takes their screens away. */
  keepOnly(panelIds: ReadonlySet<string>): void {
    for (const { following, stop } of this.#entries.values()) if (!panelIds.has(following.log.panelId)) stop.abort();
    for (const [id, shown] of this.#shown) {
      if (panelIds.has(shown.log.panelId)) continue;
      this.#shown.delete(id);
      this.#sightings.delete(id);
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
      isNew,
      by,
      startedAt,
      wasRunning = false,
    }: {
      readonly isNew: boolean;
      readonly by: CalledBy;
      readonly startedAt: number;
      readonly wasRunning?: boolean;
    },
  ): void {
    if (this.#isDisposed) return;
    const id = followedLogId(log);
    const { mode, pieces } = logOf(log.kind);
    const stop = new AbortController();
    const shown = this.#shownOf(log);
    const follower = followLog({
      source: { read: this.#readerOf(log, by, () => this.#say(entry, shown, { kind: "empty" })) },
      mode,
      pieces,
      clock: this.#options.clock,
      signal: stop.signal,
      staleAfterMs: this.#options.staleAfterMs,
      window: shown.window,
      wasRunning,
      ...(isNew ? {} : { startWithinMs: 0 }),
    });
    shown.window = follower.window;
    const following: Following = { id, log, startedAt, phase: "asking", isNew };
    const entry: Entry = { following, follower, stop, wasRunning, done: Promise.resolve() };
    this.#entries.set(id, entry);
    this.#keep();
    entry.done = this.#run(entry, shown);
    this.#options.onChange(following);
  }

  /** The first reading is a person's wish; those after it stop where the panel has refused us. */
  #readerOf(log: FollowedLog, first: CalledBy, onEmpty: () => void) {
    let by: CalledBy | undefined = first;
    const { mode, read } = logOf(log.kind);
    const readOnce = async (signal: AbortSignal) => {
      const call = this.#options.callFor(log.panelId, signal, by ?? "automatic");
      if (call === undefined) throw new PanelError({ kind: "cancelled" });
      return read(call, log.key);
    };
    return async (signal: AbortSignal) => {
      const { text, running } = await readOnce(signal).catch((error: unknown) => {
        // the way to the panel was changed meanwhile, which ends what was under way
        if (failureOf(error)?.kind === "cancelled" && !signal.aborted) return readOnce(signal);
        throw error;
      });
      if (by !== undefined && mode === "tail" && text.trim() === "") onEmpty();
      by = undefined;
      return { text, ...(running === undefined ? {} : { running }) };
    };
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

  #sight({ following: { id } }: Entry, what: Sighting["what"]): void {
    this.#sightings.set(id, { what, atMs: this.#options.clock.now() });
  }

  #say(entry: Entry, shown: ShownLog, moment: LogMoment): void {
    const sentence = this.#sentenceFor(moment, entry, shown);
    if (sentence !== undefined) shown.say(sentence);
  }

  #sentenceFor(moment: LogMoment, { following }: Entry, { hasText }: ShownLog): string | undefined {
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
      [...this.#entries.values()].map(({ following: { log, startedAt, isNew }, wasRunning }) => ({
        ...log,
        startedAt,
        isNew,
        wasRunning,
      })),
    );
  }
}

function phaseAfter(event: LogEvent): FollowingPhase | undefined {
  if (event.kind === "state") return event.state;
  return event.kind === "reconnecting" ? "reconnecting" : undefined;
}
