import type { FollowedLog } from "./followedLog.ts";
import type { LogEvent } from "./logFollower.ts";
import { LogTranscript } from "./logTranscript.ts";
import type { LogWindow } from "./logWindow.ts";
import type { LogScreen } from "../storage/ports.ts";

/** What stands on the screen of a log. Once disposed it takes nothing any more. */
export class ShownLog {
  readonly log: FollowedLog;
  /** Where the log went on; `undefined`: the next following shows it whole. */
  window: LogWindow | undefined;
  readonly #screen: LogScreen;
  #transcript = new LogTranscript();
  #isDisposed = false;

  constructor(log: FollowedLog, screen: LogScreen) {
    this.log = log;
    this.#screen = screen;
  }

  /** Whether text of the log stands there. */
  get hasText(): boolean {
    return !this.#transcript.isEmpty;
  }

  get isVisible(): boolean {
    return !this.#isDisposed && this.#screen.isVisible();
  }

  /** Adds what happened to the log; `sentence` is what is said of it, `undefined` where nothing is. */
  add(event: LogEvent, sentence: string | undefined): void {
    this.#append(this.#transcript.textOf(event, sentence));
  }

  /** Adds a sentence of ours. */
  say(sentence: string): void {
    this.#append(this.#transcript.markOf(sentence));
  }

  show(): void {
    if (!this.#isDisposed) this.#screen.show();
  }

  /** Empties the screen; the log goes on below. */
  clear(): void {
    this.#screen.clear();
    this.#transcript.cleared();
  }

  /** Empties the screen; the log is shown whole when it is followed again. */
  forget(): void {
    this.#screen.clear();
    this.#transcript = new LogTranscript();
    this.window = undefined;
  }

  dispose(): void {
    this.#isDisposed = true;
    this.#screen.dispose();
  }

  #append(text: string): void {
    if (!this.#isDisposed && text !== "") this.#screen.append(text);
  }
}
