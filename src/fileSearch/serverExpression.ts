import { characterExpression, classExpression, withCases } from "./byteClasses.ts";
import { type CodePoints, LAST_CODE_POINT, otherRanges } from "./codePointRanges.ts";

/** A part of an expression that servers are not asked for. */
export class UnsupportedPart extends Error {
  readonly part: string;

  constructor(part: string) {
    super(part);
    this.part = part;
  }
}

/** An expression with more groups in each other than servers are asked for. */
export class TooManyGroups extends Error {}

/** Most groups in each other. `grep` takes 250, of which some are ours. */
export const MOST_GROUPS = 200;

const DIGITS: readonly CodePoints[] = [[0x30, 0x39]];
const WORDS: readonly CodePoints[] = [
  [0x30, 0x39],
  [0x41, 0x5a],
  [0x5f, 0x5f],
  [0x61, 0x7a],
];
const SPACES: readonly CodePoints[] = [
  [0x09, 0x0d],
  [0x20, 0x20],
];

/** Classes that have a letter, as in the C locale. */
const LETTER_CLASSES: ReadonlyMap<string, readonly CodePoints[]> = new Map([
  ["d", DIGITS],
  ["D", otherRanges(DIGITS)],
  ["w", WORDS],
  ["W", otherRanges(WORDS)],
  ["s", SPACES],
  ["S", otherRanges(SPACES)],
]);

const CONTROLS: ReadonlyMap<string, number> = new Map([
  ["t", 0x09],
  ["v", 0x0b],
  ["f", 0x0c],
  ["r", 0x0d],
]);

/** What `.` stands for. */
const ANY: readonly CodePoints[] = otherRanges([
  [0x0a, 0x0a],
  [0x0d, 0x0d],
]);

