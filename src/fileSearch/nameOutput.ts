import { isText } from "../serverFiles/textBytes.ts";
import type { SearchEnd } from "./searchEnd.ts";

/** Most files of a list. */
export const MOST_NAMES = 200_000;

/** Longest path that is waited for. */
const LONGEST_PATH = 64 * 1024;

const END = /^end (\d{1,9}) (\d{1,9})\n$/;

/** Reads what `listFiles.sh` writes, piece by piece. */
export class NameOutput {
  #waiting: Buffer = Buffer.alloc(0);
  #isOver = false;
  #isDamaged = false;
  #count = 0;
  #came = 0;

  get count(): number {
    return this.#count;
  }

  /** No more files are taken. */
  get isFull(): boolean {
    return this.#count >= MOST_NAMES;
  }

  /** What the output has said of its end; `undefined`: it has not begun. */
  get end(): Extract<SearchEnd, { kind: "whole" | "partly" | "damaged" }> | undefined {
    if (this.#isDamaged) return { kind: "damaged" };
    const counts = this.#isOver
      ? END.exec(this.#waiting.toString("latin1", 0, 40))
          ?.slice(1)
          .map(Number)
      : undefined;
    if (counts === undefined && this.#came === 0) return undefined;
    const [listed = 0, unreadableDirectories = 0] = counts ?? [];
    const leftOut = { unreadableDirectories, unreadableFiles: 0, givenUpFiles: 0 };
    if (counts !== undefined && listed === this.#came) return { kind: "whole", leftOut, unread: [] };
    const missing = listed - this.#came;
    return { kind: "partly", leftOut, unread: [], ...(missing > 0 && { missing }) };
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
      else this.#came += 1;
      if (!this.#isOver && isExact(path)) {
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
