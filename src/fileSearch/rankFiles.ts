import { TimeSlicer } from "../storage/timeSlicer.ts";
import { throwIfEnded } from "../wire/answers/failure.ts";
import type { MatchRange } from "./foundFile.ts";
import { placeIn } from "./placeIn.ts";

/** A file that fits what was typed. */
export interface RankedFile {
  readonly path: string;
  /** Where what was typed stands in the path. */
  readonly ranges: readonly MatchRange[];
}

/** A file that is looked through. */
interface Listed {
  readonly path: string;
  /** In small letters, of the same length. */
  readonly folded: string;
  /** Where its name begins. */
  readonly nameStart: number;
}

interface Candidate {
  readonly file: Listed;
  readonly score: number;
}

/** Files that are compared in one step. */
const STEP_FILES = 1_000;

/** What is better comes first by far: any name before any path, what stands together before what is scattered. */
const SCORES = {
  wholeName: 6_000_000,
  nameStart: 5_000_000,
  inName: 4_000_000,
  scatteredInName: 3_000_000,
  inPath: 2_000_000,
  scattered: 1_000_000,
};

/** Files by what a person types, the best first, as Go to File does: all characters in order, names before paths. */
export class FileRanking {
  readonly #files: Listed[] = [];

  get count(): number {
    return this.#files.length;
  }

  /** Adds files as they are listed. */
  add(paths: readonly string[]): void {
    for (const path of paths) this.#files.push({ path, folded: folded(path), nameStart: path.lastIndexOf("/") + 1 });
  }

  /** The best files, a few milliseconds at a time. Rejects when the signal aborts: something else is typed by then. */
  async find(typed: string, most: number, signal: AbortSignal): Promise<readonly RankedFile[]> {
    const words = folded(typed)
      .split(/\s+/)
      .filter((word) => word !== "");
    const slicer = new TimeSlicer();
    const best: Candidate[] = [];
    for (let first = 0; first < this.#files.length; first += STEP_FILES) {
      throwIfEnded(signal);
      const part = this.#files.slice(first, first + STEP_FILES);
      await slicer.run(() => {
        for (const file of part) addBest(best, file, words, most);
      });
    }
    throwIfEnded(signal);
    return best.map(({ file }) => ({
      path: file.path,
      ranges: words.flatMap((word) => rangesOf(file, word)).toSorted((left, right) => left.start - right.start),
    }));
  }
}

/** Small letters, where that does not move any sign. */
function folded(text: string): string {
  const small = text.toLowerCase();
  return small.length === text.length ? small : text;
}

function addBest(best: Candidate[], file: Listed, words: readonly string[], most: number): void {
  let score = -file.path.length;
  for (const word of words) {
    const kind = kindOf(file, word);
    if (kind === undefined) return;
    score += SCORES[kind];
  }
  const candidate = { file, score };
  const last = best.at(-1);
  if (best.length >= most && last !== undefined && compare(candidate, last) >= 0) return;
  best.splice(
    placeIn(best, (other) => compare(other, candidate)),
    0,
    candidate,
  );
  if (best.length > most) best.pop();
}

function compare(left: Candidate, right: Candidate): number {
  if (left.score !== right.score) return right.score - left.score;
  return left.file.path < right.file.path ? -1 : 1;
}

/** How a word stands in a path; `undefined`: it does not. */
function kindOf({ folded: path, nameStart }: Listed, word: string): keyof typeof SCORES | undefined {
  const at = path.indexOf(word, nameStart);
  if (at === nameStart && word.length === path.length - nameStart) return "wholeName";
  if (at === nameStart) return "nameStart";
  if (at > nameStart) return "inName";
  if (isScattered(path, word, nameStart)) return "scatteredInName";
  if (path.includes(word)) return "inPath";
  return isScattered(path, word, 0) ? "scattered" : undefined;
}

function isScattered(path: string, word: string, from: number): boolean {
  let at = from - 1;
  for (const sign of word) {
    at = path.indexOf(sign, at + 1);
    if (at < 0) return false;
  }
  return true;
}

function rangesOf(file: Listed, word: string): readonly MatchRange[] {
  const { folded: path, nameStart } = file;
  const kind = kindOf(file, word);
  const from = kind === "inPath" || kind === "scattered" ? 0 : nameStart;
  const at = path.indexOf(word, from);
  if (at >= 0) return [{ start: at, end: at + word.length }];
  let next = from;
  return Array.from(word, (sign) => {
    const start = path.indexOf(sign, next);
    next = start + sign.length;
    return { start, end: next };
  });
}