const QUANTIFIER = /(?:[*+?]|\{\d+(?:,\d*)?\})\??/y;
const GROUP = /\((?:\?(?:[:=!]|<[=!]|<(?<name>[^<>]*)>|(?<on>[ims]*)(?:-(?<off>[ims]*))?:))?/y;
const CODE_POINT = /\\(?:x([\da-fA-F]{2})|u([\da-fA-F]{4})|u\{([\da-fA-F]{1,6})\}|c([A-Za-z]))/y;
const NUMBERED = /\\(\d{1,3})/y;
const NAMED = /\\k<([^<>]*)>/y;

/** The end, or one character of ASCII: neither is found within another character. */
const BETWEEN_CHARACTERS = /$|(?:[\w\s!"#%&',/:;<=>@`~-]|\\[!-/:-@[-`{-~])(?![*?{])/y;

/** What a group is inside of. */
interface Within {
  readonly isCaseSensitive: boolean;
  /** Of a lookbehind, which has to be of one length: bytes stand for characters. */
  readonly isBehind: boolean;
}

/**
 * An expression for `grep -P` in the C locale that finds in bytes of UTF-8, GB18030 and Latin-1 what a regular expression of JavaScript
 * finds in text. A reference to a group finds letters beyond ASCII in the same case alone. The groups have no names and refer to each other
 * by how far they are away, so that the expression can stand anywhere and twice. Throws `UnsupportedPart` and `TooManyGroups`.
 * @param source one that `RegExp` takes
 */
export function serverExpression(source: string, isCaseSensitive: boolean): string {
  return new Translation(source).whole({ isCaseSensitive, isBehind: false });
}

class Translation {
  readonly #source: string;
  #at = 0;
  #opened = 0;
  #depth = 0;
  /** The names of all groups that keep what they match, or nothing for those without one. */
  readonly #groups: readonly (string | undefined)[];

  constructor(source: string) {
    this.#source = source;
    this.#groups = groupsOf(source);
  }

  whole(within: Within): string {
    let expression = this.#alternatives(within);
    // a bracket that closes nothing
    while (this.#at < this.#source.length) {
      this.#at += 1;
      expression += String.raw`\)${this.#alternatives(within)}`;
    }
    return expression;
  }

  /** Up to the end, or the end of the group. */
  #alternatives(within: Within): string {
    let expression = "";
    for (let sign = this.#source[this.#at]; sign !== undefined && sign !== ")"; sign = this.#source[this.#at])
      expression += this.#term(sign, within);
    return expression;
  }

  #term(sign: string, within: Within): string {
    if (sign === "|" || sign === "^") return this.#pass(1, sign);
    // a line of a file may end in a carriage return
    if (sign === "$") return this.#pass(1, String.raw`(?=\r?$)`);
    const ranges = this.#classOf(sign, within);
    if (ranges !== undefined) {
      const quantifier = this.#quantifier();
      // what takes as little as it can would end within a character, and so would what leaves the rest of one to what follows
      const isRepeated = within.isBehind || (/^[*+]$/.test(quantifier) && this.#isNext(BETWEEN_CHARACTERS));
      return classExpression(ranges, within.isCaseSensitive, isRepeated) + quantifier;
    }
    return this.#atom(sign, within) + this.#quantifier();
  }

  #atom(sign: string, within: Within): string {
    if (sign === "(") return this.#group(within);
    if (sign !== "\\") return this.#character(within);
    const next = this.#source[this.#at + 1] ?? "";
    if (next === "b" || next === "B") return this.#pass(2, sign + next);
    return this.#reference() ?? this.#character(within);
  }

  #group(within: Within): string {
    this.#depth += 1;
    if (this.#depth > MOST_GROUPS) throw new TooManyGroups();
    const found = this.#match(GROUP);
    const [opening = "(", name] = found ?? [];
    const { on, off = "" } = found?.groups ?? {};
    const isKept = opening === "(" || name !== undefined;
    if (isKept) this.#opened += 1;
    const inside: Within = {
      isCaseSensitive: caseIn(within.isCaseSensitive, on ?? "", off),
      isBehind: within.isBehind || opening.startsWith("(?<=") || opening.startsWith("(?<!"),
    };
    const content = this.#alternatives(inside);
    this.#at += 1;
    this.#depth -= 1;
    return `${openingFor(opening, isKept, on, inside)}${content})`;
  }

  /** What a class in brackets, a letter or a dot stands for; `undefined`: it is something else. */
  #classOf(sign: string, within: Within): readonly CodePoints[] | undefined {
    if (sign === ".") return this.#pass(1, ANY);
    if (sign === "[") return this.#bracketClass(within);
    if (sign !== "\\") return undefined;
    const letter = LETTER_CLASSES.get(this.#source[this.#at + 1] ?? "");
    return letter && this.#pass(2, letter);
  }

  #bracketClass({ isCaseSensitive }: Within): readonly CodePoints[] {
    this.#at += 1;
    const isNegated = this.#source[this.#at] === "^";
    if (isNegated) this.#at += 1;
    const ranges: CodePoints[] = [];
    while (this.#source[this.#at] !== "]") {
      const first = this.#classMember();
      const [[from] = [0]] = first;
      const isRange = this.#source[this.#at] === "-" && this.#source[this.#at + 1] !== "]" && isSingle(first);
      if (!isRange) ranges.push(...first);
      else {
        this.#at += 1;
        const last = this.#classMember();
        const [[to] = [0]] = last;
        // a class of a letter is no end of a range
        if (isSingle(last)) ranges.push([from, to]);
        else ranges.push(...first, [0x2d, 0x2d], ...last);
      }
    }
    this.#at += 1;
    return isNegated ? otherRanges(withCases(ranges, isCaseSensitive)) : ranges;
  }

  #classMember(): readonly CodePoints[] {
    const isEscape = this.#source[this.#at] === "\\";
    const next = this.#source[this.#at + 1] ?? "";
    const letter = isEscape ? LETTER_CLASSES.get(next) : undefined;
    if (letter !== undefined) return this.#pass(2, letter);
    if (isEscape && next === "b") return this.#pass(2, [[0x08, 0x08]]);
    const codePoint = this.#codePoint();
    return [[codePoint, codePoint]];
  }

  #reference(): string | undefined {
    const start = this.#at;
    const numbered = this.#match(NUMBERED);
    const named = numbered ?? this.#match(NAMED);
    const index = numbered ? Number(numbered[1]) : this.#groups.indexOf(named?.[1]) + 1;
    if (named && index > 0 && index <= this.#groups.length) {
      if (index > this.#opened) throw new UnsupportedPart(named[0]);
      return `\\g{-${this.#opened - index + 1}}`;
    }
    this.#at = start;
    return undefined;
  }

  #character(within: Within): string {
    return characterExpression(this.#codePoint(), within.isCaseSensitive);
  }

  /** One character, written as it is or by an escape: any other sign after a backslash stands for itself. */
  #codePoint(): number {
    if (this.#source[this.#at] === "\\") return this.#escaped();
    const codePoint = this.#source.codePointAt(this.#at) ?? 0;
    return this.#pass(String.fromCodePoint(codePoint).length, codePoint);
  }

  #escaped(): number {
    const numbered = this.#match(CODE_POINT);
    if (numbered) return this.#numbered(numbered);
    this.#at += 1;
    const sign = this.#source[this.#at] ?? "";
    if ("nkpP0123456789".includes(sign)) throw new UnsupportedPart(`\\${sign}`);
    const control = CONTROLS.get(sign);
    if (control !== undefined) return this.#pass(1, control);
    const codePoint = this.#source.codePointAt(this.#at) ?? 0;
    return this.#pass(String.fromCodePoint(codePoint).length, codePoint);
  }

  #numbered([text, ...numbers]: RegExpExecArray): number {
    const [byte, unit, codePoint, letter] = numbers;
    if (letter !== undefined) return (letter.codePointAt(0) ?? 0) % 32;
    const value = Number.parseInt(byte ?? unit ?? codePoint ?? "", 16);
    const low = isHighSurrogate(value) ? this.#match(CODE_POINT) : undefined;
    const found = low ? joined(value, Number.parseInt(low[2] ?? "", 16)) : value;
    const isCharacter = found > 0 && found !== 0x0a && found <= LAST_CODE_POINT && !isSurrogate(found);
    if (!isCharacter) throw new UnsupportedPart(text);
    return found;
  }

  #quantifier(): string {
    return this.#match(QUANTIFIER)?.[0] ?? "";
  }

  #match(expression: RegExp): RegExpExecArray | undefined {
    expression.lastIndex = this.#at;
    const found = expression.exec(this.#source) ?? undefined;
    if (found) this.#at += found[0].length;
    return found;
  }

  #isNext(expression: RegExp): boolean {
    expression.lastIndex = this.#at;
    return expression.test(this.#source);
  }

  #pass<T>(length: number, result: T): T {
    this.#at += length;
    return result;
  }
}

