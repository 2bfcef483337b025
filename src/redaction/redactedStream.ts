import { maskRanges } from "./maskRanges.ts";
import type { Redactor } from "./redactor.ts";

/** Characters that are searched again with the next piece: longer than any secret of one line in any form. */
const REMEMBERED = 4_096;

/** Longest private key. Its later lines are known by the first one alone. */
const LONGEST_KEY = 16_384;

/**
 * Masks secrets in a text that comes in pieces, wherever it was split. An end that may begin a secret is held back
 * until more comes.
 */
export class RedactedStream {
  readonly #redactor: Redactor;
  /** The last characters received. */
  #text = "";
  /** Number of its characters that were returned. */
  #given = 0;
  #isInMask = false;

  constructor(redactor: Redactor) {
    this.#redactor = redactor;
  }

  /** Whether something is held back. */
  get isHolding(): boolean {
    return this.#given < this.#text.length;
  }

  /** Takes the next piece; returns the text that can be shown. */
  add(text: string): string {
    return this.#take(text, false);
  }

  /** Returns the text that is held back, as nothing more comes for now. */
  flush(): string {
    return this.#take("", true);
  }

  #take(text: string, isLast: boolean): string {
    const wholeText = this.#text + text;
    const { secrets, openFrom } = this.#redactor.find(wholeText);
    const end = isLast ? wholeText.length : Math.max(openFrom, this.#given);
    const masked = maskRanges(wholeText, secrets, { start: this.#given, end }, this.#isInMask);
    if (end > this.#given) this.#isInMask = secrets.some((range) => range.start < end && range.end >= end);
    const last = secrets.at(-1);
    const openSecret = last !== undefined && last.end >= wholeText.trimEnd().length ? last.start : end;
    const keptFrom = Math.max(0, end - LONGEST_KEY, Math.min(end - REMEMBERED, openSecret));
    this.#text = wholeText.slice(keptFrom);
    this.#given = end - keptFrom;
    return masked;
  }
}
