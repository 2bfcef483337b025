/**
 * Measures how long the extension host is blocked while a person works with ten thousand sites and files, and the other figures of
 * docs/figures.md; prints two tables and writes `out/bench.json`: `node scripts/node.mjs test/bench/run.ts [figures|deployments]`, where
 * `figures` leaves the ten thousand sites out, and `deployments` all but deployments, which are measured on the running panels that the
 * live tier has, if it has any. Fails where a step was not measured, and never because of a time.
 */
import { cpus, tmpdir } from "node:os";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { makeDirectory, writeFile } from "../../src/demoPanel/serverFiles.ts";
import { handlers } from "../demoPanel/baota/handlers.ts";
import { startDemoPanel } from "../demoPanel/startDemoPanel.ts";
import { fillWithSites } from "../fakes/fillWithSites.ts";
import { runInHost } from "../host/runInHost.ts";
import { runProcess } from "../runProcess.ts";
import { installServer } from "../../scripts/vscode/installServer.ts";
import { outDir, projectDir } from "../../scripts/paths.ts";
import { budgetMs, DIRECTORY, FILES, ROUNDS, SITES, type Measurement } from "./benchSteps.ts";
import { benchServers } from "./benchServers.ts";
import { deployFigures, largeFigures } from "./deployFigures.ts";
import { exchangeFigures } from "./exchangeFigures.ts";
import { figureTable, type Figure } from "./figure.ts";
import { handshakeFigures } from "./handshakeFigures.ts";
import { mcpFigures } from "./mcpFigures.ts";
import { packageFigures } from "./packageFigures.ts";
import { packFigures } from "./packFigures.ts";
import { readFigures } from "./readFigures.ts";
import { searchFigures } from "./searchFigures.ts";
import { serverSearchFigures } from "./serverSearchFigures.ts";
import { stepFigures } from "./stepFigures.ts";
import { summary, tableOf, type SummaryRow } from "./summary.ts";
import { windowFigures } from "./windowFigures.ts";

const BUILD_DEADLINE_MS = 120_000;
const results = join(outDir, "bench-measurements.json");
const vsix = join(outDir, "bench.vsix");
const scratch = mkdtempSync(join(tmpdir(), "bench-"));

// the panel is in this process and not in the extension host, so that its work does not count as blocking
const panel = await startDemoPanel({
  handlers: {
    "site.list": (context) => {
      // a refresh finds every row changed, which is the worst case
      if (context.fields["p"] === "1")
        for (const site of panel.state.sites) site.note = `${panel.counters.requests.length}`;
      return handlers["site.list"](context);
    },
  },
});
try {
  process.chdir(projectDir);
  if (process.argv.includes("deployments")) printFigures(await deploymentFigures());
  else await benchAll();
} catch (error) {
  console.error(String(error));
  process.exitCode = 1;
} finally {
  rmSync(scratch, { recursive: true, force: true });
  await panel.close();
}

async function benchAll(): Promise<void> {
  rmSync(results, { force: true });
  if (!(await runProcess(["scripts/packExtension.mjs", vsix], { deadlineMs: BUILD_DEADLINE_MS })))
    throw new Error("The build failed");
  await installServer();
  const rows = process.argv.includes("figures") ? [] : await blockingRows();
  const figures = await allFigures();
  const machine = { node: process.version, processors: cpus().length };
  const bench = { budgetMs: budgetMs(1_000), rounds: ROUNDS, sites: SITES, machine, rows, figures };
  writeFileSync(join(outDir, "bench.json"), JSON.stringify(bench, undefined, 2));
}

async function blockingRows(): Promise<readonly SummaryRow[]> {
  fillWithSites(panel, SITES);
  makeDirectory(panel.state.files, DIRECTORY, 1);
  for (let index = 0; index < FILES; index++)
    writeFile(panel.state.files, `${DIRECTORY}/文件 ${index}.txt`, Buffer.from("x"), 1);
  const environment = { BENCH_ADDRESS: panel.address, BENCH_KEY: panel.key, BENCH_RESULTS: results };
  await runInHost({ folder: "bench", environment });
  const rows = summary(JSON.parse(readFileSync(results, "utf8")) as readonly Measurement[]);
  console.log(`\nBlocking of the extension host, ${SITES} sites, ${ROUNDS} rounds\n\n${tableOf(rows)}\n`);
  return rows;
}

async function deploymentFigures(): Promise<readonly Figure[]> {
  const figures: Figure[] = [];
  for (const server of await benchServers())
    figures.push(...(await deployFigures(mkdtempSync(join(scratch, "deploy-")), server)));
  return figures;
}

async function allFigures(): Promise<readonly Figure[]> {
  const figures = [
    ...(await windowFigures(scratch)),
    ...(await readFigures(scratch)),
    ...(await searchFigures()),
    ...(await serverSearchFigures(mkdtempSync(join(scratch, "search-")))),
    ...(await handshakeFigures(scratch)),
    ...(await deploymentFigures()),
    ...(await largeFigures(mkdtempSync(join(scratch, "large-")))),
    ...(await packFigures(mkdtempSync(join(scratch, "pack-")))),
    ...(await exchangeFigures()),
    ...(await stepFigures(mkdtempSync(join(scratch, "steps-")))),
    ...(await mcpFigures()),
    ...packageFigures(vsix),
  ];
  printFigures(figures);
  return figures;
}

function printFigures(figures: readonly Figure[]): void {
  console.log(`\nFigures\n\n${figureTable(figures)}\n`);
}
