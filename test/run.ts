/**
 * Runs test tiers one after another: `node scripts/node.mjs test/run.ts [tier …] [--grep text]`. Without a tier it runs all. A tier that
 * fails, crashes or runs no test does not stop the next. The sums go to `out/results/all.json`.
 */
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import type { SuiteResult } from "./runMocha.ts";
import { runProcess } from "./runProcess.ts";
import { runTier, type TierResult } from "./runTier.ts";
import { chooseTiers, type Tier } from "./tiers.ts";
import { installServer } from "../scripts/vscode/installServer.ts";
import { hasServer, outDir } from "../scripts/paths.ts";

const BUILD_DEADLINE_MS = 120_000;

const { values, positionals } = parseArgs({ options: { grep: { type: "string" } }, allowPositionals: true });
const tiers = chooseTiers(positionals);
const resultsDir = join(outDir, "results");
for (const old of [resultsDir, join(outDir, "screenshots")]) rmSync(old, { recursive: true, force: true });
mkdirSync(resultsDir, { recursive: true });

// only `npm run test:live` may change running panels
if (positionals.length === 0)
  for (const name of Object.keys(process.env)) if (name.startsWith("SERVER_PANEL_LIVE_")) delete process.env[name];

let builds: Promise<boolean> | undefined;
const results: TierResult[] = [];
for (const tier of tiers) {
  console.log(`\n── ${tier.name} tier ──`);
  const isReady = await prepare(tier);
  results.push(isReady ? await runTier(tier, values.grep) : { tier, passed: 0, failed: 1, seconds: 0 });
}
console.log();
for (const result of results) console.log(describe(result));
if (positionals.length === 0 && !hasServer) {
  console.log(
    `ui       not available on ${process.platform}-${process.arch}: VS Code's server from npm is for Linux on x64`,
  );
}
const sum: SuiteResult = {
  passed: results.reduce((total, { passed }) => total + passed, 0),
  failed: results.reduce((total, { failed }) => total + failed, 0),
};
writeFileSync(join(resultsDir, "all.json"), JSON.stringify(sum));
process.exit(sum.failed === 0 ? 0 : 1);

async function prepare(tier: Tier): Promise<boolean> {
  try {
    if (tier.needsServer) await installServer();
  } catch (error) {
    console.error(String(error));
    return false;
  }
  if (!tier.needsBuild) return true;
  builds ??= runProcess(["esbuild.mjs"], {}, BUILD_DEADLINE_MS);
  return builds;
}

function describe({ tier, passed, failed, seconds }: TierResult): string {
  const pace = seconds > tier.budget ? "OVER its budget of" : "of";
  return `${tier.name.padEnd(8)} ${passed} passed, ${failed} failed in ${seconds.toFixed(0)} s ${pace} ${tier.budget} s`;
}
