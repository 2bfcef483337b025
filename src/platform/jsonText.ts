import { parseTree, visit, type Node, type ParseError } from "jsonc-parser";

/** Text to put into another, whose own characters all stay. */
export interface Insertion {
  readonly offset: number;
  readonly text: string;
}

/** How the files of VS Code and its like are read. */
export const OPTIONS = { allowTrailingComma: true, allowEmptyContent: true };

/** One level of a file that has none yet. */
export const INDENT = "    ";

interface ParsedText {
  /** The text for what goes by the offsets of its nodes. */
  readonly json: string;
  /** `undefined`: there is nothing but blanks and comments. */
  readonly root: Node | undefined;
  /** Where the first mistake is. */
  readonly mistake: number | undefined;
}

/** Parses JSON with comments. */
export function parseText(text: string): ParsedText {
  // jsonc-parser takes a byte order mark for a mistake
  const json = text.replace(/^\uFEFF/, " ");
  const errors: ParseError[] = [];
  const root = parseTree(json, errors, OPTIONS);
  return { json, root, mistake: errors[0]?.offset };
}

/** What is in a node. */
export function partsOf({ children = [] }: Node): readonly Node[] {
  return children;
}

/** A text with what is put into it. */
export function withInsertions(text: string, insertions: readonly Insertion[]): string {
  return insertions
    .toReversed()
    .reduce((all, { offset, text: added }) => all.slice(0, offset) + added + all.slice(offset), text);
}

interface Appended {
  readonly root: Node;
  /** The list or object that is to have one more. */
  readonly container: Node;
  /** What is to be added, when each level is indented by this. */
  readonly textOf: (indent: string) => string;
}

/** Adds behind the last of a list or object: the comma after that one, the new one after its comments. */
export function appended(json: string, { root, container, textOf }: Appended): readonly Insertion[] {
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

/** How the lines of a text end. */
export function lineBreakOf(json: string): string {
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
