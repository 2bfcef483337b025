import { posix } from "node:path";
import type { RemoteFiles } from "../serverFiles/remoteFiles.ts";
import { Wait } from "../storage/moment.ts";
import type { Clock } from "../storage/ports.ts";
import { isTransient, panelFailureOf, rethrowDefect } from "../wire/answers/failure.ts";
import { jobFiles } from "./jobFiles.ts";
import { neverAborted } from "../storage/neverAborted.ts";

/** How long a job's end is waited for once it is to end: it is told for 5 seconds, and then has to. */
const LONGEST_CANCEL_MS = 20_000;

/** The pauses between looks at a job grow from the first to the second. */
const FIRST_LOOK_MS = 300;
const SLOWEST_LOOK_MS = 2_000;

/** Most bytes of the file that says how a job has ended. */
const MOST_OF_END = 8 * 1024;

/** What a job writes. */
export interface JobOutput {
  readonly path: string;
  /**
   * Reads it. Throws `PanelError`.
   * @param size how many bytes are there
   * @param isWhole whether no more come; then it may be called again
   */
  readonly read: (size: number, isWhole: boolean) => Promise<void>;
}

/** Output that nobody reads. */
export function unreadOutput(path: string): JobOutput {
  return { path, read: async () => undefined };
}

/** A job on the server as its files show it. */
interface JobThere<End> {
  readonly directory: string;
  readonly output: JobOutput;
  /** The name of the file that says how it has ended. */
  readonly endName: string;
  readonly readEnd: (bytes: Uint8Array) => End | undefined;
  /** For how long its end is waited for. */
  readonly longestMs: number;
  /** Reads files whatever is canceled. */
  readonly files: RemoteFiles;
  readonly clock: Clock;
  /** Ends the job. */
  readonly signal: AbortSignal;
}

/** A job that is followed to its end, and ended by a cancel. */
export class FollowedJob<End> {
  readonly #job: JobThere<End>;
  #staysOn = false;

  constructor(job: JobThere<End>) {
    this.#job = job;
  }

  /** Whether a person's cancel ends it, as far as was seen: it may have said before that it goes to its end. */
  get isCanceled(): boolean {
    return this.#job.signal.aborted && !this.#staysOn;
  }

  /**
   * Follows it to its end; a cancel ends it on the server. `undefined`: its end was not seen in time, or before it is followed no more.
   * @param isOver until when it is followed, whatever time passes
   */
  async follow(isOver?: AbortSignal): Promise<End | undefined> {
    const { clock, signal } = this.#job;
    const stopping = isOver ?? neverAborted;
    const waitFor = (ms: number) => new Wait(clock, isOver === undefined ? ms : Infinity);
    const whole = waitFor(this.#job.longestMs);
    let ending: Wait | undefined;
    let isTold = false;
    for (let pause = FIRST_LOOK_MS; !stopping.aborted; pause = Math.min(SLOWEST_LOOK_MS, pause * 1.5)) {
      if (this.isCanceled && !isTold) {
        pause = FIRST_LOOK_MS;
        ending ??= waitFor(LONGEST_CANCEL_MS);
        isTold = await this.#cancel();
      }
      try {
        const end = await this.#look();
        if (end !== undefined) return end;
      } catch (error) {
        // panels restart, and it goes on
        if (!isTransient(panelFailureOf(error))) return undefined;
      }
      const wait = this.isCanceled && ending !== undefined ? ending : whole;
      if (wait.left() <= 0) return undefined;
      await wait.pause(pause, ending === undefined && !this.#staysOn ? AbortSignal.any([signal, stopping]) : stopping);
    }
    return undefined;
  }

  /** Looks whether it has said that it goes to its end, which is gone with its directory. Throws `PanelError`. */
  async lookWhetherItStays(): Promise<void> {
    this.#note(await this.#job.files.look([this.#path(jobFiles.stays)]));
  }

  /** Wishes that it ends, and says whether the server has that. */
  async #cancel(): Promise<boolean> {
    try {
      await this.#job.files.place(this.#path(jobFiles.goes), this.#path(jobFiles.cancel));
      return true;
    } catch (error) {
      rethrowDefect(error);
      return false;
    }
  }

  /** Reads what is new, and its end once that is there. */
  async #look(): Promise<End | undefined> {
    const { files, output, endName, readEnd } = this.#job;
    const end = this.#path(endName);
    // in this order, for once its end is there nothing more is written
    const found = await files.look([end, output.path, this.#path(jobFiles.stays)]);
    this.#note(found);
    const hasEnded = found.has(end);
    await output.read(found.get(output.path)?.size ?? 0, hasEnded);
    if (!hasEnded) return undefined;
    return readEnd(await files.read(end, 0, MOST_OF_END));
  }

  #note(found: ReadonlyMap<string, unknown>): void {
    this.#staysOn ||= found.has(this.#path(jobFiles.stays));
  }

  #path(name: string): string {
    return posix.join(this.#job.directory, name);
  }
}
