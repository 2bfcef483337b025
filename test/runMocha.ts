import { mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { ProcessorTime } from "./processorTime.ts";

/** How a suite went, as its runner leaves it in the results file. */
export interface SuiteResult {
  readonly passed: number;
  readonly failed: number;
  /** A line for each failed test. */
  readonly remarks: readonly string[];
  /** What each file took. */
  readonly files: readonly FileTime[];
}

/** What the tests of a file took, with their hooks; and, by the name `LOADING`, what loading all files took. */
export interface FileTime extends Time {
  readonly file: string;
}

interface Time {
  readonly seconds: number;
  /** Of this process and all that it has started. */
  readonly processorSeconds: number;
}

const LOADING = "loading the files";

/** A test or a hook that takes this long hangs, whatever its machine does besides: a wait of `HANG_MS` fails first. */
const TEST_HANGS_MS = 300_000;

/** What to run. */
export interface MochaRun {
  readonly files: readonly string[];
  readonly grep?: string | undefined;
  /** End with the first failure. */
  readonly bail?: boolean;
}

const processorTime = new ProcessorTime();

const now = (): Time => ({ seconds: performance.now() / 1000, processorSeconds: processorTime.seconds() });

/** Runs test files, in this process; a skipped test counts as failed, and so does a file that does not load. */
export async function runMocha({ files: paths, grep, bail = false }: MochaRun): Promise<SuiteResult> {
  const { default: Mocha } = await import("mocha");
  const mocha = new Mocha({
    timeout: TEST_HANGS_MS,
    bail,
    forbidPending: true,
    forbidOnly: process.env["CI"] !== undefined,
    ...(grep === undefined ? {} : { grep }),
  });
  for (const file of paths) mocha.addFile(file);
  let passed = 0;
  let failed = 0;
  const remarks: string[] = [];
  const files: FileTime[] = [];
  const addTime = (file: string, since: Time) => {
    const { seconds, processorSeconds } = now();
    files.push({ file, seconds: seconds - since.seconds, processorSeconds: processorSeconds - since.processorSeconds });
  };
  const remark = (title: string, error: unknown) =>
    remarks.push(`failed: ${title}: ${String(error).split("\n", 1)[0]}`);
  try {
    const begun = now();
    await mocha.loadFilesAsync();
    addTime(LOADING, begun);
    await new Promise<void>((resolve) => {
      const runner = mocha.run(() => resolve());
      runner.on("pass", () => (passed += 1));
      runner.on("fail", (test, error) => {
        failed += 1;
        remark(test.fullTitle(), error);
      });
      let suiteBegun = begun;
      const isOutermost = ({ parent }: Mocha.Suite) => parent?.root === true;
      runner.on("suite", (suite) => {
        if (isOutermost(suite)) suiteBegun = now();
      });
      runner.on("suite end", (suite) => {
        if (isOutermost(suite)) addTime(suite.file ?? suite.title, suiteBegun);
      });
    });
  } catch (error) {
    console.error(error);
    failed += 1;
    remark("while the files were loaded", error);
  } finally {
    // several that listen for a rejection which nobody handles would pass it to each other without end
    mocha.dispose();
  }
  // what picks tests by name may pick none of these
  if (passed + failed === 0 && grep === undefined) {
    console.error(`No test has run in ${paths.join(", ")}`);
    failed = 1;
  }
  return sumResults([{ passed, failed, remarks, files }]);
}

/** The results of runs as one, with each file once. */
export function sumResults(results: readonly SuiteResult[]): SuiteResult {
  const files = new Map<string, FileTime>();
  for (const { file, ...time } of results.flatMap((result) => result.files)) {
    const { seconds = 0, processorSeconds = 0 } = files.get(file) ?? {};
    files.set(file, {
      file,
      seconds: seconds + time.seconds,
      processorSeconds: processorSeconds + time.processorSeconds,
    });
  }
  const total = (of: "passed" | "failed") => results.reduce((count, result) => count + result[of], 0);
  return {
    passed: total("passed"),
    failed: total("failed"),
    remarks: results.flatMap(({ remarks }) => remarks),
    files: [...files.values()],
  };
}

/** Leaves a result for `run.ts`, where that has asked for it. */
export function leaveResult(result: SuiteResult): void {
  const file = process.env["TEST_RESULTS"];
  if (file === undefined) return;
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify(result));
}
