import { posix } from "node:path";
import ignore, { type Ignore } from "ignore";
import { IN_OWN_CASE, USUALLY_LEFT_OUT } from "./usuallyLeftOut.ts";

/** The usual rules, each with its pattern as people know it as its mark. */
const usual = ignore({ ignorecase: false }).add(
  USUALLY_LEFT_OUT.map((pattern) => ({
    pattern: IN_OWN_CASE.has(pattern) ? pattern : inAnyCase(pattern),
    mark: pattern,
  })),
);

/** Decides which paths of a source folder a deployment leaves out. */
export class LeftOutRules {
  readonly #rules: Ignore;
  /** Patterns of a person that have matched nothing so far, each by itself. */
  readonly #unmatched: Map<string, Ignore>;

  /** @param exclude patterns of a person, as git reads them, which come after the usual ones and so prevail */
  constructor(exclude: readonly string[]) {
    const patterns = exclude.filter((mark) => mark.trim() !== "").map((mark) => ({ pattern: asGitReads(mark), mark }));
    this.#rules = ignore({ ignorecase: false }).add([usual]).add(patterns);
    this.#unmatched = new Map(
      patterns.map(({ pattern, mark }) => [mark, ignore({ ignorecase: false }).add(pattern.replace(/^!/, ""))]),
    );
  }

  /**
   * The patterns of a person that have matched none of the paths that were asked for.
   * @param leftOut directories of which nothing was asked for: what lies in them is left out as it is
   */
  unmatched(leftOut: readonly string[]): readonly string[] {
    const isInLeftOut = (mark: string) =>
      leftOut.some((path) => `${asGitReads(mark).replace(/^\//, "")}/`.startsWith(path));
    return [...this.#unmatched.keys()].filter((mark) => !isInLeftOut(mark));
  }

  /** The pattern that leaves a path out; `undefined` if it is deployed. @param path relative, with `/`; a directory ends in `/` */
  ruleFor(path: string): string | undefined {
    for (const [mark, own] of this.#unmatched) if (own.ignores(path)) this.#unmatched.delete(mark);
    const { rule, unignored } = this.#rules.test(path);
    if (rule !== undefined) return rule.mark ?? rule.pattern;
    if (unignored || path.endsWith("/")) return undefined;
    return ruleForCopy(posix.basename(path));
  }
}

/**
 * A pattern as people mean it, in git's words: `./x` is `/x`, and a stroke of Windows before what git knows no escape of is one of git's. What
 * stays an escape is what `patternFor` writes.
 */
function asGitReads(pattern: string): string {
  const [, no = "", rest = ""] = /^(!?)([^]*)$/.exec(pattern) ?? [];
  return (
    no +
    rest
      .replaceAll(/\\([\\*?[\]!# \r\n])|\\/g, (written, escaped?: string) => (escaped === undefined ? "/" : written))
      .replace(/^(?:\.\/)+/, "/")
  );
}

/** A copy of what is usually left out is left out, too: `server.key.bak` by `*.key`. */
function ruleForCopy(name: string): string | undefined {
  const original = originalName(name);
  if (original === name) return undefined;
  return usual.test(original).rule?.mark;
}

/** Only the usual patterns hold without regard to case; those of a person are exact, as on the server. */
function inAnyCase(pattern: string): string {
  return pattern.replaceAll(/[a-z]/gi, (letter) => `[${letter.toLowerCase()}${letter.toUpperCase()}]`);
}

/** What people and programs add to the name of a copy. */
const ADDED =
  /(?<=.)(?:~|[._ -](?:bak|backup|old|orig|original|save|saved|copy|tmp|temp|swp|\d{1,14}|\d{4}-\d\d-\d\d)|\.(?:gz|bz2|xz|zst|zip|7z|rar|tar|tgz))$/i;

/** The name that a copy was made of, as `server.key` of `server.key.2026-11-26.tar.gz`; the name itself if it is not such a one. */
function originalName(name: string): string {
  return name.replace(ADDED, "").replace(ADDED, "").replace(ADDED, "");
}

/**
 * The pattern for `exclude` that leaves out exactly one path.
 * @param path relative, with `/`; a directory, with everything in it, ends in `/`
 */
export function patternFor(path: string): string {
  // what ends a line would be trimmed
  return `/${path.replaceAll(/[\\*?[]/g, String.raw`\$&`).replace(/[ \r\n]$/, "[$&]")}`;
}
