import { FileError } from "../serverFiles/fileError.ts";
import { RemoteFiles } from "../serverFiles/remoteFiles.ts";
import type { WrittenEnd } from "./jobFiles.ts";
import { JobRun } from "./jobRun.ts";
import { PanelError } from "../wire/answers/failure.ts";
import type { CommandContext } from "./serverCommand.ts";

/** A script of ours that the server runs, niced, at its own pace, and that can be ended. */
export interface ServerJob {
  /** What the task is called in the panel's list while the job begins: "Server Panel search". */
  readonly title: string;
  /** A server runs one job of a kind at a time, of whoever's window. Letters from a to z. */
  readonly kind: string;
  /** Run by `sh` with the job's directory as its working directory; it goes by `cd` to whatever else it reads. */
  readonly script: Uint8Array;
  /**
   * Files beside the script, by name, together below 8 MiB: a letter from a to z, then such letters, digits, dots and dashes. What a person
   * typed or a server named reaches the server only here, never in a command line.
   */
  readonly inputs: ReadonlyMap<string, Uint8Array>;
  /** The server ends the job after this. */
  readonly longestMs: number;
  /** The server ends the job once its output has more bytes. */
  readonly mostOutput: number;
  /** What the job writes to its standard output, in order, as it comes; at most `mostOutput` bytes. */
  readonly onOutput: (bytes: Uint8Array) => void;
}

/** How a job ended. */
export type JobEnd =
  /** By itself; `errors` are the last bytes that it wrote to its standard error, as text. */
  | { readonly kind: "ended"; readonly code: number; readonly errors: string }
  | { readonly kind: "timedOut" }
  | { readonly kind: "tooMuch" }
  /** Its directory or its output has no room; what came of that is not whole. */
  | { readonly kind: "noSpace" }
  /** None of its processes runs any more, by our wish. */
  | { readonly kind: "canceled" }
  /** It has not begun: the server runs another one of its kind. */
  | { readonly kind: "busy" }
  /** It has not begun: the server lacks these programs. */
  | { readonly kind: "missing"; readonly tools: readonly string[] }
  /** Its end was not seen: it may still run, until its longest time. */
  | { readonly kind: "unknown" };

/** What runs a job. */
export interface JobContext extends CommandContext {
  /** The text of `job.sh`, which runs the job's own. */
  readonly runner: Uint8Array;
}

const CANCELED = { kind: "canceled" } as const;
const UNKNOWN = { kind: "unknown" } as const;

/**
 * Runs a job, then `collect` with its directory where it has ended with 0, to fetch files that it left there, then removes the directory.
 * Aborting the signal ends the job on the server with all of its processes; that it is `canceled` is only said once that was seen. Throws
 * `PanelError` if it has not begun, and what `collect` throws.
 */
export async function runJob(
  job: ServerJob,
  context: JobContext,
  collect: (files: RemoteFiles, directory: string) => Promise<void> = async () => undefined,
): Promise<JobEnd> {
  const { callFor, clock, signal } = context;
  const run = new JobRun(job, context);
  const refusal = await begin(run, signal);
  if (refusal !== undefined) return refusal;
  const end = await endOf(run, signal);
  // it may run, and then needs its directory
  if (end.kind === "unknown") return end;
  try {
    if (end.kind === "ended" && end.code === 0)
      await collect(new RemoteFiles(callFor(signal), clock, signal), run.directory);
    return end;
  } catch (error) {
    if (signal.aborted) return CANCELED;
    throw error;
  } finally {
    await run.remove();
  }
}

/** Has the server begin a job. `undefined`: it runs, or may. */
async function begin(run: JobRun, signal: AbortSignal): Promise<JobEnd | undefined> {
  try {
    await run.send();
    const word = await run.begin();
    if (word?.kind === "missing") await run.remove();
    if (word?.kind === "missing" || word?.kind === "busy" || word?.kind === "noSpace") return word;
    return undefined;
  } catch (error) {
    await run.remove();
    if (signal.aborted) return CANCELED;
    if (!(error instanceof FileError)) throw error;
    if (error.problem.kind === "noSpace") return { kind: "noSpace" };
    throw new PanelError({ kind: "malformed", fields: [error.problem.kind] });
  }
}

/** Waits for the end of a job. Where that does not come, the server is asked to end what still runs. */
async function endOf(run: JobRun, signal: AbortSignal): Promise<WrittenEnd | typeof UNKNOWN> {
  const first = await run.follow();
  const word = first === undefined ? await run.over() : undefined;
  const end = word?.kind === "ended" ? await run.follow() : first;
  if (signal.aborted && (end !== undefined || word?.kind === "gone")) return CANCELED;
  return end ?? UNKNOWN;
}
