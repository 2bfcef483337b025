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
