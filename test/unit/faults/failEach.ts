import assert from "node:assert/strict";
import { chmodSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { placeOf } from "../deployments/exchange/exchangeServer.ts";
import { failingProgram, type Fault, FAULTS } from "./failingProgram.ts";

/** What a run of a script has told, beside what was so: a `lie`, that it is `done`, or that it is `not done`. */
export type Verdict = "lie" | "done" | "not done";

/** A server in a temporary directory, on which a program can be put before those of this machine. */
interface ToolServer {
  readonly base: string;
  /** Puts a program before one of this machine. @param text of `sh` */
  tool(name: string, text: string): void;
  remove(): void | Promise<void>;
}

/** What is tried. */
interface Tried<Server extends ToolServer> {
  /** What a run is to be, as the title of a test ends. */
  readonly what: string;
  readonly programs: readonly string[];
  readonly begin: () => Server | Promise<Server>;
  readonly run: (server: Server) => Promise<Verdict>;
  /** Where a program finds others once it has failed. */
  readonly path?: (server: Server) => string;
}

const IS_FULL = process.env["FUZZ"] === "full";

/** How a program fails, at which of its calls, and whether at all later ones, too. */
interface Failure {
  readonly fault: Fault;
  readonly call: number;
  readonly isLasting: boolean;
}

/**
 * The failures of a program that is called so often: each way at one of three calls, the first, one in the middle and the last, and one way at
 * all of them, for there may be more once one has failed.
 * @param turn which way comes at which call: another one for each program
 */
function failuresOf(times: number, turn: number): readonly Failure[] {
  const lasting = FAULTS.map((fault) => ({ fault, call: 1, isLasting: true }));
  if (IS_FULL) {
    const calls = Array.from({ length: times }, (_, index) => index + 1);
    return [...calls.flatMap((call) => FAULTS.map((fault) => ({ fault, call, isLasting: false }))), ...lasting];
  }
  const calls = [...new Set([1, Math.ceil(times / 2), times])];
  const single = FAULTS.map((fault, index) => ({
    fault,
    call: calls[(index + turn) % calls.length] ?? 1,
    isLasting: false,
  }));
  return [...single, ...lasting.filter((_, index) => index === turn % FAULTS.length)];
}

const PATH = process.env["PATH"] ?? "";

/**
 * Tests that fail each program of a script, one call at a time and all of them (`FUZZ=full`: each call in each way); prints how often what was
 * told. A run in which nothing fails says which calls there are.
 */
export function failEach<Server extends ToolServer>({ what, programs, begin, run, path }: Tried<Server>): void {
  const counts = { lie: 0, done: 0, "not done": 0 };

  /** Runs it with a program that fails; says what was told, and how often it was called. */
  async function tried(program: string, failing: Failure) {
    const server = await begin();
    try {
      const real = placeOf(program) ?? assert.fail(program);
      // whoever runs the program counts
      const counted = join(server.base, "calls");
      writeFileSync(counted, "");
      chmodSync(counted, 0o666);
      const text = failingProgram({ real, path: path?.(server) ?? PATH, calls: counted }, failing);
      server.tool(program, `${text}exec ${real} "$@"\n`);
      const verdict = await run(server);
      return { verdict, times: readFileSync(counted, "utf8").length / 2 };
    } finally {
      await server.remove();
    }
  }

  for (const [turn, program] of programs.entries())
    it(`${program} fails: ${what}`, async () => {
      const well = await tried(program, { fault: "fails", call: 0, isLasting: false });
      assert.equal(well.verdict, "done", "nothing has failed");
      assert.ok(well.times > 0, "it is never called");
      const lies: string[] = [];
      for (const failure of failuresOf(well.times, turn)) {
        const { verdict } = await tried(program, failure);
        counts[verdict] += 1;
        if (verdict === "lie") lies.push(`${failure.fault} at ${failure.call}${failure.isLasting ? " and later" : ""}`);
      }
      assert.deepEqual(lies, []);
    });
  after(() => {
    console.log(`      ${what}: lies ${counts.lie}, done ${counts.done}, not done ${counts["not done"]}`);
  });
}
