import { parse, type Node } from "jsonc-parser";
import { appended, INDENT, lineBreakOf, OPTIONS, parseText, partsOf, type Insertion } from "./jsonText.ts";

/** Where a list is in a JSON file that may have comments, as VS Code's own files have. */
export interface JsonList {
  /** The keys that lead to it from the top; a number is that of an entry in a list, which has to be there. */
  readonly path: readonly (string | number)[];
  /** What a new file has before the list. */
  readonly beside?: Readonly<Record<string, string>>;
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

/** Looks for a list in the text of a file. */
export function findList(text: string, { path, beside = {} }: JsonList): FoundList | UnusableText {
  const { json, root, mistake } = parseText(text);
  if (mistake !== undefined) return { kind: "unusable", offset: mistake };
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

function unusable({ offset }: Node, key: string | number | undefined): UnusableText {
  return { kind: "unusable", offset, ...(key !== undefined && { key: String(key) }) };
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
