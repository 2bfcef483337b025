import * as v from "valibot";
import { hasHiddenCharacters, visibleText } from "../../characters/plainText.ts";
import { MASK } from "../../redaction/maskRanges.ts";
import { withoutCredentials } from "../../redaction/withoutCredentials.ts";

/** Most characters of a step, and most lines: a person checks them in a question. */
export const LONGEST_STEP = 2_000;
export const MOST_LINES = 40;

/** The message of the issue that a step seems to have a secret in it. */
export const SECRET = "secret";

/** What bash runs: it stays byte for byte, for a person agrees to exactly what they see. */
export const stepText = v.pipe(
  v.string(),
  v.check(isShownWhole),
  v.check((run) => secretIn(run) === undefined, SECRET),
  v.check((run) => run.trim() !== ""),
  v.check((run) => run.length <= LONGEST_STEP && run.split("\n").length <= MOST_LINES),
);

/** Whether nothing in a text is hidden, or looks like something else: line ends of Windows are hidden, too. */
function isShownWhole(run: string): boolean {
  if (!run.isWellFormed() || run.includes("\r") || hasHiddenCharacters(run)) return false;
  return run
    .split("\n")
    .every((line) => visibleText(line, Math.max(line.length, 1)) === line.replaceAll(/[\t ]+/g, " ").trim());
}

/** What the shell puts in only where it runs, with the scheme of a header: a variable, or what a command says. In single quotes it is none. */
const FILLED_IN =
  /(?<!')(?:(?:bearer|basic|token) )?(?:\$(?:\w+|\{\w+\}|\([^()\n]*\))|"\$(?:\w+|\{\w+\}|\([^()\n]*\))")/gi;

/** The line of a text that seems to have a secret in it, with that masked. */
export function secretIn(run: string): string | undefined {
  const filled = run.replaceAll(FILLED_IN, MASK);
  const masked = withoutCredentials(filled);
  if (masked === filled) return undefined;
  const before = filled.split("\n");
  return masked.split("\n").find((line, index) => line !== before[index]) ?? MASK;
}
