import assert from "node:assert/strict";
import type { Outcome } from "../../src/actions/outcome.ts";

/** A row of the table: the message of the product beside the state of the server. */
export interface Claim {
  readonly operation: string;
  readonly panel: string;
  readonly claimed: string;
  readonly so: string;
}

const claims: Claim[] = [];
const skipped = new Map<string, string>();

/** Adds a row to the table. */
export function note(claim: Claim): void {
  claims.push(claim);
}

/** Adds a part to the list of skipped ones. */
export function noteSkipped(panel: string, part: string, reason: string): void {
  skipped.set(`${panel}: ${part}`, reason);
}

/** Operations of a panel that are in the table. */
export function operationsOn(panel: string): ReadonlySet<string> {
  return new Set(claims.filter((claim) => claim.panel === panel).map(({ operation }) => operation));
}

/** Number of skipped parts of a panel. */
export function skippedOn(panel: string): number {
  return [...skipped.keys()].filter((what) => what.startsWith(`${panel}: `)).length;
}

/** Outcomes that claim success. */
const CLAIM_SUCCESS: readonly (Outcome["kind"] | "created" | "partly")[] = ["done", "already", "created", "partly"];
/** Outcomes that claim nothing. */
const CLAIM_NOTHING: readonly (Outcome["kind"] | "uncertain")[] = ["sent", "uncertain", "halfway"];

/** Messages that name what they leave open claim nothing about it. */
const NOT_CHECKED = /was not checked|does not report/;

/**
 * Fails if the product claims something else than the server's state.
 * @param isSo whether the change is real
 */
export function mustHold(kind: string, isSo: boolean, claimed: string): void {
  if (CLAIM_NOTHING.some((open) => open === kind) || NOT_CHECKED.test(claimed)) return;
  const isClaimed = CLAIM_SUCCESS.some((claiming) => claiming === kind);
  assert.equal(isSo, isClaimed, `claimed (${kind}): ${claimed}; that is ${isSo ? "" : "not "}so`);
}

/** Prints the table and the list of skipped parts. */
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
