import * as v from "valibot";
import type { CalledBy } from "../connection/lockoutGuard.ts";
import type { LogEvent, LogSource, LogState } from "./logFollower.ts";
import { webLogs, type Call, type ResourceLog, type WebLog } from "../resources/resource.ts";
import { resourceKinds, resourceOf, type ResourceKind } from "../resources/resources.ts";
import type { LogEnding } from "./logEnding.ts";
import { failureOf, PanelError, type PanelFailure } from "../wire/answers/failure.ts";

/** Identifies one log: its panel and the row it belongs to. `label` is the row's name on the screen. */
export interface FollowedLog {
  readonly panelId: string;
  readonly kind: ResourceKind;
  readonly key: string;
  readonly label: string;
  /** Which log, if the kind has two. */
  readonly which?: WebLog;
  /** The name in requests, if it is not the key. */
  readonly name?: string;
}

/** State of following a log; `asking`: the panel has not answered yet. */
export type TailPhase = "asking" | LogState | "reconnecting";

/**
 * Whether the writer of the log was started just before. `accepted`: it was, and the whole log belongs to that run,
 * since panels empty it first (docs/protocol.md 12.5); `sent`: that is uncertain.
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
 * The last seen state of a followed log's writer, and its time (milliseconds since the epoch); `left`: it ran, and is
 * no longer followed.
 */
export interface LastSeen {
  readonly what: "running" | "stale" | "left" | LogEnding["kind"];
  readonly atMs: number;
}

/** An upgrade that has ended, and whose log nobody has looked at since. */
export interface EndedUpgrade {
  readonly log: FollowedLog;
  readonly what: "finished" | "failed" | "unclear";
}

/** The subject of a sentence between the lines of a followed log. */
export type LogNotice =
  | Exclude<LogEvent, { readonly kind: "lines" }>
  | { readonly kind: "started" }
  | { readonly kind: "stopped" }
  /** The panel sent no text; `refusal`: it sent this failure. */
  | { readonly kind: "empty"; readonly refusal?: PanelFailure };

/** Facts for the sentence of a notice. */
export interface NoticeContext {
  readonly tail: LogTail;
  /** Whether the screen shows text of the log. */
  readonly hasText: boolean;
}

/** The way to read a log. Throws if its kind has no such log, which is a defect. */
export function logOf(followed: Pick<FollowedLog, "kind" | "which">): ResourceLog {
  const foundLog = findLog(followed);
  if (foundLog === undefined) throw new TypeError(`${followed.kind} has no such log`);
  return foundLog;
}

function findLog({ kind, which }: Pick<FollowedLog, "kind" | "which">): ResourceLog | undefined {
  const { log, webLogs: two } = resourceOf(kind);
  if (which === undefined) return log;
  return two?.[which];
}

/** Refused readings in a row between two looks at whether the row still exists. */
const LOOK_EVERY = 20;

/**
 * Returns a reader of a log. `first` is the origin of the first reading; all others are automatic, and stop if the
 * panel has refused us. `onEmpty` is called if the first answer of an endless log has no text, with the panel's
 * failure.
 */
export function readerOf(
  followed: FollowedLog,
  firstCalledBy: CalledBy,
  callFor: (panelId: string, signal: AbortSignal, calledBy: CalledBy) => Call | undefined,
  onEmpty: (refusal: PanelFailure | undefined) => void,
): LogSource["read"] {
  let calledBy = firstCalledBy;
  let hasAnswered = false;
  let refused = 0;
  const { panelId, key, name } = followed;
  const { mode, read, isThere } = logOf(followed);
  const readOnce = async (signal: AbortSignal) => {
    const call = callFor(panelId, signal, calledBy);
    calledBy = "automatic";
    if (call === undefined) throw new PanelError({ kind: "cancelled" });
    try {
      const answer = await read(call, key, name);
      refused = 0;
      return answer;
    } catch (error) {
      const failure = failureOf(error);
      const mayBeGone = failure?.kind === "rejected" || failure?.kind === "page";
      if (isThere === undefined || !mayBeGone) throw error;
      if (refused % LOOK_EVERY === 0 && !(await isThere(call, key))) return "gone";
      refused += 1;
      // a page may stand for anything (docs/protocol.md 4.1)
      if (failure.kind === "page") throw error;
      return { text: "", refusal: failure };
    }
  };
  return async (signal) => {
    const answer = await readOnce(signal).catch((error: unknown) => {
      // a new address or key of the panel cancels its pending calls
      if (failureOf(error)?.kind === "cancelled" && !signal.aborted) return readOnce(signal);
      throw error;
    });
    if (answer === "gone") return answer;
    const { text, ...more } = answer;
    const isEmptyAtFirst = !hasAnswered && mode === "tail" && text.trim() === "";
    if (isEmptyAtFirst) onEmpty("refusal" in more ? more.refusal : undefined);
    hasAnswered = true;
    const running = "running" in more ? more.running : undefined;
    return { text, ...(running !== undefined && { running }) };
  };
}

/** The phase after an event; `undefined`: unchanged. */
export function phaseAfter(event: LogEvent): TailPhase | undefined {
  if (event.kind === "state") return event.state;
  if (event.kind === "reconnecting") return "reconnecting";
  return undefined;
}

/** The id of a log, which does not depend on its label. */
export function followedLogId({ panelId, kind, key, which }: Omit<FollowedLog, "label">): string {
  if (which === undefined) return JSON.stringify([panelId, kind, key]);
  return JSON.stringify([panelId, kind, key, which]);
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
    /** The panel's address: another one has another log. */
    address: v.string(),
  }),
);

/** A followed log as stored for the next window, without its text. */
export type StoredTail = v.InferOutput<typeof storedSchema>[number];

/** Reads the stored logs; empty if they are unreadable, as of another version. */
export function readStoredTails(value: unknown): readonly StoredTail[] {
  const parsed = v.safeParse(storedSchema, value);
  if (parsed.success) return parsed.output.filter((tail) => findLog(tail) !== undefined);
  return [];
}
