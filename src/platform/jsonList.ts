import { parse, parseTree, visit, type Node, type ParseError } from "jsonc-parser";

/** Where a list is in a JSON file that may have comments, as VS Code's own files have. */
export interface JsonList {
  /** The keys that lead to it from the top; a number is that of an entry in a list, which has to be there. */
  readonly path: readonly (string | number)[];
  /** What a new file has before the list. */
  readonly beside?: Readonly<Record<string, string>>;
}

/** Text to put into another, whose own characters all stay. */
export interface Insertion {
  readonly offset: number;
  readonly text: string;
}

/** The list in a text. */
export interface FoundList {
  readonly kind: "found";
  /** Whether the text has the list, even if it is empty. */
  readonly isThere: boolean;
  /** Its JSON values. */
  readonly entries: readonly unknown[];
  /** What adds an entry behind the last, in the order of offsets. */
  readonly insertionsFor: (entry: unknown) => readonly Insertion[];
}

/** A text that can take no entry. */
export interface UnusableText {
  readonly kind: "unusable";
  /** The key whose value is no list, or no object that could have one, or that is there twice; absent: it is not JSON. */
  readonly key?: string;
  /** Where the mistake is. */
  readonly offset: number;
}

const OPTIONS = { allowTrailingComma: true, allowEmptyContent: true };
const INDENT = "    ";

/** Looks for a list in the text of a file. */
export function findList(text: string, { path, beside = {} }: JsonList): FoundList | UnusableText {
  // jsonc-parser takes a byte order mark for a mistake
  const json = text.replace(/^\uFEFF/, " ");
  const errors: ParseError[] = [];
  const root = parseTree(json, errors, OPTIONS);
  const [error] = errors;
  if (error !== undefined) return { kind: "unusable", offset: error.offset };
  if (root === undefined) {
    const whole = (entry: unknown) =>
      JSON.stringify({ ...beside, ...Object(nested(path, [entry])) }, undefined, INDENT);
    return { kind: "found", isThere: false, entries: [], insertionsFor: (entry) => [atEnd(json, whole(entry))] };
  }
  let node = root;
  for (const [depth, key] of path.entries()) {
    const container = node;
    if (typeof key === "number") {
      const entry = container.type === "array" ? partsOf(container)[key] : undefined;
      if (entry === undefined) return unusable(container, path[depth - 1]);
      node = entry;
      continue;
    }
    if (container.type !== "object") return unusable(container, path[depth - 1]);
    const [property, twice] = partsOf(container).filter((each) => partsOf(each)[0]?.value === key);
    if (twice !== undefined) return unusable(twice, key);
    const value = property && partsOf(property)[1];
    if (value === undefined) {
      const textOf = (entry: unknown, indent: string) =>
        `${JSON.stringify(key)}: ${JSON.stringify(nested(path.slice(depth + 1), [entry]), undefined, indent)}`;
      const insertionsFor = (entry: unknown) => appended(json, { root, container, textOf: (by) => textOf(entry, by) });
      return { kind: "found", isThere: false, entries: [], insertionsFor };
    }
    node = value;
  }
  const list = node;
  if (list.type !== "array") return unusable(list, path.at(-1));
  return {
    kind: "found",
    isThere: true,
    entries: parse(json.slice(list.offset, list.offset + list.length), [], OPTIONS) as readonly unknown[],
    insertionsFor: (entry) =>
      appended(json, { root, container: list, textOf: (indent) => JSON.stringify(entry, undefined, indent) }),
  };
}

/** A text with what is put into it. */
export function withInsertions(text: string, insertions: readonly Insertion[]): string {
  return insertions
    .toReversed()
    .reduce((all, { offset, text: added }) => all.slice(0, offset) + added + all.slice(offset), text);
}

function unusable({ offset }: Node, key: string | number | undefined): UnusableText {
  return { kind: "unusable", offset, ...(key !== undefined && { key: String(key) }) };
}

function partsOf({ children = [] }: Node): readonly Node[] {
  return children;
}

/** A value below keys. */
function nested(path: readonly (string | number)[], value: unknown): unknown {
  return path.reduceRight<unknown>((inner, key) => ({ [key]: inner }), value);
}

function atEnd(json: string, text: string): Insertion {
  const lineBreak = lineBreakOf(json);
  const before = json.trim() === "" || json.endsWith("\n") ? "" : lineBreak;
  return { offset: json.length, text: before + text.replaceAll("\n", lineBreak) + lineBreak };
}

interface Appended {
  readonly root: Node;
  /** The list or object that is to have one more. */
  readonly container: Node;
  /** What is to be added, when each level is indented by this. */
  readonly textOf: (indent: string) => string;
}

/** Adds behind the last of a list or object: the comma after that one, the new one after its comments. */
function appended(json: string, { root, container, textOf }: Appended): readonly Insertion[] {
  const closing = container.offset + container.length - 1;
  const [first] = partsOf(container);
  const last = partsOf(container).at(-1);
  const lastEnd = last === undefined ? container.offset + 1 : last.offset + last.length;
  let needsComma = last !== undefined;
  let end = lastEnd;
  const isBehindLast = (offset: number) => offset >= lastEnd && offset < closing;
  visit(
    json,
    {
      onSeparator(_sign, offset) {
        if (!isBehindLast(offset)) return;
        needsComma = false;
        end = offset + 1;
      },
      onComment(offset, length) {
        if (isBehindLast(offset)) end = offset + length;
      },
    },
    OPTIONS,
  );
  const lineBreak = lineBreakOf(json);
  const [firstOfAll] = partsOf(root);
  const step = (firstOfAll && ownIndent(json, firstOfAll)) || INDENT;
  const outer = indentAt(json, container.offset);
  const inner = (first && ownIndent(json, first)) ?? outer + step;
  const lines = textOf(step).replaceAll("\n", lineBreak + inner);
  const after = json.slice(end, closing).includes("\n") ? "" : lineBreak + outer;
  const added = lineBreak + inner + lines + after;
  if (!needsComma) return [{ offset: end, text: added }];
  if (end === lastEnd) return [{ offset: end, text: `,${added}` }];
  return [
    { offset: lastEnd, text: "," },
    { offset: end, text: added },
  ];
}

function lineBreakOf(json: string): string {
  return /\r?\n/.exec(json)?.[0] ?? "\n";
}

/** The blanks at the start of the line of an offset. */
function indentAt(json: string, offset: number): string {
  return /^[ \t]*/.exec(json.slice(json.lastIndexOf("\n", offset - 1) + 1, offset))?.[0] ?? "";
}

/** The indent of what begins its line; of what does not, `undefined`. */
function ownIndent(json: string, { offset }: Node): string | undefined {
  const before = json.slice(json.lastIndexOf("\n", offset - 1) + 1, offset);
  if (json.lastIndexOf("\n", offset - 1) >= 0 && before.trim() === "") return before;
  return undefined;
}
