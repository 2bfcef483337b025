const SPECIAL = /[\\^$.|?*+()[\]{}]/g;

/** A glob that cannot be read. */
export class UnreadableGlob extends Error {
  readonly glob: string;

  constructor(glob: string) {
    super(glob);
    this.glob = glob;
  }
}

/** Splits what was typed at its commas, but for those in braces. */
export function splitGlobs(typed: string): readonly string[] {
  const globs = [""];
  let depth = 0;
  for (const sign of typed) {
    if (sign === "{") depth += 1;
    if (sign === "}") depth -= 1;
    if (sign === "," && depth <= 0) globs.push("");
    else globs[globs.length - 1] += sign;
  }
  return globs.map((glob) => glob.trim()).filter((glob) => glob !== "");
}

/** Text as it stands in an extended regular expression. */
function literally(text: string): string {
  return text.replaceAll(SPECIAL, String.raw`\$&`);
}

/** Bytes of UTF-8, one sign each: what `find` compares in the C locale. */
function bytesOf(text: string): string {
  return Buffer.from(text).toString("latin1");
}

/**
 * The expression for paths that a typed glob means, with all that is below them: an extended regular expression of POSIX, one sign a byte, for
 * paths that begin with `./`, which is the directory that is searched. A glob that begins so is meant there, any other one anywhere below. Throws
 * `UnreadableGlob`.
 */
export function globExpression(glob: string): string {
  const [, from = "", rest = ""] = /^(\.\/|(?:\*\*\/)*)([^]*)$/.exec(glob.replaceAll("\\", "/")) ?? [];
  const content = contentOf(bytesOf(rest.replace(/(?:\/\*\*|\/)+$/, "")), glob);
  return String.raw`\./${from === "./" ? "" : "(.*/)?"}${content}(/.*)?`;
}

const PARTS = /\*\*\/|\*\*|\*|\?|\{|\}|,|\[[!^]?[^[\]]+\]|[^]/g;

function contentOf(glob: string, whole: string): string {
  // a path of the whole server is none of a directory
  if (glob.startsWith("/")) throw new UnreadableGlob(whole);
  let depth = 0;
  let expression = "";
  for (const [part] of glob.matchAll(PARTS)) {
    if (part === "{") depth += 1;
    if (part === "}") depth -= 1;
    if (depth < 0) throw new UnreadableGlob(whole);
    expression += partExpression(part, depth, whole);
  }
  if (depth !== 0 || expression === "") throw new UnreadableGlob(whole);
  return expression;
}

/** One character of UTF-8, or one byte that belongs to none, of a name. */
const CHARACTER = "([\u00c2-\u00f4][\u0080-\u00bf]+|[^/])";

function partExpression(part: string, depth: number, whole: string): string {
  if (part === "**/") return "(.*/)?";
  if (part === "**") return ".*";
  if (part === "*") return "[^/]*";
  if (part === "?") return CHARACTER;
  if (part === "{") return "(";
  if (part === "}") return ")";
  if (part === "," && depth > 0) return "|";
  if (part.length > 1) return classOf(part, whole);
  return literally(part);
}

function classOf(part: string, whole: string): string {
  for (const [, first = "", last = ""] of part.matchAll(/([^])-([^\]])/g))
    if (first > last) throw new UnreadableGlob(whole);
  return part.replace(/^\[!/, "[^");
}
