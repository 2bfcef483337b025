import type { LogEvent } from "./logFollower.ts";

/** Puts what happens to a log into text to append, so that marks stand on lines of their own. */
export class LogTranscript {
  #isLineOpen = false;
  #isEmpty = true;

  /** Nothing of the log was written yet. */
  get isEmpty(): boolean {
    return this.#isEmpty;
  }

  /** The text of an event; `mark` is what is said of one that is no text, `undefined` where nothing is. */
  textOf(event: LogEvent, mark: string | undefined): string {
    if (event.kind !== "lines") return mark === undefined ? "" : this.markOf(mark);
    const { continued, lines } = event;
    const parts = [...(continued === "" ? [] : [continued]), ...lines];
    if (parts.length === 0) return "";
    const text = `${this.#isLineOpen && continued === "" ? "\n" : ""}${parts.join("\n")}`;
    this.#isLineOpen = true;
    this.#isEmpty = false;
    return text;
  }

  /** A sentence of ours. */
  markOf(sentence: string): string {
    const text = `${this.#isLineOpen ? "\n" : ""}${sentence}\n`;
    this.#isLineOpen = false;
    return text;
  }

  /** What was written is no longer there to go on from. */
  cleared(): void {
    this.#isLineOpen = false;
  }
}
