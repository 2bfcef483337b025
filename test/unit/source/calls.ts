import type { SourceFile } from "./sourceFile.ts";

/** A call in the code; `args` are the texts of its arguments. */
export interface Call {
  readonly place: string;
  readonly args: readonly string[];
}

const STRING = /"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\[^])*`/y;

/** Finds every call whose start matches `callee`, such as `/\bl10n\.t\(/g`. */
export function callsOf({ path, code }: SourceFile, callee: RegExp): readonly Call[] {
  return [...code.matchAll(callee)].map(({ index, 0: head }) => ({
    place: `${path}:${code.slice(0, index).split("\n").length}`,
    args: argumentsAt(code, index + head.length),
  }));
}

/** Splits at the commas of one level, from just after the opening parenthesis to the closing one. */
function argumentsAt(code: string, start: number): readonly string[] {
  const args: string[] = [];
  let depth = 0;
  let begun = start;
  for (let at = start; at < code.length; at++) {
    STRING.lastIndex = at;
    const text = STRING.exec(code)?.[0];
    const character = code[at] ?? "";
    if (text !== undefined) at += text.length - 1;
    else if ("([{".includes(character)) depth += 1;
    else if (depth > 0 && ")]}".includes(character)) depth -= 1;
    else if (depth === 0 && (character === "," || character === ")")) {
      args.push(code.slice(begun, at).trim());
      begun = at + 1;
      if (character === ")") break;
    }
  }
  // a comma after the last argument
  return args.filter((arg) => arg !== "");
}

/** Returns the value of a plain string literal; `undefined` for other expressions. */
export function literalOf(expression: string): string | undefined {
  STRING.lastIndex = 0;
  const isString = STRING.exec(expression)?.[0] === expression;
  if (!isString || expression.startsWith("`")) return undefined;
  const inner = expression.slice(1, -1);
  return inner.replaceAll(/\\(u[\da-f]{4}|.)/gi, (_whole, escaped: string) => {
    if (escaped.length > 1) return String.fromCharCode(Number.parseInt(escaped.slice(1), 16));
    return { n: "\n", t: "\t" }[escaped] ?? escaped;
  });
}

/** Whether an expression is a text with words of its own: letters beside the values of a template and besides URLs. */
export function hasWords(expression: string): boolean {
  STRING.lastIndex = 0;
  const literal = STRING.exec(expression)?.[0] ?? "";
  return /\p{L}/u.test(literal.slice(1, -1).replaceAll(/\$\{[^}]*\}|\bhttps?:\/\/\S*/g, ""));
}
