import { isText } from "../serverFiles/textBytes.ts";
import type { SearchEnd } from "./searchEnd.ts";

/** Most files of a list. */
export const MOST_NAMES = 200_000;

/** Longest path that is waited for. */
const LONGEST_PATH = 64 * 1024;

const END = /^end (\d{1,9})\n$/;

/** Reads what `listFiles.sh` writes, piece by piece. */
export class NameOutput {
  #waiting: Buffer = Buffer.alloc(0);
  #isOver = false;
  #isDamaged = false;
  #count = 0;

  get count(): number {
    return this.#count;
  }

  /** No more files are taken. */
  get isFull(): boolean {
    return this.#count >= MOST_NAMES;
  }

  /** `undefined` while the output has not said how it ends. */
  get end(): Extract<SearchEnd, { kind: "whole" | "damaged" }> | undefined {
    if (this.#isDamaged) return { kind: "damaged" };
    const directories = this.#isOver ? END.exec(this.#waiting.toString("latin1", 0, 40))?.[1] : undefined;
    if (directories === undefined) return undefined;
    const leftOut = { binaryFiles: 0, unreadableDirectories: Number(directories), unreadableFiles: 0, costlyFiles: 0 };
    return { kind: "whole", leftOut };
  }

  /** Reads more of the output; returns paths that are text. */
  add(bytes: Uint8Array): readonly string[] {
    const paths: string[] = [];
    const text = Buffer.concat([this.#waiting, bytes]);
    let from = 0;
    for (let to = text.indexOf(0); to >= 0 && !this.#isOver && !this.isFull; to = text.indexOf(0, from)) {
      const path = text.subarray(from, to);
      from = to + 1;
      if (path.length === 0) this.#isOver = true;
      else if (isExact(path)) {
        paths.push(path.toString());
        this.#count += 1;
      }
    }
    this.#waiting = text.subarray(from);
    this.#isDamaged ||= this.#waiting.length > LONGEST_PATH && !this.isFull;
    return paths;
  }
}

/** Whether a path is text. */
function isExact(path: Buffer): boolean {
  return !path.toString().includes("\ufffd") || isText(path, "utf-8");
}
