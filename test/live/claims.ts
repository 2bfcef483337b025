import assert from "node:assert/strict";
import type { Outcome } from "../../src/actions/outcome.ts";

/** What the product said became of an operation, and what the server says. */
export interface Claim {
  readonly operation: string;
  readonly panel: string;
  readonly claimed: string;
  readonly so: string;
}

const claims: Claim[] = [];
const skipped = new Map<string, string>();

/** Notes a claim beside what is so, for the table at the end. */
export function note(claim: Claim): void {
  claims.push(claim);
}

/** Notes what could not be tried, with the reason. */
export function noteSkipped(panel: string, part: string, reason: string): void {
  skipped.set(`${panel}: ${part}`, reason);
}

/** What was noted of a panel. */
export function operationsOn(panel: string): ReadonlySet<string> {
  return new Set(claims.filter((claim) => claim.panel === panel).map(({ operation }) => operation));
}

/** How much of a panel could not be tried. */
export function skippedOn(panel: string): number {
  return [...skipped.keys()].filter((what) => what.startsWith(`${panel}: `)).length;
}

/** These outcomes say that it is so. */
const SAY_YES: readonly (Outcome["kind"] | "created" | "partly")[] = ["done", "already", "created", "partly"];
/** These leave it open. */
const LEAVE_OPEN: readonly (Outcome["kind"] | "uncertain")[] = ["sent", "uncertain", "halfway"];

/** So does a sentence that says what the panel does not tell. */
const NOT_CHECKED = /was not checked|does not report/;

/**
 * Fails where an outcome is not true.
 * @param isSo whether the server has what was wanted
 */
export function mustHold(kind: string, isSo: boolean, claimed: string): void {
  if (LEAVE_OPEN.some((open) => open === kind) || NOT_CHECKED.test(claimed)) return;
  const isClaimed = SAY_YES.some((yes) => yes === kind);
  assert.equal(isSo, isClaimed, `claimed (${kind}): ${claimed}; that is ${isSo ? "" : "not "}so`);
}

/** Prints the table of all claims, and what was skipped. */
export function printClaims(): void {
  if (claims.length > 0) {
    console.log("\n| operation | panel | claimed | so |\n| --- | --- | --- | --- |");
    for (const { operation, panel, claimed, so } of claims)
      console.log(`| ${operation} | ${panel} | ${cell(claimed)} | ${cell(so)} |`);
  }
  if (skipped.size === 0) return;
  console.log("\nSkipped, because the panel lacks it:");
  for (const [what, reason] of skipped) console.log(`- ${what}: ${reason}`);
}

function cell(text: string): string {
  return text.replaceAll(/\s+/g, " ").replaceAll("|", "\\|");
}
