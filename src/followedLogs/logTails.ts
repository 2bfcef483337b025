import {
  followedLogId,
  logOf,
  phaseAfter,
  readerOf,
  type EndedUpgrade,
  type FollowedLog,
  type FollowedStart,
  type LogTail,
  type LastSeen,
  type LogNotice,
  type NoticeContext,
  type StoredTail,
} from "./followedLog.ts";
import type { LogEnding } from "./logEnding.ts";
import { LogFollower, type LogEvent } from "./logFollower.ts";
import type { CalledBy } from "../connection/lockoutGuard.ts";
import { ShownLog } from "./shownLog.ts";
import type { Call } from "../resources/resource.ts";
import type { Clock, LogScreen } from "../storage/ports.ts";

/** Services of the followed logs of a window. */
export interface LogTailsOptions {
  readonly clock: Clock;
  /** The address of a panel; `undefined`: it is gone. */
  readonly addressOf: (panelId: string) => string | undefined;
  /** A call to a panel as it is now; `undefined`: it is gone. */
  readonly callFor: (panelId: string, signal: AbortSignal, calledBy: CalledBy) => Call | undefined;
  /** A new screen for a log. */
  readonly screenOf: (log: FollowedLog) => LogScreen;
  /** A sentence for the screen; `undefined`: none. */
  readonly sentenceFor: (notice: LogNotice, context: NoticeContext) => string | undefined;
  readonly staleAfterMs: () => number;
  /** Called when a log begins or ends to be followed, or changes its phase. */
  readonly onChange: (tail: LogTail) => void;
  /** Called when following ends by itself, and not when a person stops it. */
  readonly onEnded: (tail: LogTail, ending: LogEnding) => void;
  /** Logs an error that is no failure of a panel. */
  readonly onDefect: (error: unknown) => void;
  /** Stores the followed logs for the next window. */
  readonly keep: (logTails: readonly StoredTail[]) => void;
}

/** The follower of one log. */
interface ActiveTail {
  tail: LogTail;
  readonly follower: LogFollower;
  readonly stop: AbortController;
  wasRunning: boolean;
  done: Promise<void>;
}

/** The followed logs of a window, each on a screen of its own that is reused. */
export class LogTails {
  readonly #options: LogTailsOptions;
  readonly #active = new Map<string, ActiveTail>();
  readonly #shown = new Map<string, ShownLog>();
  readonly #unseen = new Map<string, EndedUpgrade>();
  readonly #lastSeen = new Map<string, LastSeen>();
  /** Addresses of the panels whose logs were followed. */
  readonly #addresses = new Map<string, string>();
  #isDisposed = false;

  constructor(options: LogTailsOptions) {
    this.#options = options;
  }

