import { runJob } from "../onServer/runJob.ts";
import type { JobContext, JobEnd, ServerJob } from "../onServer/serverJob.ts";
import type { ReadScript } from "../onServer/shippedScripts.ts";
import { PanelError } from "../wire/answers/failure.ts";
import type { RemoteFiles } from "../serverFiles/remoteFiles.ts";

/** What runs the scripts about directories. */
export interface FolderJobs {
  readonly context: Omit<JobContext, "runner">;
  readonly shippedScript: ReadScript;
}

/** A script about a directory; what all of them share is sent before it. */
export interface FolderJob extends Pick<ServerJob, "kind" | "title" | "longestMs" | "mostOutput"> {
  readonly script: "compare.sh" | "pack.sh" | "unpack.sh";
  readonly inputs: Readonly<Record<string, string | Uint8Array>>;
  readonly onOutput?: (bytes: Uint8Array) => void;
}

/**
 * How a script about a directory ended: as `give_up` in `folder.sh` says, in words, or as its job did. `code` 0 without such words is its
 * own good end.
 */
export type FolderJobEnd =
  Exclude<JobEnd, { readonly kind: "canceled" }> | { readonly kind: "said"; readonly words: readonly string[] };

/** What came of a script. */
export interface FolderAnswer {
  readonly end: FolderJobEnd;
  readonly output: Buffer;
}

/** Runs a script about a directory. Throws what `runJob` throws, and `PanelError` if it was canceled. @param collect see there */
export async function runFolderJob(
  { context, shippedScript }: FolderJobs,
  { script, inputs, onOutput, ...job }: FolderJob,
  collect?: (files: RemoteFiles, directory: string) => Promise<void>,
): Promise<FolderAnswer> {
  const [shared, own, runner] = await Promise.all(["folder.sh", script, "job.sh"].map(shippedScript));
  if (shared === undefined || own === undefined || runner === undefined) throw new TypeError("no script");
  const parts: Uint8Array[] = [];
  const end = await runJob(
    {
      ...job,
      script: Buffer.concat([shared, own]),
      inputs: new Map(Object.entries(inputs).map(([name, content]) => [name, Buffer.from(content)])),
      onOutput(bytes) {
        parts.push(bytes);
        onOutput?.(bytes);
      },
    },
    { ...context, runner },
    collect,
  );
  if (end.kind === "canceled") throw new PanelError({ kind: "cancelled" });
  const output = Buffer.concat(parts);
  return { end: wordsIn(output) ?? end, output };
}

/** The last record, where a script has ended with words. */
function wordsIn(output: Buffer): FolderJobEnd | undefined {
  if (output.at(-1) !== 0) return undefined;
  const record = output.toString("utf8", output.lastIndexOf(0, output.length - 2) + 1, output.length - 1);
  if (!record.startsWith("end ")) return undefined;
  return { kind: "said", words: record.split(" ").slice(1) };
}
