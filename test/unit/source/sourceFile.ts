import { globSync, readFileSync } from "node:fs";
import { join, posix, sep } from "node:path";

const root = join(import.meta.dirname, "../../..");

/** One file of the product's code. */
export interface SourceFile {
  /** From the repository's root, with slashes. */
  readonly path: string;
  readonly text: string;
  /** The text with comments replaced by spaces, so that offsets and lines stay. */
  readonly code: string;
}

/** One import of a module by another. */
export interface Import {
  readonly from: string;
  /** A path from the root where the specifier is relative, else the specifier itself. */
  readonly to: string;
  readonly isRelative: boolean;
  /** `type`: erased before the code runs. */
  readonly how: "static" | "type" | "dynamic";
}

/** Reads all code under the given folders. */
export function readSourceFiles(...folders: readonly string[]): readonly SourceFile[] {
  return folders
    .flatMap((folder) => globSync(`${folder}/**/*.{ts,mts,cts,tsx,js,mjs,cjs}`, { cwd: root, exclude: isInstalled }))
    .map((path) => path.split(sep).join("/"))
    .toSorted()
    .map((path) => sourceFile(path, readFileSync(join(root, path), "utf8")));
}

function isInstalled(path: string): boolean {
  return path.endsWith("node_modules");
}

/** A file with the given text, which need not exist. */
export function sourceFile(path: string, text: string): SourceFile {
  return { path, text, code: withoutComments(text) };
}

const STRING = String.raw`"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|${"`"}(?:[^${"`"}\\]|\\[^])*${"`"}`;
// a slash begins a regular expression unless an operand precedes it
const REGEX = String.raw`(?<=(?:[=(,:!&|?{};[]|=>|\breturn)\s*)\/(?![*\/])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^\/\\\n[])+\/`;
const COMMENT = String.raw`\/\*[^]*?\*\/|\/\/[^\n]*`;
const PARTS = new RegExp(`(?<kept>${STRING}|${REGEX})|${COMMENT}`, "g");

function withoutComments(text: string): string {
  return text.replace(PARTS, (part: string, kept: string | undefined) => kept ?? part.replaceAll(/[^\n]/g, " "));
}

const STATIC = /^(?:import|export)\s+(type\s+)?(?:[\w*{][^"';]*?\bfrom\s*)?(["'])([^"'\n]+)\2/gm;
const DYNAMIC = /\b(?:import|require)\s*\(\s*(?:(["'])([^"'\n]+)\1\s*[,)])?/g;

/** Finds every import of a file, in order; throws if a specifier is not a plain string. */
export function importsOf({ path, code }: SourceFile): readonly Import[] {
  const imports: Import[] = [];
  const add = (specifier: string, how: Import["how"]) => {
    const isRelative = specifier.startsWith(".");
    const to = isRelative ? posix.join(posix.dirname(path), specifier) : specifier;
    imports.push({ from: path, to, isRelative, how });
  };
  for (const [, type, , specifier = ""] of code.matchAll(STATIC))
    add(specifier, type === undefined ? "static" : "type");
  for (const [text, , specifier] of code.matchAll(DYNAMIC)) {
    if (specifier === undefined) throw new SyntaxError(`${path}: ${text} without a plain string`);
    add(specifier, "dynamic");
  }
  return imports;
}
