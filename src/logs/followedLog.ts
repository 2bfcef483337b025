import * as v from "valibot";
import type { LogState } from "./logFollower.ts";
import { resourceKinds, resourceOf, type ResourceKind } from "../resources/table.ts";
import type { LogEnding } from "./logEnding.ts";
import type { ResourceLog } from "../resources/resource.ts";

/** Names one log: of which thing, on which panel. The label is what a person calls it. */
export interface FollowedLog {
  readonly panelId: string;
  readonly kind: ResourceKind;
  readonly key: string;
  readonly label: string;
}

/** Where the following of a log stands; `asking`: the panel has not answered yet. */
export type TailPhase = "asking" | LogState | "reconnecting";

/**
 * What was started just before: `accepted`, so that all of the log is of that run, for panels empty it first
 * (docs/protocol.md 12.5); `sent`, where that is not sure.
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

/** How the log of a kind is read. Throws where the kind has none, which is a defect. */
export function logOf(kind: ResourceKind): ResourceLog {
  const { log } = resourceOf(kind);
  if (log === undefined) throw new TypeError(`${kind} has no log`);
  return log;
}

/** One log has one id, whatever it is called. */
export function followedLogId({ panelId, kind, key }: Omit<FollowedLog, "label">): string {
  return JSON.stringify([panelId, kind, key]);
}

const storedSchema = v.array(
  v.object({
    panelId: v.string(),
    kind: v.picklist(resourceKinds),
    key: v.string(),
    label: v.string(),
    startedAt: v.number(),
    wasRunning: v.boolean(),
    start: v.picklist(starts),
    /** Of the panel: at another one there is another log. */
    address: v.string(),
  }),
);

/** What is followed, as it is kept for the next window; nothing of a log's text. */
export type StoredTail = v.InferOutput<typeof storedSchema>[number];

/** What was kept; nothing where it cannot be read, such as that of another version. */
export function readStoredTails(value: unknown): readonly StoredTail[] {
  const parsed = v.safeParse(storedSchema, value);
  return parsed.success ? parsed.output.filter(({ kind }) => resourceOf(kind).log !== undefined) : [];
}
