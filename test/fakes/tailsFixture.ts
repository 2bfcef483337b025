import assert from "node:assert/strict";
import { LogTails } from "../../src/followedLogs/logTails.ts";
import type { FollowedLog, LogNotice, LogTail, StoredTail } from "../../src/followedLogs/followedLog.ts";
import type { LogEnding } from "../../src/followedLogs/logEnding.ts";
import type { CalledBy } from "../../src/connection/lockoutGuard.ts";
import type { LogScreen } from "../../src/storage/ports.ts";
import { FakeCalls, type Handlers } from "./fakeCall.ts";
import { SteppedClock } from "./steppedClock.ts";

/** A screen of which a test sees what a person sees. */
export class FakeScreen implements LogScreen {
  text = "";
  timesShown = 0;
  visible = false;

  append(text: string): void {
    this.text += text;
  }

  clear(): void {
    this.text = "";
  }

  show(): void {
    this.timesShown += 1;
  }

  dispose(): void {
    this.append = () => assert.fail("it is gone");
  }

  isVisible(): boolean {
    return this.visible;
  }

  /** Line by line, without the empty piece behind the last line break. */
  get rows(): readonly string[] {
    return this.text.replace(/\n$/, "").split("\n");
  }
}

/** Log tails with all their ports; a sentence is the kind of its notice in brackets. */
export class TailsFixture {
  readonly clock = new SteppedClock();
  readonly calls: FakeCalls;
  readonly screens = new Map<string, FakeScreen>();
  readonly ended: LogEnding[] = [];
  readonly defects: unknown[] = [];
  /** Who asked, call by call. */
  readonly askedBy: CalledBy[] = [];
  phases: string[] = [];
  kept: readonly StoredTail[] = [];
  /** Of the panels that there are. */
  readonly addresses = new Map([
    ["p1", "https://192.0.2.1:8888"],
    ["p2", "https://192.0.2.2:8888"],
  ]);
  readonly logTails: LogTails;

  constructor(handlers: Handlers) {
    this.calls = new FakeCalls(handlers);
    this.logTails = new LogTails({
      clock: this.clock,
      addressOf: (panelId) => this.addresses.get(panelId),
      callFor: (panelId, signal, by) => {
        if (!this.addresses.has(panelId)) return undefined;
        this.askedBy.push(by);
        return this.calls.callFor(signal);
      },
      screenOf: (log) => this.#open(log),
      sentenceFor: (notice) => `[${wordFor(notice)}]`,
      staleAfterMs: () => 600_000,
      onChange: (tail: LogTail) => this.phases.push(tail.phase),
      onEnded: (_tail, ending) => this.ended.push(ending),
      onDefect: (error) => this.defects.push(error),
      keep: (stored) => {
        this.kept = stored;
      },
    });
  }

  /** The screen of a log that was followed. */
  screen({ label }: FollowedLog): FakeScreen {
    return this.screens.get(label) ?? new FakeScreen();
  }

  #open({ label }: FollowedLog): FakeScreen {
    const screen = new FakeScreen();
    this.screens.set(label, screen);
    return screen;
  }
}

function wordFor(notice: LogNotice): string {
  if (notice.kind === "state") return notice.state;
  return notice.kind === "ended" ? notice.ending.kind : notice.kind;
}
