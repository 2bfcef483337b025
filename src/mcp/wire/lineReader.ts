const NEWLINE = 0x0a;

/** A line that is longer than is read of one. */
export const TOO_LONG = Symbol("too long");

/**
 * Takes lines of bounded length out of a stream of bytes, however they arrive. It never holds more than the longest line; of a
 * longer one it says `TOO_LONG` once, and leaves out the rest.
 */
export class LineReader {
  readonly #longest: number;
  #held: Buffer = Buffer.alloc(0);
  #length = 0;
  #isLeavingOut = false;

  /** @param longest in bytes, without the line break */
  constructor(longest: number) {
    this.#longest = longest;
  }

  /** The lines that end in these bytes. */
  take(bytes: Buffer): readonly (string | typeof TOO_LONG)[] {
    const lines: (string | typeof TOO_LONG)[] = [];
    let from = 0;
    for (let end = bytes.indexOf(NEWLINE); end !== -1; end = bytes.indexOf(NEWLINE, from)) {
      if (!this.#isLeavingOut && this.#hold(bytes.subarray(from, end)))
        lines.push(this.#held.toString("utf8", 0, this.#length));
      else if (!this.#isLeavingOut) lines.push(TOO_LONG);
      this.#isLeavingOut = false;
      this.#length = 0;
      from = end + 1;
    }
    if (!this.#isLeavingOut && !this.#hold(bytes.subarray(from))) {
      lines.push(TOO_LONG);
      this.#isLeavingOut = true;
      this.#length = 0;
    }
    return lines;
  }

  /** Adds to the line that has begun; `false`: it is too long. */
  #hold(part: Buffer): boolean {
    const length = this.#length + part.length;
    if (length > this.#longest) return false;
    if (length > this.#held.length) {
      // doubled, so that a line that comes byte by byte is not copied for each of them
      const room = Buffer.alloc(Math.min(this.#longest, Math.max(length, 2 * this.#held.length)));
      this.#held.copy(room, 0, 0, this.#length);
      this.#held = room;
    }
    part.copy(this.#held, this.#length);
    this.#length = length;
    return true;
  }
}
