import { randomUUID } from "node:crypto";
import { posix } from "node:path";
import { RemoteFiles } from "../serverFiles/remoteFiles.ts";
import { unlessFailing } from "../wire/answers/failure.ts";
import { FollowedJob } from "./followedJob.ts";
import { GrowingFile } from "./growingFile.ts";
import { jobArchive, jobDirectory, jobFiles, JOB_SCRIPT, readJobEnd, readJobWord } from "./jobFiles.ts";
import type { JobWord, WrittenEnd } from "./jobFiles.ts";
import { runOnServer } from "./serverCommand.ts";
import type { JobContext, ServerJob } from "./serverJob.ts";
import { neverAborted } from "../storage/neverAborted.ts";

/** How long the task that begins a job may take, or the one that ends what does not end by itself. */
const LONGEST_TASK_MS = 60_000;

/** How much later than its longest time a job's end may be seen. */
const LATE_MS = 60_000;

/** How far apart readings of its output are as long as it runs. */
const READ_APART_MS = 1_000;

/** Most bytes of one reading. */
const MOST_AT_ONCE = 1024 * 1024;

/** A job and its directory on the server. */
export class JobRun {
  readonly directory: string;
  readonly #id: string;
  readonly #job: ServerJob;
  readonly #context: JobContext;
  /** Those of calls that a cancel does not end. */
  readonly #files: RemoteFiles;
  /** It runs, from the moment on at which it is begun; its output is followed no more once it is canceled. */
  readonly followed: FollowedJob<WrittenEnd>;
  readonly #tasks: Promise<unknown>[] = [];

  constructor(job: ServerJob, context: JobContext) {
    this.#id = `${job.kind}-${randomUUID()}`;
    this.#job = job;
    this.#context = context;
    this.directory = jobDirectory(this.#id);
    this.#files = new RemoteFiles(context.callFor(neverAborted), context.clock, neverAborted);
    this.followed = this.#followedJob();
  }

  /** Uploads it. Throws `PanelError` and `FileError`. */
  async send(): Promise<void> {
    const { callFor, clock, signal, runner } = this.#context;
    const files = new RemoteFiles(callFor(signal), clock, signal);
    const write = async (name: string, bytes: Uint8Array) =>
      files.write({ directory: this.directory, name, bytes, isPrivate: true });
    await write(JOB_SCRIPT, runner);
    await write(jobFiles.archive, jobArchive(this.#job.script, this.#job.inputs));
  }

  /** Has the server begin it. `undefined`: that was not seen. Throws `PanelError` if it has not begun. */
  async begin(): Promise<JobWord | undefined> {
    const { longestMs, mostOutput } = this.#job;
    return this.#task("begin", Math.ceil(longestMs / 1_000), mostOutput);
  }

  /** Has the server end all that still runs of it. `ended`: its end is there. `gone`: it has ended without one, or was ended now. */
  async over(): Promise<JobWord | undefined> {
    return unlessFailing(async () => {
      await this.followed.lookWhetherItStays();
      return this.#task("over");
    });
  }

  /** Waits until its tasks are removed, which goes on beside what they have begun. */
  async tasksRemoved(): Promise<void> {
    await Promise.all(this.#tasks);
  }

  /** Removes its directory. What cannot be removed now, a later job removes. */
  async remove(): Promise<void> {
    await unlessFailing(async () => this.#files.removeDirectoryForGood(this.directory));
  }

  #followedJob(): FollowedJob<WrittenEnd> {
    const { longestMs, mostOutput, onOutput } = this.#job;
    const { clock, signal } = this.#context;
    const reading = { files: this.#files, clock, apartMs: READ_APART_MS, mostAtOnce: MOST_AT_ONCE };
    const written = new GrowingFile(this.#path(jobFiles.output), reading, onOutput);
    return new FollowedJob({
      directory: this.directory,
      output: {
        path: written.path,
        read: async (size, isWhole) => {
          if (isWhole || written.isDue)
            await written.readTo(Math.min(size, mostOutput), () => !this.followed.isCanceled);
        },
      },
      endName: jobFiles.end,
      readEnd: readJobEnd,
      longestMs: longestMs + LATE_MS,
      files: this.#files,
      clock,
      signal,
    });
  }

  /** Runs the script by a task, whatever is canceled meanwhile, and says its word as soon as that is there. */
  async #task(verb: "begin" | "over", ...words: readonly number[]): Promise<JobWord | undefined> {
    const nonce = randomUUID();
    const { title } = this.#job;
    const said = Promise.withResolvers<JobWord>();
    const task = runOnServer(
      {
        name: `${title} ${nonce.slice(0, 8)}`,
        line: ["sh", this.#path(JOB_SCRIPT), verb, this.#id, nonce, ...words].join(" "),
        read(log) {
          const word = readJobWord(log, nonce);
          if (word !== undefined) said.resolve(word);
          return word;
        },
        longestMs: LONGEST_TASK_MS,
      },
      { ...this.#context, signal: neverAborted },
    );
    // whoever waits for its word is told why there is none
    this.#tasks.push(unlessFailing(async () => task));
    return Promise.race([said.promise, task]);
  }

  #path(name: string): string {
    return posix.join(this.directory, name);
  }
}
