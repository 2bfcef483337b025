import { posix } from "node:path";
import { OUR_DIRECTORY } from "../serverFiles/remoteNames.ts";
import { END_OF_TAR, tarHeader, tarPadding } from "./tarHeader.ts";

/** The names of what a job's directory has; `job.sh` says what each is. */
export const JOB_SCRIPT = "job.sh";
export const jobFiles = {
  archive: "files.tar",
  goes: "goes",
  cancel: "cancel",
  stays: "stays",
  output: "out",
  end: "end",
} as const;

/** The directory of a job. @param id begins with its kind */
export function jobDirectory(id: string): string {
  return posix.join(OUR_DIRECTORY, "jobs", id);
}

/** What is sent of a job beside the script that runs it: an archive of its own script and of what that reads. */
export function jobArchive(script: Uint8Array, inputs: ReadonlyMap<string, Uint8Array>): Buffer {
  const members = [...inputs, ["work.sh", script] as const, [jobFiles.goes, Buffer.alloc(0)] as const];
  const blocks = members.flatMap(([name, bytes]) => [
    tarHeader(name, bytes.length, 0),
    bytes,
    tarPadding(bytes.length),
  ]);
  return Buffer.concat([...blocks, END_OF_TAR]);
}

/** What the script has said of a job in the log of its task. */
export type JobWord =
  | { readonly kind: "begun" }
  | { readonly kind: "busy" }
  | { readonly kind: "noSpace" }
  | { readonly kind: "ended" }
  | { readonly kind: "gone" }
  | { readonly kind: "missing"; readonly tools: readonly string[] };

/** Finds the line of the run with this nonce. A line that has not ended is still being written. */
export function readJobWord(log: string, nonce: string): JobWord | undefined {
  const start = `server-panel ${nonce} `;
  const line =
    log
      .split("\n")
      .slice(0, -1)
      .find((each) => each.startsWith(start)) ?? "";
  const [word = "", ...tools] = line.slice(start.length).trimEnd().split(" ");
  switch (word) {
    case "begun":
    case "busy":
    case "noSpace":
    case "ended":
    case "gone":
      return { kind: word };
    case "missing":
      return { kind: word, tools };
    default:
      return undefined;
  }
}

/** How a job has ended that nobody has to have seen end before: by its file `end`. */
export type WrittenEnd =
  | { readonly kind: "ended"; readonly code: number; readonly errors: string }
  | { readonly kind: "timedOut" | "tooMuch" | "noSpace" | "canceled" };

/** Where the first line of that file ends. */
const FIRST_LINE = 41;

/** Reads the file `end`; `undefined` if it is no such file. */
export function readJobEnd(bytes: Uint8Array): WrittenEnd | undefined {
  const text = new TextDecoder().decode(bytes);
  const [, kind = "", code] = /^(\w+)(?: (\d{1,3}))? *\n/.exec(text) ?? [];
  switch (kind) {
    case "ended":
      if (code === undefined) return undefined;
      return { kind, code: Number(code), errors: text.slice(FIRST_LINE) };
    case "timedOut":
    case "tooMuch":
    case "noSpace":
    case "canceled":
      return { kind };
    default:
      return undefined;
  }
}
