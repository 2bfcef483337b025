import { mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";

/** How a suite went, as its runner leaves it in the results file. */
export interface SuiteResult {
  readonly passed: number;
  readonly failed: number;
  /** A line for each failed test. */
  readonly remarks: readonly string[];
  /** How long each file took. */
  readonly files: readonly FileTime[];
}

/** How long the tests of a file took, with their hooks; and, by the name `LOADING`, how long all files took to load. */
export interface FileTime {
  readonly file: string;
  readonly seconds: number;
}

const LOADING = "loading the files";

/** A test or a hook that takes this long hangs, whatever its machine does besides: a wait of `HANG_MS` fails first. */
const TEST_HANGS_MS = 300_000;

/** What to run, and where to leave the result. */
export interface MochaRun {
  readonly files: readonly string[];
  readonly grep?: string | undefined;
  /** End with the first failure. */
  readonly bail?: boolean;
  readonly resultsFile?: string | undefined;
}

/** Runs test files, in this process; a skipped test counts as failed. Writes the results file even when a file does not load. */
export async function runMocha(run: MochaRun): Promise<SuiteResult> {
  const { files, grep, bail = false, resultsFile } = run;
  const { default: Mocha } = await import("mocha");
  const mocha = new Mocha({
    timeout: TEST_HANGS_MS,
    bail,
    forbidPending: true,
    forbidOnly: process.env["CI"] !== undefined,
    ...(grep === undefined ? {} : { grep }),
  });
  for (const file of files) mocha.addFile(file);
  let passed = 0;
  let failed = 0;
  const remarks: string[] = [];
  const times = new Map<string, number>();
  const addTime = (file: string, since: number) =>
    times.set(file, (times.get(file) ?? 0) + (performance.now() - since) / 1000);
  const remark = (title: string, error: unknown) =>
    remarks.push(`failed: ${title}: ${String(error).split("\n", 1)[0]}`);
  try {
    const begun = performance.now();
    await mocha.loadFilesAsync();
    addTime(LOADING, begun);
    await new Promise<void>((resolve) => {
      const runner = mocha.run(() => resolve());
      runner.on("pass", () => (passed += 1));
      runner.on("fail", (test, error) => {
        failed += 1;
        remark(test.fullTitle(), error);
      });
      let suiteBegun = 0;
      const isOutermost = ({ parent }: Mocha.Suite) => parent?.root === true;
      runner.on("suite", (suite) => {
        if (isOutermost(suite)) suiteBegun = performance.now();
      });
      runner.on("suite end", (suite) => {
        if (isOutermost(suite)) addTime(suite.file ?? suite.title, suiteBegun);
      });
    });
  } catch (error) {
    console.error(error);
    failed += 1;
    remark("while the files were loaded", error);
  }
  // what picks tests by name may pick none of these
  if (passed + failed === 0 && grep === undefined) {
    console.error("No test has run");
    failed = 1;
  }
  const fileTimes = [...times].map(([file, seconds]) => ({ file, seconds }));
  const result: SuiteResult = { passed, failed, remarks, files: fileTimes };
  if (resultsFile !== undefined) {
    mkdirSync(dirname(resultsFile), { recursive: true });
    writeFileSync(resultsFile, JSON.stringify(result));
  }
  return result;
}
