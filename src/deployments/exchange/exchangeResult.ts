import { posix } from "node:path";
import * as v from "valibot";
import { fileReasonNames, type FileReason, type NotedFile } from "../../actions/deploymentEnd.ts";
import { parseJson } from "../../wire/answers/parseJson.ts";
import { sha1Of } from "../../serverFiles/sha1Of.ts";

/** What `exchange.sh` can be told to do; its head says what each is. */
export const exchangeVerbs = [
  "exchange",
  "settle",
  "ask",
  "back",
  "leave",
  "recover",
  "giveup",
  "step",
  "look",
  "clean",
] as const;

export type ExchangeVerb = (typeof exchangeVerbs)[number];

const sha1 = v.pipe(v.string(), v.regex(/^[\da-f]{40}$/));
const id = v.pipe(v.string(), v.regex(/^[\da-zA-Z-]{1,64}$/));
const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const word = v.pipe(v.string(), v.regex(/^[\w -]{0,300}$/));

/** Most files of a deployment, with those that it leaves as they are. */
export const MOST_FILES = 60_000;

const notes = v.pipe(v.array(v.tuple([count, v.picklist(fileReasonNames)])), v.maxLength(MOST_FILES));

/** Records with their shelves. */
const copies = v.pipe(v.array(v.tuple([count, count])), v.maxLength(MOST_FILES));

const result = v.object({
  version: v.literal(1),
  nonce: id,
  script: sha1,
  verb: v.picklist(exchangeVerbs),
  id,
  end: v.picklist([
    "new",
    "held",
    "old",
    "untouched",
    "kept",
    "mixed",
    "left",
    "looked",
    "cleaned",
    "step",
    "running",
    "busy",
    "unfinished",
    "superseded",
    "used",
    "ended",
  ]),
  detail: word,
  trouble: notes,
  kept: notes,
  copies,
  removed: count,
  freed: count,
});

/** The files that a run has something to say of, by their paths in its list. */
interface NotedFiles {
  /** Why something was not exchanged. */
  readonly trouble: readonly NotedFile[];
  /** What did not go back. */
  readonly kept: readonly NotedFile[];
  /** What went back although it had changed while a step ran. */
  readonly aside: readonly NotedFile[];
}

/** Who works on a website now. */
export interface ExchangeHolder {
  readonly installation: string;
  /** The directory of that run has its `record.json`, if it has come with one. */
  readonly run: string;
  readonly verb: string;
  /** Seconds since the epoch, by the server's clock. */
  readonly since: number;
}

/** How a step's process can end: by itself, after its time, by a wish, or nobody has seen how. */
const stepEnds = ["exited", "late", "stopped", "lost"] as const;

/** How the process of a step ended. */
export interface StepRun {
  readonly how: (typeof stepEnds)[number];
  /** The exit code of its shell; of `lost` 0. */
  readonly code: number;
  /** Processes that it has started and that still run. */
  readonly left: number;
}

/** Why nothing was changed: what was to be recovered had been cut off before. */
export const CUT = "cut";

/** How a run of the script ended; `scriptEnds` says what each word means. */
export type ExchangeEnd =
  | { readonly kind: "new" | "held" | "cleaned" | "superseded" | "unfit" | "unknown" }
  | ({ readonly kind: "old" | "kept" | "mixed" | "left" } & NotedFiles)
  /** `why`: a word, where it is not about files. */
  | ({ readonly kind: "untouched"; readonly why: string } & NotedFiles)
  /** There was nothing to recover: how it had ended, or that it has changed nothing. */
  | ({ readonly kind: "ended"; readonly as: "new" | "old" | "left" } & NotedFiles)
  /** What was found is in the file `looked` of the run, which has this hash. Without `lacks` the server cannot run steps. */
  | { readonly kind: "looked"; readonly sha1: string; readonly lacks: readonly string[] }
  | ({ readonly kind: "step" } & StepRun)
  | { readonly kind: "running"; readonly left: number }
  /** `undefined`: it is not known who works there. */
  | { readonly kind: "busy"; readonly by: ExchangeHolder | undefined }
  | { readonly kind: "unfinished"; readonly id: string }
  | { readonly kind: "missing"; readonly tools: readonly string[] };

/** The last line of a run, as far as it is in the log of its task. */
export type Mark =
  | { readonly kind: "missing"; readonly tools: readonly string[] }
  /** `text`: the result; `undefined` where it is in the file `result` because it is long. */
  | { readonly kind: "result"; readonly sha1: string; readonly text: string | undefined };

/**
 * Finds the line of the run with this nonce: logs have those of other runs, too, and no other line proves anything. A line that has not
 * ended is still being written.
 */
