/**
 * Measures how long the extension host is kept from anything else while a person works with ten thousand sites, prints a
 * table and writes `out/bench.json`: `node scripts/node.mjs test/bench/run.ts`. Fails where nothing, or something
 * else, was measured, and never on time.
 */
import { cpus } from "node:os";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { handlers } from "../../src/demoPanel/baota/handlers.ts";
import { startDemoPanel } from "../../src/demoPanel/startDemoPanel.ts";
import { fillWithSites } from "../fakes/fillWithSites.ts";
import { runInHost } from "../host/runInHost.ts";
import { runProcess } from "../runProcess.ts";
import { installServer } from "../../scripts/vscode/installServer.ts";
import { outDir, projectDir } from "../../scripts/paths.ts";
import { BUDGET_MS, ROUNDS, SITES, type Measurement } from "./benchSteps.ts";
import { summary, tableOf } from "./summary.ts";

const BUILD_DEADLINE_MS = 120_000;
const results = join(outDir, "bench-measurements.json");

// the panel is in this process, so that what it does does not count as blocking
const panel = await startDemoPanel({
  handlers: {
    "site.list": (context) => {
      // a refresh finds every row changed, which is the most that it can find
      if (context.fields["p"] === "1")
        for (const site of panel.state.sites) site.note = `${panel.counters.requests.length}`;
      return handlers["site.list"](context);
    },
  },
});
try {
  process.chdir(projectDir);
  rmSync(results, { force: true });
  if (!(await runProcess(["esbuild.mjs", "--production"], {}, BUILD_DEADLINE_MS))) throw new Error("The build failed");
  await installServer();
  fillWithSites(panel, SITES);
  const environment = { BENCH_ADDRESS: panel.address, BENCH_KEY: panel.key, BENCH_RESULTS: results };
  await runInHost({ folder: "bench", environment });
  const rows = summary(JSON.parse(readFileSync(results, "utf8")) as readonly Measurement[]);
  console.log(`\nBlocking of the extension host, ${SITES} sites, ${ROUNDS} rounds\n\n${tableOf(rows)}\n`);
  const machine = { node: process.version, processors: cpus().length };
  const bench = { budgetMs: BUDGET_MS, rounds: ROUNDS, sites: SITES, machine, rows };
  writeFileSync(join(outDir, "bench.json"), JSON.stringify(bench, undefined, 2));
} catch (error) {
  console.error(String(error));
  process.exitCode = 1;
} finally {
  await panel.close();
}
