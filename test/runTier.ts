import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { SuiteResult } from "./runMocha.ts";
import { runProcess } from "./runProcess.ts";
import type { Tier } from "./tiers.ts";
import { outDir } from "../scripts/paths.ts";

/** A tier's counts and how long it took. */
export interface TierResult extends SuiteResult {
  readonly tier: Tier;
  readonly seconds: number;
}

/**
 * Runs a tier to its end or its deadline. A run that leaves no result, or fails without a failed test, counts as one failed, and so
 * does a tier without a test.
 */
export async function runTier(tier: Tier, grep: string | undefined): Promise<TierResult> {
  const started = performance.now();
  let passed = 0;
  let failed = 0;
  for (const [index, args] of tier.runs.entries()) {
    const resultsFile = join(outDir, "results", `${tier.name}-${index}.json`);
    const environment = { TEST_RESULTS: resultsFile, ...(grep === undefined ? {} : { TEST_GREP: grep }) };
    const succeeded = await runProcess(args, environment, (tier.deadline * 1000) / tier.runs.length);
    const result = readResult(resultsFile);
    passed += result?.passed ?? 0;
    failed += succeeded ? (result?.failed ?? 1) : Math.max(1, result?.failed ?? 0);
  }
  if (passed + failed === 0) failed = 1;
  return { tier, passed, failed, seconds: (performance.now() - started) / 1000 };
}

function readResult(file: string): SuiteResult | undefined {
  try {
    return JSON.parse(readFileSync(file, "utf8")) as SuiteResult;
  } catch {
    return undefined;
  }
}
