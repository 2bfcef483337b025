import { RedactedStream } from "./redactedStream.ts";
import type { Redactor } from "./redactor.ts";

/**
 * Time for which an end of text that may begin a secret is held back: longer than the pause between readings of a
 * growing log, and short enough not to hide its last words.
 */
const HELD_MS = 10_000;

/** Characters that are redacted in one step: more would block the extension host. */
const LONGEST_PIECE = 2 ** 14;

/** Writes text to a screen through the redactor, also across the joins of appended pieces. */
export class RedactedWriter {
  readonly #stream: RedactedStream;
  readonly #write: (text: string) => void;
  #waiting = "";
  #timer: NodeJS.Timeout | undefined;

  constructor(redactor: Redactor, write: (text: string) => void) {
    this.#stream = new RedactedStream(redactor);
    this.#write = write;
  }

  append(text: string): void {
    const isWriting = this.#waiting !== "";
    this.#waiting += text;
    if (!isWriting) this.#step();
  }

  /** Writes all that waits or is held back, as nothing more comes. */
  end(): void {
    clearTimeout(this.#timer);
    this.#write(this.#stream.add(this.#waiting) + this.#stream.flush());
    this.#waiting = "";
  }

  /** Drops all that waits or is held back. */
  clear(): void {
    clearTimeout(this.#timer);
    this.#waiting = "";
    this.#stream.flush();
  }

  #step(): void {
    clearTimeout(this.#timer);
    this.#write(this.#stream.add(this.#waiting.slice(0, LONGEST_PIECE)));
    this.#waiting = this.#waiting.slice(LONGEST_PIECE);
    if (this.#waiting !== "") this.#timer = setTimeout(() => this.#step(), 0);
    else if (this.#stream.isHolding) this.#timer = setTimeout(() => this.#write(this.#stream.flush()), HELD_MS);
  }
}