/** Whatever matters of a source to find its groups. */
const GROUP_SIGNS = /\\[^]|\[(?:\\[^]|[^\]\\])*\]?|\((?!\?)|\(\?<(?![=!])([^<>]*)>/g;

function groupsOf(source: string): readonly (string | undefined)[] {
  return [...source.matchAll(GROUP_SIGNS)].filter(([sign]) => sign.startsWith("(")).map(([, name]) => name);
}

function caseIn(isCaseSensitive: boolean, on: string, off: string): boolean {
  if (on.includes("i")) return false;
  return isCaseSensitive || off.includes("i");
}

/** @param on the letters of a group that changes how its content is read */
function openingFor(opening: string, isKept: boolean, on: string | undefined, { isCaseSensitive }: Within): string {
  if (isKept) return "(";
  if (on === undefined) return opening;
  return isCaseSensitive ? "(?-i:" : "(?i:";
}

function isSingle(ranges: readonly CodePoints[]): boolean {
  const [[first, last] = [0, 1], ...rest] = ranges;
  return rest.length === 0 && first === last;
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd8_00 && unit <= 0xdb_ff;
}

function isSurrogate(unit: number): boolean {
  return unit >= 0xd8_00 && unit <= 0xdf_ff;
}

function joined(high: number, low: number): number {
  return String.fromCharCode(high, low).codePointAt(0) ?? 0;
}
