import { posix } from "node:path";
import { RemoteFiles } from "../../serverFiles/remoteFiles.ts";
import { LARGEST_PART } from "../../wire/operations/files.ts";
import { readMark, readResult, type ExchangeEnd, type ExpectedRun } from "./exchangeResult.ts";
import { EXCHANGE_SCRIPT } from "./scriptReader.ts";
import { shortId } from "../releases/releaseId.ts";
import { runOnServer, type CommandContext } from "../../onServer/serverCommand.ts";
import { neverAborted } from "../../storage/neverAborted.ts";

/** The name of the task that starts a run, which no other task has. @param nonce of the run */
export function taskName(site: string, id: string, nonce: string): string {
  return `${tasksOf(site, id)}${nonce.slice(0, 8)}`;
}

/** How the names of the tasks of a website begin, or of one of its exchanges. @param site its directory on the server */
export function tasksOf(site: string, id = ""): string {
  return `Server Panel ${posix.basename(site)} ${id === "" ? "" : `${shortId(id)}-`}`;
}

/** A run of the script, which lies on the server with its list and its archive. */
export interface ExchangeRun extends ExpectedRun {
  /** Where the script lies; the exchange's own directory, but where one is ended from elsewhere. */
  readonly scriptDirectory: string;
  /** The id of the installation that asks. */
  readonly installation: string;
  /** How many exchanges of each target are kept, to go back to. */
  readonly kept: number;
  /** Of `step`: the directory of the step, by its name. */
  readonly step?: string;
  readonly longestMs: number;
}

/**
 * Has the server run the script. `unknown`: its end was not seen, or is not proven, and it may still run; *recover* tells. Throws
 * `PanelError` if it has not begun.
 */
export async function runExchange(run: ExchangeRun, context: CommandContext): Promise<ExchangeEnd> {
  const { nonce, verb, id, scriptDirectory, installation, kept, step, longestMs } = run;
  const script = posix.join(scriptDirectory, EXCHANGE_SCRIPT);
  const words = ["sh", script, verb, id, nonce, installation, kept, ...(step === undefined ? [] : [step])];
  const found = await runOnServer(
    {
      name: taskName(posix.dirname(scriptDirectory), id, nonce),
      line: words.join(" "),
      read: (log) => (readMark(log, nonce) === undefined ? undefined : log),
      longestMs,
    },
    context,
  );
  const mark = found === undefined ? undefined : readMark(found, nonce);
  if (mark === undefined) return { kind: "unknown" };
  if (mark.kind === "missing") return mark;
  const text = mark.text ?? (await readLongResult(scriptDirectory, context));
  return readResult(text, mark, run);
}

async function readLongResult(directory: string, { callFor, clock }: CommandContext): Promise<string> {
  const signal = neverAborted;
  const files = new RemoteFiles(callFor(signal), clock, signal);
  const bytes = await files.read(posix.join(directory, "result"), 0, LARGEST_PART);
  return Buffer.from(bytes).toString("latin1");
}