export function readMark(log: string, nonce: string): Mark | undefined {
  const start = `server-panel ${nonce} `;
  const lines = log.split("\n").slice(0, -1);
  const said = lines.flatMap((line) => (line.startsWith(start) ? [line.slice(start.length).trimEnd()] : []));
  return said.map(markOf).find((mark) => mark !== undefined);
}

function markOf(said: string): Mark | undefined {
  if (said.startsWith("missing ")) return { kind: "missing", tools: said.split(" ").slice(1) };
  const [, hash, text] = /^([\da-f]{40}) (.+)$/.exec(said) ?? [];
  if (hash === undefined) return undefined;
  return { kind: "result", sha1: hash, text: text === "file" ? undefined : text };
}

/** What is known of a run beside its result. */
export interface ExpectedRun {
  readonly nonce: string;
  readonly verb: ExchangeVerb;
  readonly id: string;
  /** The sha1 of the script that was sent. */
  readonly script: string;
  /** Paths of the list, by number. */
  readonly paths: readonly string[];
  /** The directory of the exchange on the server. */
  readonly directory: string;
}

/**
 * Reads the result of a run. It counts only whole, as the mark has its hash, from this very script, and of this run: a script that was
 * damaged on its way may end with 0.
 */
export function readResult(text: string, mark: Mark & { readonly kind: "result" }, run: ExpectedRun): ExchangeEnd {
  if (sha1Of(text) !== mark.sha1) return { kind: "unknown" };
  const parsed = v.safeParse(result, parsedOrNothing(text));
  if (!parsed.success) return { kind: "unknown" };
  const { output } = parsed;
  const isOurs = (["nonce", "verb", "id", "script"] as const).every((field) => output[field] === run[field]);
  const isWithin = [...output.trouble, ...output.kept].every(([number]) => number < run.paths.length);
  if (isOurs && isWithin) return endOf(output, run);
  return { kind: "unknown" };
}

function parsedOrNothing(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}

function endOf(output: v.InferOutput<typeof result>, { paths, directory }: ExpectedRun): ExchangeEnd {
  const { end, detail } = output;
  const noted = ([number, reason]: readonly [number, FileReason]) => ({ path: paths[number] ?? "", reason });
  const shelves = new Map(output.copies);
  const copyOf = (number: number, reason: FileReason) => {
    const shelf = shelves.get(number);
    if (shelf === undefined) return {};
    const isLate = reason === "late";
    if (reason === "aside" || (isLate && end === "left")) return { copy: posix.join(directory, `edited/${number}`) };
    return { copy: posix.join(directory, isLate ? "new" : "old", `${shelf}`, posix.basename(paths[number] ?? "")) };
  };
  const told = output.kept.map((note): NotedFile => ({ ...noted(note), ...copyOf(...note) }));
  const files: NotedFiles = {
    trouble: output.trouble.map(noted),
    kept: told.filter(({ reason }) => reason !== "aside"),
    aside: told.filter(({ reason }) => reason === "aside"),
  };
  switch (end) {
    case "new":
    case "held":
    case "cleaned":
    case "superseded":
      return { kind: end };
    case "looked": {
      const [hash = "", ...lacks] = detail.split(" ");
      return { kind: end, sha1: hash, lacks };
    }
    case "old":
    case "kept":
    case "mixed":
    case "left":
      return { kind: end, ...files };
    case "step":
      return stepEnd(detail) ?? { kind: "unknown" };
    case "running":
      return { kind: end, left: Number(detail) };
    case "untouched":
      return { kind: end, why: detail, ...files };
    case "busy":
      return { kind: end, by: holderOf(detail) };
    case "unfinished":
      return { kind: end, id: detail };
    case "used":
      return { kind: "unfit" };
    case "ended":
      return { kind: end, as: detail === "new" || detail === "left" ? detail : "old", ...files };
    default:
      return end satisfies never;
  }
}

/** Reads "exited 3 left 0". */
export function readStepRun(detail: string): StepRun | undefined {
  const [, ending, code, left] = /^([a-z]+) (\d{1,3}) left (\d{1,7})$/.exec(detail) ?? [];
  const how = stepEnds.find((each) => each === ending);
  return how && { how, code: Number(code), left: Number(left) };
}

/** Reads how a step has ended, as the end of a run. */
export function stepEnd(detail: string): ExchangeEnd | undefined {
  const ran = readStepRun(detail);
  return ran && { kind: "step", ...ran };
}

/** Reads "installation run verb seconds". */
function holderOf(detail: string): ExchangeHolder | undefined {
  const [installation = "", run = "", verb = "", since = ""] = detail.split(" ");
  if (/^\d{1,12}$/.test(since)) return { installation, run, verb, since: Number(since) };
  return undefined;
}
