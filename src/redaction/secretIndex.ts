/** Shorter texts occur by chance; masking them would destroy a log without protecting anything. */
export const SHORTEST_SECRET = 4;

/** An occurrence in a text that was searched. */
export interface Match {
  readonly start: number;
  readonly end: number;
  /** The known text that was found, whole or in part. */
  readonly form: string;
  /** `most`, `some`: only its beginning, where the text was cut; what nobody writes by chance, or less. */
  readonly part: "whole" | "most" | "some";
}

/** Longest beginning that may be an ordinary word. */
const LONGEST_WORD = 8;

/** Letters of a secret that do not meet by chance, however long it is. */
export const LONGEST_CHANCE = 12;

/** Marks of a cut, or of a line that goes on below. */
const CUT = new RegExp(`${Buffer.from("…", "utf8").toString("latin1")}|\n`, "g");

/**
 * Finds any of thousands of texts in one pass: those that begin with the four letters at a place are compared there.
 * The time grows with the length of the text alone, however many are known.
 */
export class SecretIndex {
  /** First letters → text → how often it was added. */
  readonly #known = new Map<number, Map<string, number>>();

  /** Adds a text; shorter ones than a secret are never found. */
  add(form: string): void {
    if (form.length >= SHORTEST_SECRET) this.#count(form, 1);
  }

  /** Takes back one `add`. */
  delete(form: string): void {
    if (form.length >= SHORTEST_SECRET) this.#count(form, -1);
  }

  /** @param end where a secret may go on in what has not come yet: the text's end, or the escape that it cuts in two */
  find(text: string, end: number): readonly Match[] {
    const matches: Match[] = [];
    let key = 0;
    let cut = cutAfter(text, 0, end);
    for (let last = 0; last < text.length; last++) {
      key = keyWith(key, text.charCodeAt(last));
      const start = last - SHORTEST_SECRET + 1;
      const forms = start < 0 ? undefined : this.#known.get(key);
      if (forms === undefined) continue;
      if (cut <= last && cut < end) cut = cutAfter(text, last, end);
      for (const form of forms.keys()) {
        const formEnd = start + form.length;
        if (text.startsWith(form, start)) {
          matches.push({ start, end: formEnd, form, part: "whole" });
          continue;
        }
        const isCut = cut > last && formEnd > cut;
        if (isCut && form.startsWith(text.slice(start, cut)))
          matches.push({ start, end: cut, form, part: partOf(form, cut - start) });
      }
    }
    return matches;
  }

  #count(form: string, change: 1 | -1): void {
    let key = 0;
    for (let position = 0; position < SHORTEST_SECRET; position++) key = keyWith(key, form.charCodeAt(position));
    const forms = this.#known.get(key) ?? new Map<string, number>();
    const count = (forms.get(form) ?? 0) + change;
    if (count > 0) forms.set(form, count);
    else forms.delete(form);
    if (forms.size > 0) this.#known.set(key, forms);
    else this.#known.delete(key);
  }
}

/** The key of the last four letters, in the 28 bits of V8's small integers. */
function keyWith(key: number, letter: number): number {
  return ((key << 7) ^ letter) & 0x0f_ff_ff_ff;
}

/** The first cut of the text at or after a place, at most `end`. */
function cutAfter(text: string, position: number, end: number): number {
  CUT.lastIndex = position;
  return Math.min(CUT.exec(text)?.index ?? end, end);
}

function partOf(form: string, length: number): "most" | "some" {
  if (length >= LONGEST_CHANCE || (length >= LONGEST_WORD && length * 2 > form.length)) return "most";
  return "some";
}
