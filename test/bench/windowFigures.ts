import assert from "node:assert/strict";
import { mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { projectDir } from "../../scripts/paths.ts";
import { runInHost } from "../host/runInHost.ts";
import { median, type Figure } from "./figure.ts";
import { bundleOf, readBuilt } from "../../scripts/bundles.ts";
import { firstFiles, laterBundles } from "./packageFigures.ts";

/** CPU time of the extension host's thread, and wall time, in milliseconds. */
export interface Spent {
  readonly worked: number;
  readonly elapsed: number;
}

/** The measurements of one window. */
export interface WindowMeasurement {
  /** Beyond that of an extension that does nothing. */
  readonly activation: Spent;
  /** Until the product has started. */
  readonly start: Spent;
  /** The files of `dist` that are loaded by then. */
  readonly files: readonly string[];
  /** Milliseconds for loading the later bundles, by their files. */
  readonly loading: Readonly<Record<string, number>>;
  readonly requestsWhileHidden: number;
}

/** An extension is activated only once in a window, so several windows are needed. */
const WINDOWS = 5;

/** What one step may take that blocks other extensions, in ms. */
const STEP_MS = 16;

const EMPTY = ["first", "second", "third"] as const;

/** Measures what happens once in a window, in several windows. @param directory for the extensions of these windows */
export async function windowFigures(directory: string): Promise<readonly Figure[]> {
  const extension = makeUnstarted(directory);
  const others = EMPTY.map((name) => makeEmpty(directory, name));
  const results = join(directory, "window.json");
  const built = readBuilt(projectDir);
  const fileOf = (bundle: string) => basename(bundleOf(built, bundle));
  const measured: WindowMeasurement[] = [];
  for (let window = 0; window < WINDOWS; window++) {
    rmSync(results, { force: true });
    const environment = {
      BENCH_RESULTS: results,
      BENCH_EMPTY: EMPTY.map((name) => `bench.${name}`).join(),
      BENCH_BUNDLES: Object.keys(laterBundles).map(fileOf).join(),
    };
    await runInHost({ folder: "bench/window", extension, others, environment });
    const measurement = JSON.parse(readFileSync(results, "utf8")) as WindowMeasurement;
    assert.deepEqual(
      measurement.files.toSorted(),
      firstFiles(built)
        .map((file) => basename(file))
        .toSorted(),
    );
    measured.push(measurement);
  }
  const spent = (name: string, limit: number, of: (window: WindowMeasurement) => Spent, typical = median) =>
    (["worked", "elapsed"] as const).map((how): Figure => ({
      name: `${name}, ${how === "worked" ? "work" : "clock"}`,
      value: typical(measured.map((window) => of(window)[how])),
      limit,
      unit: "ms",
    }));
  return [
    // a difference, which other work of the machine can make smaller as well
    ...spent("activation beyond that of an empty extension", 4, ({ activation }) => activation),
    ...spent(`starting the product, quickest of ${WINDOWS}`, 35, ({ start }) => start, quickest),
    // by the clock: a thread's own time is counted in steps that are longer than most of these
    ...Object.entries(laterBundles).map(([name, { when }]): Figure => ({
      name: `loading the code ${when}, quickest of ${WINDOWS}, clock`,
      value: quickest(measured.map(({ loading }) => loading[fileOf(name)] ?? Number.NaN)),
      limit: STEP_MS,
      unit: "ms",
    })),
    {
      name: "requests while the view is hidden",
      value: Math.max(...measured.map(({ requestsWhileHidden }) => requestsWhileHidden)),
      limit: 0,
      unit: "",
    },
  ];
}

/** What took the time itself: other work of the machine only makes it slower. */
function quickest(values: readonly number[]): number {
  return Math.min(...values);
}

/** Makes our extension anew without its activation events, so that the suite itself activates it. */
function makeUnstarted(directory: string): string {
  const folder = join(directory, "server-panel");
  mkdirSync(folder, { recursive: true });
  const isPart = (name: string) => ["dist", "l10n", "media"].includes(name) || name.startsWith("package.nls");
  for (const name of readdirSync(projectDir).filter(isPart)) symlinkSync(join(projectDir, name), join(folder, name));
  const manifest = JSON.parse(readFileSync(join(projectDir, "package.json"), "utf8")) as object;
  writeFileSync(join(folder, "package.json"), JSON.stringify({ ...manifest, activationEvents: [] }));
  return folder;
}

function makeEmpty(directory: string, name: string): string {
  const folder = join(directory, name);
  const manifest = {
    name,
    publisher: "bench",
    version: "1.0.0",
    engines: { vscode: "^1.105.0" },
    main: "./main.cjs",
    activationEvents: [],
  };
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "package.json"), JSON.stringify(manifest));
  writeFileSync(join(folder, "main.cjs"), '"use strict";exports.activate=()=>undefined;');
  return folder;
}
