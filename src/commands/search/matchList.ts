import { setImmediate as nextStep } from "node:timers/promises";
import { queryOf, rankOf, type Entry } from "./rankOf.ts";

/** So many entries are compared in one step, which takes about a millisecond. */
const STEP = 500;

/** No list shows more rows: beyond that, typing more is faster than scrolling. */
export const MOST_SHOWN = 200;

/** No more are kept, whatever there is on all panels together. */
export const MOST_ENTRIES = 50_000;

/** The entries that fit what was typed, the best first. */
export interface Matches {
  /** What was typed. */
  readonly text: string;
  readonly shown: readonly Entry[];
  /** How many fit, shown or not. */
  readonly count: number;
}

/**
 * Entries, and those among them that fit what was typed. Entries that come later are put after those that are shown, so that
 * no row moves under a finger.
 */
export class MatchList {
  readonly #entries = new Map<string, Entry>();
  readonly #onChange: () => void;
  #matches: Matches | undefined;
  #text = "";
  /** Changes with what is typed; comparing for what was typed before ends then. */
  #turn = 0;

  constructor(onChange: () => void) {
    this.#onChange = onChange;
  }

  /** `undefined` until all entries were compared with what was typed last. */
  get matches(): Matches | undefined {
    return this.#matches;
  }

  get size(): number {
    return this.#entries.size;
  }

  entry(id: string): Entry | undefined {
    return this.#entries.get(id);
  }

  /** Compares all entries with what is typed now. */
  async type(text: string): Promise<void> {
    this.#text = text;
    this.#matches = undefined;
    const turn = ++this.#turn;
    const all = [...this.#entries.values()];
    const found = await this.#fitting(all, () => turn === this.#turn);
    if (found === undefined) return;
    this.#matches = { text, shown: found.slice(0, MOST_SHOWN), count: found.length };
    // what has come meanwhile
    await this.#append([...this.#entries.values()].slice(all.length), turn);
    if (turn === this.#turn) this.#onChange();
  }

  /** Adds entries, each once, as far as there is room. `always`: they fit what was typed, whatever they are called. */
  async add(entries: readonly Entry[], always = false): Promise<void> {
    const fresh: Entry[] = [];
    for (const entry of entries) {
      const { id } = entry.node;
      if (this.#entries.size >= MOST_ENTRIES && !always) break;
      if (!this.#entries.has(id)) fresh.push(entry);
      this.#entries.set(id, this.#entries.get(id) ?? entry);
    }
    if (this.#matches === undefined) return;
    const query = queryOf(this.#text);
    // what fits by its names was counted when it came
    const uncounted = always
      ? entries.filter((entry) => fresh.includes(entry) || rankOf(entry, query) === undefined)
      : fresh;
    await this.#append(uncounted, this.#turn, always);
    this.#onChange();
  }

  async #append(entries: readonly Entry[], turn: number, always = false): Promise<void> {
    const fitting = always ? entries : await this.#fitting(entries, () => turn === this.#turn);
    const before = this.#matches;
    if (fitting === undefined || before === undefined || turn !== this.#turn) return;
    const shown = new Set(before.shown.map(({ node }) => node.id));
    const found = fitting.filter(({ node }) => !shown.has(node.id));
    this.#matches = {
      ...before,
      shown: [...before.shown, ...found].slice(0, MOST_SHOWN),
      count: before.count + found.length,
    };
  }

  /** In steps, so that nothing else waits; `undefined`: it was given up. */
  async #fitting(entries: readonly Entry[], isWanted: () => boolean): Promise<readonly Entry[] | undefined> {
    const query = queryOf(this.#text);
    const found: (readonly [rank: number, entry: Entry])[] = [];
    for (let from = 0; from < entries.length; from += STEP) {
      if (from > 0) await nextStep();
      if (!isWanted()) return undefined;
      for (const entry of entries.slice(from, from + STEP)) {
        const rank = rankOf(entry, query);
        if (rank !== undefined) found.push([rank, entry]);
      }
    }
    return found.toSorted(([a], [b]) => a - b).map(([, entry]) => entry);
  }
}