  /** The logs that are followed now, the oldest first. */
  get current(): readonly LogTail[] {
    return [...this.#active.values()].map(({ tail }) => tail);
  }

  /** The logs that have a screen, followed or not. */
  get shown(): readonly FollowedLog[] {
    return [...this.#shown.values()].map(({ log }) => log);
  }

  /** Ended upgrades whose log was not visible since. */
  get unseen(): readonly EndedUpgrade[] {
    for (const id of this.#unseen.keys()) if (this.isVisible(id)) this.#unseen.delete(id);
    return [...this.#unseen.values()];
  }

  /** Whether a person sees the screen of a log now. */
  isVisible(id: string): boolean {
    return this.#shown.get(id)?.isVisible === true;
  }

  /** The last seen state of a log's writer, without a request. */
  lastSeenOf(log: Omit<FollowedLog, "label">): LastSeen | undefined {
    return this.#lastSeen.get(followedLogId(log));
  }

  /** Shows a log and follows it; if it is followed already, reads it at once. */
  follow(log: FollowedLog, { start = "none" }: { readonly start?: FollowedStart } = {}): void {
    if (this.#isDisposed || this.#options.addressOf(log.panelId) === undefined) return;
    const active = this.#active.get(followedLogId(log));
    // the current follower does not know about the start
    if (start !== "none" && active?.wasRunning === false) active.stop.abort();
    if (active?.stop.signal.aborted) {
      void active.done.then(() => this.follow(log, { start }));
      return;
    }
    // by the wall clock: read by people
    if (active === undefined) this.#start(log, { start, calledBy: "user", startedAt: this.#options.clock.wallTime() });
    else active.follower.poke();
    this.#shownOf(log).show();
  }

  /** Goes on following the logs of the window before, without showing them. */
  resume(stored: readonly StoredTail[]): void {
    for (const { wasRunning, start, startedAt, address, ...log } of stored)
      if (!this.#active.has(followedLogId(log)) && this.#options.addressOf(log.panelId) === address)
        this.#start(log, { start, wasRunning, startedAt, calledBy: "automatic" });
  }

  /** Reads the followed logs of a panel at once instead of after the pause. */
  poke(panelId: string): void {
    for (const { tail, follower } of this.#active.values()) if (tail.log.panelId === panelId) follower.poke();
  }

  /** Stops following a log. An ended upgrade then counts as seen. */
  stop(id: string): void {
    this.#unseen.delete(id);
    this.#active.get(id)?.stop.abort();
  }

  /** Brings a log to the front, if it was ever followed. */
  show(id: string): void {
    this.#unseen.delete(id);
    this.#shown.get(id)?.show();
  }

  /** Empties a screen. A followed log goes on below; any other is shown whole when it is followed again. */
  clear(id: string): void {
    const shownLog = this.#shown.get(id);
    this.#unseen.delete(id);
    if (this.#active.has(id)) shownLog?.clear();
    else shownLog?.forget();
  }

  /** Stops following logs of panels that are gone or have another address. */
  panelsChanged(): void {
    for (const [panelId, address] of this.#addresses) {
      const now = this.#options.addressOf(panelId);
      if (now === address) continue;
      this.#leavePanel(panelId, now === undefined);
      if (now === undefined) this.#addresses.delete(panelId);
      else this.#addresses.set(panelId, now);
    }
  }

  #leavePanel(panelId: string, isGone: boolean): void {
    for (const { tail, stop } of this.#active.values()) if (tail.log.panelId === panelId) stop.abort();
    for (const [id, shown] of this.#shown) {
      if (shown.log.panelId !== panelId) continue;
      this.#lastSeen.delete(id);
      this.#unseen.delete(id);
      shown.window = undefined;
      if (!isGone) continue;
      this.#shown.delete(id);
      shown.dispose();
    }
  }

  /** Stops following all logs; resolves when all has ended. They stay stored for the next window. */
  async dispose(): Promise<void> {
    this.#isDisposed = true;
    const activeTails = [...this.#active.values()];
    for (const { stop } of activeTails) stop.abort();
    await Promise.all(activeTails.map(({ done }) => done));
  }

  #start(
    log: FollowedLog,
    {
      start,
      calledBy,
      startedAt,
      wasRunning = false,
    }: {
      readonly start: FollowedStart;
      readonly calledBy: CalledBy;
      readonly startedAt: number;
      readonly wasRunning?: boolean;
    },
  ): void {
    if (this.#isDisposed) return;
    const id = followedLogId(log);
    this.#unseen.delete(id);
    const { mode, pieces } = logOf(log);
    this.#addresses.set(log.panelId, this.#options.addressOf(log.panelId) ?? "");
    const stop = new AbortController();
    const shownLog = this.#shownOf(log);
    const follower = new LogFollower({
      source: {
        read: readerOf(log, calledBy, this.#options.callFor, (refusal) =>
          this.#say(active, shownLog, { kind: "empty", ...(refusal !== undefined && { refusal }) }),
        ),
      },
      mode,
      pieces,
      clock: this.#options.clock,
      signal: stop.signal,
      staleAfterMs: this.#options.staleAfterMs,
      window: shownLog.window,
      wasRunning,
      isFresh: start === "accepted",
      ...(start === "none" && { startWithinMs: 0 }),
    });
    shownLog.window = follower.window;
    const tail: LogTail = { id, log, startedAt, phase: "asking", start };
    const active: ActiveTail = { tail, follower, stop, wasRunning, done: Promise.resolve() };
    this.#active.set(id, active);
    this.#keep();
    active.done = this.#run(active, shownLog);
    this.#options.onChange(tail);
  }

  async #run(active: ActiveTail, shownLog: ShownLog): Promise<void> {
    const { id } = active.tail;
    let ending: LogEnding | undefined;
    this.#say(active, shownLog, { kind: "started" });
    try {
      for await (const event of active.follower) {
        if (this.#isDisposed) break;
        this.#show(active, shownLog, event);
        if (event.kind === "ended") ({ ending } = event);
      }
    } catch (error) {
      this.#options.onDefect(error);
      ending = { kind: "unreadable", failure: { kind: "defect" } };
      this.#say(active, shownLog, { kind: "ended", ending });
    }
    this.#active.delete(id);
    if (this.#isDisposed) return;
    if (ending === undefined) {
      this.#say(active, shownLog, { kind: "stopped" });
      if (active.wasRunning && this.#lastSeen.has(id)) this.#setLastSeen(active, "left");
    }
    this.#keep();
    const what = ending?.kind;
    const hasRunToItsEnd = what === "finished" || what === "failed" || what === "unclear";
    if (hasRunToItsEnd) this.#unseen.set(id, { log: active.tail.log, what });
    this.#options.onChange(active.tail);
    if (ending !== undefined) this.#options.onEnded(active.tail, ending);
  }

  #show(active: ActiveTail, shownLog: ShownLog, event: LogEvent): void {
    const phaseBefore = active.tail.phase;
    if (event.kind === "lines") shownLog.addLines(event);
    else this.#say(active, shownLog, event);
    if (event.kind === "ended") this.#setLastSeen(active, event.ending.kind);
    const phase = phaseAfter(event);
    if (phase === undefined || phase === phaseBefore) return;
    active.tail = { ...active.tail, phase };
    if (phase === "running" || phase === "stale") this.#ran(active, phase);
    this.#options.onChange(active.tail);
  }

  #ran(active: ActiveTail, what: "running" | "stale"): void {
    this.#setLastSeen(active, what);
    if (active.wasRunning) return;
    active.wasRunning = true;
    this.#keep();
  }

  #setLastSeen({ tail: { id } }: ActiveTail, what: LastSeen["what"]): void {
    // by the wall clock: read by people
    this.#lastSeen.set(id, { what, atMs: this.#options.clock.wallTime() });
  }

  #say({ tail }: ActiveTail, shownLog: ShownLog, notice: LogNotice): void {
    const sentence = this.#options.sentenceFor(notice, { tail, hasText: shownLog.hasText });
    if (sentence !== undefined) shownLog.say(sentence);
  }

  #shownOf(log: FollowedLog): ShownLog {
    const id = followedLogId(log);
    const knownLog = this.#shown.get(id);
    if (knownLog !== undefined) return knownLog;
    const shownLog = new ShownLog(log, this.#options.screenOf(log));
    this.#shown.set(id, shownLog);
    return shownLog;
  }

  #keep(): void {
    this.#options.keep(
      [...this.#active.values()].map(({ tail: { log, startedAt, start }, wasRunning }) => ({
        ...log,
        startedAt,
        start,
        wasRunning,
        address: this.#addresses.get(log.panelId) ?? "",
      })),
    );
  }
}

/** Following logs. */
export interface FollowingLogs {
  readonly logTails: LogTails;
}
