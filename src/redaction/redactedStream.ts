import { maskRanges } from "./maskRanges.ts";
import type { Redactor } from "./redactor.ts";

/** What came last is looked at again with what follows: longer than any secret in any form. */
const REMEMBERED = 4_096;

/**
 * A text that comes in pieces, without its secrets, wherever it was split. An end that may be the beginning of a secret is
 * held back until more comes; what is shorter than any secret is not.
 */
export class RedactedStream {
  readonly #redactor: Redactor;
  /** The end of what came. */
  #text = "";
  /** How much of it was given out. */
  #given = 0;
  #isInMask = false;

  constructor(redactor: Redactor) {
    this.#redactor = redactor;
  }

  /** Whether something is held back. */
  get isHolding(): boolean {
    return this.#given < this.#text.length;
  }

  /** Takes the next piece; gives what can be shown. */
  add(text: string): string {
    return this.#take(text, false);
  }

  /** Gives what is held back, because nothing more comes, or not for now. */
  flush(): string {
    return this.#take("", true);
  }

  #take(text: string, isLast: boolean): string {
    const whole = this.#text + text;
    const { secrets, openFrom } = this.#redactor.find(whole);
    const end = isLast ? whole.length : Math.max(openFrom, this.#given);
    const shown = maskRanges(whole, secrets, { start: this.#given, end }, this.#isInMask);
    if (end > this.#given) this.#isInMask = secrets.some((range) => range.start < end && range.end >= end);
    const kept = Math.max(0, end - REMEMBERED);
    this.#text = whole.slice(kept);
    this.#given = end - kept;
    return shown;
  }
}
