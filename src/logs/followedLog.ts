import * as v from "valibot";
import type { CalledBy } from "../connection/lockoutGuard.ts";
import type { LogEvent, LogSource, LogState } from "./logFollower.ts";
import { webLogs, type Call, type ResourceLog, type WebLog } from "../resources/resource.ts";
import { resourceKinds, resourceOf, type ResourceKind } from "../resources/resources.ts";
import type { LogEnding } from "./logEnding.ts";
import { failureOf, PanelError, type PanelFailure } from "../wire/answers/failure.ts";

/** Names one log: of which thing, on which panel. The label is what a person calls it. */
export interface FollowedLog {
  readonly panelId: string;
  readonly kind: ResourceKind;
  readonly key: string;
  readonly label: string;
  /** Which one, where the kind has two. */
  readonly which?: WebLog;
  /** What the panel is asked for, where that is not the key. */
  readonly name?: string;
}

/** How the following of a log is going; `asking`: the panel has not answered yet. */
export type TailPhase = "asking" | LogState | "reconnecting";

/**
 * Whether what writes the log was started just before. `accepted`: it was, and all of the log is of that run, since
 * panels empty it first (docs/protocol.md 12.5); `sent`: that is not sure.
 */
const starts = ["none", "sent", "accepted"] as const;
export type FollowedStart = (typeof starts)[number];

/** A log that is being followed. */
export interface LogTail {
  readonly id: string;
  readonly log: FollowedLog;
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
  readonly phase: TailPhase;
  readonly start: FollowedStart;
}

/**
 * What was last seen of something whose log was followed, and when (milliseconds since the epoch); `left`: it ran, and
 * is not followed any more.
 */
export interface LastSeen {
  readonly what: "running" | "stale" | "left" | LogEnding["kind"];
  readonly atMs: number;
}

/** An upgrade whose log came to its end, as long as nobody has looked at it. */
export interface EndedUpgrade {
  readonly log: FollowedLog;
  readonly what: "finished" | "failed" | "unclear";
}

/** An event that a sentence between the lines of a followed log is about. */
export type LogNotice =
  | Exclude<LogEvent, { readonly kind: "lines" }>
  | { readonly kind: "started" }
  | { readonly kind: "stopped" }
  /** The panel answered, and there is no text; `refusal`: it answered with this. */
  | { readonly kind: "empty"; readonly refusal?: PanelFailure };

/** What the sentence for a notice depends on. */
export interface NoticeContext {
  readonly tail: LogTail;
  /** Whether text of the log stands above. */
  readonly hasText: boolean;
}

/** How a log is read. Throws where its kind has no such log, which is a defect. */
export function logOf(followed: Pick<FollowedLog, "kind" | "which">): ResourceLog {
  const found = findLog(followed);
  if (found === undefined) throw new TypeError(`${followed.kind} has no such log`);
  return found;
}

function findLog({ kind, which }: Pick<FollowedLog, "kind" | "which">): ResourceLog | undefined {
  const { log, webLogs: two } = resourceOf(kind);
  return which === undefined ? log : two?.[which];
}

/** How often it is looked, among refused readings in a row, whether what the log is of is still there. */
const LOOK_EVERY = 20;

/**
 * Reads a log again and again. `first` says who asked for the first reading; all others are automatic, and stop where
 * the panel has refused us. `onEmpty` is called where the first answer of a log without an end has no text,
 * with what the panel said instead.
 */
export function readerOf(
  followed: FollowedLog,
  first: CalledBy,
  callFor: (panelId: string, signal: AbortSignal, by: CalledBy) => Call | undefined,
  onEmpty: (refusal: PanelFailure | undefined) => void,
): LogSource["read"] {
  let by = first;
  let hasAnswered = false;
  let refused = 0;
  const { panelId, key, name } = followed;
  const { mode, read, isThere } = logOf(followed);
  const readOnce = async (signal: AbortSignal) => {
    const call = callFor(panelId, signal, by);
    by = "automatic";
    if (call === undefined) throw new PanelError({ kind: "cancelled" });
    try {
      const answer = await read(call, key, name);
      refused = 0;
      return answer;
    } catch (error) {
      const failure = failureOf(error);
      if (isThere === undefined || (failure?.kind !== "rejected" && failure?.kind !== "page")) throw error;
      if (refused % LOOK_EVERY === 0 && !(await isThere(call, key))) return "gone";
      refused += 1;
      // a page may stand for anything (docs/protocol.md 4.1)
      if (failure.kind === "page") throw error;
      return { text: "", refusal: failure };
    }
  };
  return async (signal) => {
    const answer = await readOnce(signal).catch((error: unknown) => {
      // changing how the panel is reached cancels the calls that are under way
      if (failureOf(error)?.kind === "cancelled" && !signal.aborted) return readOnce(signal);
      throw error;
    });
    if (answer === "gone") return answer;
    const { text } = answer;
    const running = "running" in answer ? answer.running : undefined;
    if (!hasAnswered && mode === "tail" && text.trim() === "")
      onEmpty("refusal" in answer ? answer.refusal : undefined);
    hasAnswered = true;
    return { text, ...(running === undefined ? {} : { running }) };
  };
}

/** The phase after an event; `undefined`: the one before it. */
export function phaseAfter(event: LogEvent): TailPhase | undefined {
  if (event.kind === "state") return event.state;
  return event.kind === "reconnecting" ? "reconnecting" : undefined;
}

/** One log has one id, whatever it is called. */
export function followedLogId({ panelId, kind, key, which }: Omit<FollowedLog, "label">): string {
  return JSON.stringify([panelId, kind, key, ...(which === undefined ? [] : [which])]);
}

const storedSchema = v.array(
  v.object({
    panelId: v.string(),
    kind: v.picklist(resourceKinds),
    key: v.string(),
    label: v.string(),
    which: v.exactOptional(v.picklist(webLogs)),
    name: v.exactOptional(v.string()),
    startedAt: v.number(),
    wasRunning: v.boolean(),
    start: v.picklist(starts),
    /** Of the panel: at another one there is another log. */
    address: v.string(),
  }),
);

/** What is followed, as it is kept for the next window; nothing of a log's text. */
export type StoredTail = v.InferOutput<typeof storedSchema>[number];

/** What was kept; nothing where it cannot be read, as when another version wrote it. */
export function readStoredTails(value: unknown): readonly StoredTail[] {
  const parsed = v.safeParse(storedSchema, value);
  return parsed.success ? parsed.output.filter((tail) => findLog(tail) !== undefined) : [];
}
