import { parseSync, Visitor } from "oxc-parser";
import type { SourceFile } from "./sourceFile.ts";

/** A regular expression in the code. */
export interface Expression {
  /** Its file and line. */
  readonly place: string;
  /** `undefined` where it is put together while the code runs. */
  readonly regex: RegExp | undefined;
}

/** A part of the code, from one offset to another. */
interface Part {
  readonly start: number;
  readonly end: number;
}

/** Finds every regular expression of a file: literals, and what `RegExp` makes. */
export function expressionsIn({ path, text }: SourceFile): readonly Expression[] {
  const found: Expression[] = [];
  const add = (start: number, regex?: RegExp) => {
    const line = text.slice(0, start).split("\n").length;
    found.push({ place: `${path}:${line}`, regex });
  };
  const addMade = ({ callee, start }: Part & { readonly callee: object }) => {
    if ("name" in callee && callee.name === "RegExp") add(start);
  };
  new Visitor({
    Literal: (node) => {
      if ("regex" in node) add(node.start, new RegExp(node.regex.pattern, node.regex.flags));
    },
    NewExpression: addMade,
    CallExpression: addMade,
  }).visit(parseSync(path, text).program);
  return found;
}

/** What tells what stands at a place of a text. */
const LOOKS = new Set(
  "at charAt charCodeAt codePointAt endsWith exec indexOf lastIndexOf match replace search slice startsWith substring test".split(
    " ",
  ),
);

/**
 * Finds the functions with a loop that looks at places of a text, each with its file: such a loop may look more often than there
 * are places. One that goes once over a list does not.
 */
export function textLoopsIn({ path, text }: SourceFile): readonly string[] {
  const functions: string[] = [];
  const loops: Part[] = [];
  const tests: Part[] = [];
  const found = new Set<string>();
  const has = (parts: readonly Part[], { start, end }: Part) =>
    parts.some((part) => part.start <= start && end <= part.end);
  const note = () => found.add(`${path} ${functions.at(-1) ?? ""}`);
  const enter = (name: string) => {
    functions.push(name);
  };
  const leave = () => {
    functions.pop();
  };
  const loop = (node: Part & { readonly test?: Part | null }) => {
    loops.push(node);
    if (node.test) tests.push(node.test);
  };
  new Visitor({
    FunctionDeclaration: ({ id }) => enter(id?.name ?? ""),
    "FunctionDeclaration:exit": leave,
    MethodDefinition: ({ key }) => enter(text.slice(key.start, key.end)),
    "MethodDefinition:exit": leave,
    ForStatement: loop,
    WhileStatement: loop,
    DoWhileStatement: loop,
    CallExpression: (node) => {
      const { callee } = node;
      const isLook =
        callee.type === "MemberExpression" && callee.property.type === "Identifier" && LOOKS.has(callee.property.name);
      if (isLook && has(loops, node)) note();
    },
    MemberExpression: (node) => {
      if (node.computed && has(tests, node)) note();
    },
  }).visit(parseSync(path, text).program);
  return [...found];
}
