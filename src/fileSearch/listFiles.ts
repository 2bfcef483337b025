import { runJob } from "../onServer/runJob.ts";
import type { JobContext, JobEnd, ServerJob } from "../onServer/serverJob.ts";
import { panelFailureOf } from "../wire/answers/failure.ts";
import { findArguments } from "./findArguments.ts";
import { StepReading } from "./stepReading.ts";
import { NameOutput } from "./nameOutput.ts";
import type { SearchEnd } from "./searchEnd.ts";

/** What lists files of a server. */
export interface ListContext extends JobContext {
  /** The text of `listFiles.sh`. */
  readonly listScript: Uint8Array;
}

/** How long a server may list. */
const LONGEST_MS = 2 * 60_000;

/** Bytes of output that a server may write. */
const MOST_OUTPUT = 32 * 2 ** 20;

/**
 * Lists the files below a directory of a server, at most `MOST_NAMES`: paths relative to it, as they come; what no panel can open is left
 * out. Never throws for what a panel or a server does.
 * @param exclude globs of directories and files to leave out
 */
export async function listFiles(
  directory: string,
  exclude: readonly string[],
  context: ListContext,
  onFound: (paths: readonly string[]) => void,
): Promise<SearchEnd> {
  const output = new NameOutput();
  const full = new AbortController();
  const reading = new StepReading((part) => {
    const paths = output.add(part);
    if (paths.length > 0) onFound(paths);
    if (output.isFull) full.abort();
  });
  const job: ServerJob = {
    title: "Server Panel files",
    kind: "list",
    script: context.listScript,
    inputs: listInputs(directory, exclude),
    longestMs: LONGEST_MS,
    mostOutput: MOST_OUTPUT,
    onOutput: (bytes) => reading.add(bytes),
  };
  try {
    const end = await runJob(job, { ...context, signal: AbortSignal.any([context.signal, full.signal]) });
    await reading.end();
    return listEnd(end, output);
  } catch (error) {
    return { kind: "failed", failure: panelFailureOf(error) };
  }
}

/** The files beside the script, as it describes them. */
export function listInputs(directory: string, exclude: readonly string[]): ReadonlyMap<string, Uint8Array> {
  const choice = { include: "", exclude: "", usuallyExclude: exclude };
  return new Map<string, Uint8Array>([
    ["directories", Buffer.from(`${directory}\0`)],
    ["find", findArguments(choice, ["-printf", String.raw`%P\0`])],
  ]);
}

function listEnd(job: JobEnd, output: NameOutput): SearchEnd {
  if (output.isFull) return { kind: "tooManyLines", most: output.count };
  if (job.kind === "timedOut") return { kind: "timedOut", seconds: LONGEST_MS / 1_000 };
  if (job.kind !== "ended") return job;
  return output.end ?? { kind: "unable", message: job.errors };
}
