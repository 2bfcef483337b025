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

  /** @param exclude patterns of a person, as git reads them, which come after the usual ones and so prevail */
  constructor(exclude: readonly string[]) {
    this.#rules = ignore({ ignorecase: false }).add([usual, ...exclude]);
  }

  /** The pattern that leaves a path out; `undefined` if it is deployed. @param path relative, with `/`; a directory ends in `/` */
  ruleFor(path: string): string | undefined {
    const { rule, unignored } = this.#rules.test(path);
    if (rule !== undefined) return rule.mark ?? rule.pattern;
    if (unignored || path.endsWith("/")) return undefined;
    return ruleForCopy(posix.basename(path));
  }
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
