import * as v from "valibot";
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
  "stop",
  "look",
  "clean",
] as const;

export type ExchangeVerb = (typeof exchangeVerbs)[number];

/** Why a file was not exchanged. */
const reasons = [
  /** It, or what is there, is no longer as the preview showed it. */
  "changed",
  "appeared",
  /** A directory that would have to go holds files of others. */
  "filled",
  "gone",
  /** It lies behind a symbolic link. */
  "link",
  /** It cannot be replaced: a mount, an attribute, another file system. */
  "locked",
  "space",
  /** The archive has other bytes than the source had. */
  "archive",
  /** Its owner, its ACL or another attribute cannot be given to what comes. */
  "attributes",
  /** Edited while files were exchanged, or since. */
  "edited",
  "failed",
  /** Edited while files were taken back; the edit is among the copies. */
  "late",
  /** Its copy on the server is missing, or is not what was there. */
  "lost",
  /** Changed while a step ran; it has gone back all the same, and what it had become is among the copies. */
  "aside",
] as const;

/** Why a file was not exchanged, or not taken back. */
export type ExchangeReason = (typeof reasons)[number];

const sha1 = v.pipe(v.string(), v.regex(/^[\da-f]{40}$/));
const id = v.pipe(v.string(), v.regex(/^[\da-zA-Z-]{1,64}$/));
const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const word = v.pipe(v.string(), v.regex(/^[\w -]{0,300}$/));

/** Most files of a deployment, with those that it leaves as they are. */
export const MOST_FILES = 60_000;

const notes = v.pipe(
  v.array(v.tuple([v.pipe(v.number(), v.integer(), v.minValue(0)), v.picklist(reasons)])),
  v.maxLength(MOST_FILES),
);

const numbers = v.pipe(v.array(v.pipe(v.number(), v.integer(), v.minValue(0))), v.maxLength(MOST_FILES));

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
  copies: numbers,
  removed: count,
  freed: count,
});

/** A file that a run has something to say of. */
export interface NotedFile {
  readonly path: string;
  readonly reason: ExchangeReason;
}

/** A file that did not go back. */
export interface KeptFile extends NotedFile {
  /** Where the server has what was there before; absent if nothing was. */
  readonly copy?: string;
}

/** Files that have gone back, and had changed while a step ran: what they had become is among the copies. */
interface PutAside {
  readonly aside?: readonly KeptFile[];
}

/** Files that did not go back, beside these. */
interface Kept extends PutAside {
  readonly kept: readonly KeptFile[];
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

/** What a run has removed of earlier exchanges. */
export interface Cleaned {
  /** How many of them could have been gone back to. */
  readonly removed: number;
  /** The bytes of all that was removed. */
  readonly freed: number;
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

/** How a run of the script ended. */
export type ExchangeEnd =
  /** All is in its place. */
  | ({ readonly kind: "new" } & Cleaned)
  /** All is in its place, and waits for what comes after it: it does not count before it is settled. */
  | { readonly kind: "held" }
  /** Some of it was done, and all is back. */
  | ({ readonly kind: "old"; readonly trouble: readonly NotedFile[] } & PutAside)
  /** Nothing was changed; `why` where it is not about files. */
  | { readonly kind: "untouched"; readonly why: string; readonly trouble: readonly NotedFile[] }
  /** All is back but what was edited since. */
  | ({ readonly kind: "kept"; readonly trouble: readonly NotedFile[] } & Kept)
  /** Some is new and some is old: it can be tried again, or given up. */
  | ({ readonly kind: "mixed"; readonly trouble: readonly NotedFile[] } & Kept)
  /** Given up as it was. */
  | ({ readonly kind: "left" } & Kept)
  /** What was found is in the file `looked` of the run, which has this hash. Without `lacks` the server cannot run steps. */
  | { readonly kind: "looked"; readonly sha1: string; readonly lacks: readonly string[] }
  | ({ readonly kind: "cleaned" } & Cleaned)
  | ({ readonly kind: "step" } & StepRun)
  /** A step of the exchange still runs, or what it has started, and its end was not seen. */
  | { readonly kind: "running"; readonly left: number }
  /** Somebody works there; `undefined`: it is not known who. */
  | { readonly kind: "busy"; readonly by: ExchangeHolder | undefined }
  /** Another exchange waits for its end. */
  | { readonly kind: "unfinished"; readonly id: string }
  /** A later exchange has to go back first. */
  | { readonly kind: "superseded"; readonly by: string }
  /** The exchange is not in a state for this. */
  | { readonly kind: "unfit" }
  /** There was nothing to recover: how it had ended, or that it has changed nothing. */
  | ({ readonly kind: "ended"; readonly as: "new" | "old" | "left" } & Kept)
  /** The server lacks programs; nothing was changed. */
  | { readonly kind: "missing"; readonly tools: readonly string[] }
  /** What ran was not our script, or its result is not whole. */
  | { readonly kind: "unknown" };

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
  const { end, detail, removed, freed } = output;
  const noted = ([number, reason]: readonly [number, ExchangeReason]) => ({ path: paths[number] ?? "", reason });
  const trouble = output.trouble.map(noted);
  const copied = new Set(output.copies);
  const copyOf = (number: number, reason: ExchangeReason) => {
    if (reason === "aside") return "edited";
    if (reason === "late") return end === "left" ? "edited" : "new";
    return "old";
  };
  const told = output.kept.map((note): KeptFile => {
    const [number, reason] = note;
    const copy = `${directory}/${copyOf(number, reason)}/${number}`;
    return { ...noted(note), ...(copied.has(number) && { copy }) };
  });
  const kept = told.filter(({ reason }) => reason !== "aside");
  const files = told.filter(({ reason }) => reason === "aside");
  const aside = files.length > 0 ? { aside: files } : {};
  switch (end) {
    case "new":
    case "cleaned":
      return { kind: end, removed, freed };
    case "looked": {
      const [hash = "", ...lacks] = detail.split(" ");
      return { kind: end, sha1: hash, lacks };
    }
    case "held":
      return { kind: end };
    case "old":
      return { kind: end, trouble, ...aside };
    case "step":
      return stepOf(detail);
    case "running":
      return { kind: end, left: Number(detail) };
    case "untouched":
      return { kind: end, why: detail, trouble };
    case "kept":
    case "mixed":
      return { kind: end, trouble, kept, ...aside };
    case "left":
      return { kind: end, kept, ...aside };
    case "busy":
      return { kind: end, by: holderOf(detail) };
    case "unfinished":
      return { kind: end, id: detail };
    case "superseded":
      return { kind: end, by: detail };
    case "used":
      return { kind: "unfit" };
    case "ended":
      return { kind: end, as: detail === "new" || detail === "left" ? detail : "old", kept, ...aside };
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

function stepOf(detail: string): ExchangeEnd {
  const ran = readStepRun(detail);
  if (ran === undefined) return { kind: "unknown" };
  return { kind: "step", ...ran };
}

/** Reads "installation run verb seconds". */
function holderOf(detail: string): ExchangeHolder | undefined {
  const [installation = "", run = "", verb = "", since = ""] = detail.split(" ");
  if (/^\d{1,12}$/.test(since)) return { installation, run, verb, since: Number(since) };
  return undefined;
}
