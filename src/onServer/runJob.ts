import { FileError } from "../serverFiles/fileError.ts";
import { RemoteFiles } from "../serverFiles/remoteFiles.ts";
import { PanelError } from "../wire/answers/failure.ts";
import type { WrittenEnd } from "./jobFiles.ts";
import { JobRun } from "./jobRun.ts";
import type { JobContext, JobEnd, ServerJob } from "./serverJob.ts";

const CANCELED = { kind: "canceled" } as const;
const UNKNOWN = { kind: "unknown" } as const;

/**
 * Runs a job, then `collect` with its directory where it has ended with 0, to fetch files that it left there, then removes the directory.
 * Aborting the signal ends the job on the server with all of its processes, unless it has renamed its file `goes` to `stays`; that it is
 * `canceled` is only said once that was seen. Throws `PanelError` if it has not begun, and what `collect` throws.
 */
export async function runJob(
  job: ServerJob,
  context: JobContext,
  collect: (files: RemoteFiles, directory: string) => Promise<void> = async () => undefined,
): Promise<JobEnd> {
  const { callFor, clock, signal } = context;
  const run = new JobRun(job, context);
  try {
    const refusal = await begin(run, signal);
    if (refusal !== undefined) return refusal;
    const end = await endOf(run);
    // it may run, and then needs its directory
    if (end.kind === "unknown") return end;
    const files = new RemoteFiles(callFor(signal), clock, signal);
    return await collected(run, end, signal, async () => collect(files, run.directory));
  } finally {
    await run.tasksRemoved();
  }
}

/** Fetches what a job has left where it has ended well, and removes its directory. */
async function collected(
  run: JobRun,
  end: WrittenEnd,
  signal: AbortSignal,
  collect: () => Promise<void>,
): Promise<WrittenEnd> {
  try {
    if (end.kind === "ended" && end.code === 0) await collect();
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
async function endOf(run: JobRun): Promise<WrittenEnd | typeof UNKNOWN> {
  const first = await run.followed.follow();
  const word = first === undefined ? await run.over() : undefined;
  const end = word?.kind === "ended" ? await run.followed.follow() : first;
  if (run.followed.isCanceled && (end !== undefined || word?.kind === "gone")) return CANCELED;
  return end ?? UNKNOWN;
}
