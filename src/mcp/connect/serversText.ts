import { isDeepStrictEqual } from "node:util";
import { parse, visit, type Node } from "jsonc-parser";
import {
  appended,
  indentAt,
  INDENT,
  lineBreakOf,
  OPTIONS,
  parseText,
  partsOf,
  withInsertions,
} from "../../platform/jsonText.ts";

/** What becomes of a text; `unusable`: it has a mistake there, or something else under a key that is needed. */
export type ChangedText =
  | { readonly kind: "same" }
  | { readonly kind: "changed"; readonly text: string }
  | { readonly kind: "unusable"; readonly offset: number; readonly key?: string };

interface Place {
  /** The key of the servers. */
  readonly key: string;
  /** The name of the server. */
  readonly name: string;
}

/** Adds a server to the text of a configuration, or replaces that of this name. All other characters stay. */
export function withServer(text: string, place: Place, entry: object): ChangedText {
  const found = findServer(text, place);
  if (found.kind === "unusable") return found;
  const { json, root, servers, property } = found;
  const { key, name } = place;
  const changed = (edited: string) => ({ kind: "changed", text: withOwnStart(text, edited) }) as const;
  if (root === undefined) {
    const lineBreak = lineBreakOf(json);
    const whole = JSON.stringify({ [key]: { [name]: entry } }, undefined, INDENT).replaceAll("\n", lineBreak);
    const separator = json.trim() === "" || json.endsWith("\n") ? "" : lineBreak;
    return changed(json + separator + whole + lineBreak);
  }
  const named = (inner: unknown, of: string, indent: string) =>
    `${JSON.stringify(of)}: ${JSON.stringify(inner, undefined, indent)}`;
  if (servers === undefined) {
    const textOf = (indent: string) => named({ [name]: entry }, key, indent);
    return changed(withInsertions(json, appended(json, { root, container: root, textOf })));
  }
  const value = property && partsOf(property)[1];
  if (value === undefined) {
    const textOf = (indent: string) => named(entry, name, indent);
    return changed(withInsertions(json, appended(json, { root, container: servers, textOf })));
  }
  const now: unknown = parse(json.slice(value.offset, value.offset + value.length), [], OPTIONS);
  if (isDeepStrictEqual(now, entry)) return { kind: "same" };
  const outer = indentAt(json, value.offset);
  const step = indentAt(json, partsOf(root)[0]?.offset ?? 0) || INDENT;
  const replaced = JSON.stringify(entry, undefined, step).replaceAll("\n", lineBreakOf(json) + outer);
  return changed(json.slice(0, value.offset) + replaced + json.slice(value.offset + value.length));
}

/** Takes the server of this name out of the text of a configuration, with one comma. All other characters stay. */
export function withoutServer(text: string, place: Place): ChangedText {
  const found = findServer(text, place);
  if (found.kind === "unusable") return found;
  const { json, servers, property } = found;
  if (servers === undefined || property === undefined) return { kind: "same" };
  const { before, after } = commasAround(json, servers, property);
  let [start, end] = [property.offset, property.offset + property.length];
  if (after !== undefined) end = after + 1;
  const lineStart = json.lastIndexOf("\n", start - 1) + 1;
  const rest = /^[ \t]*\r?\n/.exec(json.slice(end))?.[0];
  // a line that would be left empty goes as a whole
  if (rest !== undefined && json.slice(lineStart, start).trim() === "") [start, end] = [lineStart, end + rest.length];
  const cut = json.slice(0, start) + json.slice(end);
  const edited = after === undefined && before !== undefined ? cut.slice(0, before) + cut.slice(before + 1) : cut;
  return { kind: "changed", text: withOwnStart(text, edited) };
}

interface FoundServer {
  readonly kind: "found";
  readonly json: string;
  readonly root: Node | undefined;
  readonly servers: Node | undefined;
  readonly property: Node | undefined;
}

function findServer(text: string, { key, name }: Place): FoundServer | Extract<ChangedText, { kind: "unusable" }> {
  const { json, root, mistake } = parseText(text);
  if (mistake !== undefined) return { kind: "unusable", offset: mistake };
  if (root === undefined) return { kind: "found", json, root, servers: undefined, property: undefined };
  if (root.type !== "object") return { kind: "unusable", offset: root.offset };
  const [holder, twice] = propertiesCalled(root, key);
  if (twice !== undefined) return { kind: "unusable", offset: twice.offset, key };
  const servers = holder && partsOf(holder)[1];
  if (servers === undefined) return { kind: "found", json, root, servers, property: undefined };
  if (servers.type !== "object") return { kind: "unusable", offset: servers.offset, key };
  const [property, second] = propertiesCalled(servers, name);
  if (second !== undefined) return { kind: "unusable", offset: second.offset, key: name };
  return { kind: "found", json, root, servers, property };
}

function propertiesCalled(container: Node, key: string): readonly Node[] {
  return partsOf(container).filter((each) => partsOf(each)[0]?.value === key);
}

/** The commas before and after a property of an object. */
function commasAround(json: string, container: Node, property: Node) {
  const end = property.offset + property.length;
  const commas: number[] = [];
  visit(json, { onSeparator: (sign, offset) => void (sign === "," && commas.push(offset)) }, OPTIONS);
  const siblings = partsOf(container);
  const number = siblings.indexOf(property);
  const previous = siblings[number - 1];
  const next = siblings[number + 1]?.offset ?? container.offset + container.length;
  return {
    before: previous && commas.find((at) => at >= previous.offset + previous.length && at < property.offset),
    after: commas.find((at) => at >= end && at < next),
  };
}

/** A text with the byte order mark that another has. */
function withOwnStart(text: string, edited: string): string {
  return text.startsWith("\uFEFF") ? `\uFEFF${edited.slice(1)}` : edited;
}
