/** What was counted below a directory. */
export interface Counted {
  /** Files, directories and all others. */
  readonly entries: number;
  readonly bytes: number;
}

/** There is more than was counted on the server. */
export class MoreThanCounted extends Error {}

/** How much more than counted may come: files grow, and others come, until they are packed. */
const GROWTH = { factor: 1.5, bytes: 16 * 1024 * 1024, entries: 1_000 };

/** What of a directory may come, which is spent while it comes. What goes beyond it throws `MoreThanCounted`. */
export class CountedBudget {
  #entries: number;
  #bytes: number;
  readonly #archive: number;

  constructor({ entries, bytes }: Counted) {
    this.#entries = entries * GROWTH.factor + GROWTH.entries;
    this.#bytes = bytes * GROWTH.factor + GROWTH.bytes;
    // as the server reckons
    this.#archive = this.#bytes * 1.01 + this.#entries * 2_048 + 65_536;
  }

  /** @param bytes of the archive that is fetched */
  checkArchive(bytes: number): void {
    if (bytes > this.#archive) throw new MoreThanCounted();
  }

  /** @param bytes of a file; 0: of what is none */
  spend(bytes: number): void {
    this.#entries -= 1;
    this.#bytes -= bytes;
    if (this.#entries < 0 || this.#bytes < 0) throw new MoreThanCounted();
  }
}
