import { randomUUID } from "node:crypto";
import { posix } from "node:path";
import * as v from "valibot";
import { writtenAgent } from "../actions/agent.ts";
import { recordedFailure, type PanelFailure } from "../wire/answers/failure.ts";
import { cutText } from "../characters/plainText.ts";
import type { Redact } from "../redaction/redactor.ts";
import type { ActionRecord } from "../actions/actionRunner.ts";
import { fileReasonNames, projectRuns, withoutQuery, type DeploymentEnd } from "../actions/deploymentEnd.ts";
import { deploymentStates } from "../actions/deploymentEnds.ts";
import type { Outcome } from "../actions/outcome.ts";
import { outcomeKinds, type OutcomeKind } from "../actions/outcomeKinds.ts";
import { partKinds, partStates } from "../resources/resource.ts";
import { actionsOf, resourceKinds, type ResourceKind } from "../resources/resources.ts";
import type { Verb } from "../resources/verbs.ts";

/** The version that is written; a line of another one is skipped. */
const VERSION = 1;

/** How long texts, in characters, and lists may be; the rest is cut. */
interface Limits {
  readonly text: number;
  readonly list: number;
}

const SHORT: Limits = { text: 200, list: 5 };

/** Of what is on the server: who looks for it needs whole paths, and the number of tasks. Paths of Linux are no longer. */
const WHOLE: Limits = { text: 4_096, list: 20 };

function limitsOf(field: string, { kind, evidence }: Pick<ActivityEntry, "kind" | "evidence">): Limits {
  switch (field) {
    case "target":
    case "key":
      return kind === "file" ? WHOLE : SHORT;
    case "evidence":
      // the panel's own words, and no name of anything
      return evidence?.name === "lastLine" ? SHORT : WHOLE;
    case "problem":
    case "parts":
    case "deployment":
    case "group":
      return WHOLE;
    default:
      return SHORT;
  }
}

const text = v.string();

/** Makes a schema optional: an unreadable part of a line is dropped, and the rest is kept. */
function lenient<T>(schema: v.GenericSchema<unknown, T>) {
  return v.fallback(v.optional(schema), undefined);
}

/** A part that was to be deleted with the target, as seen afterwards. */
const partAfter = v.object({
  kind: v.picklist(partKinds),
  name: text,
  user: v.exactOptional(text),
  state: v.picklist(partStates),
});

/** What may have become of a file that was to be replaced; all other problems say that nothing was changed. */
const openProblem = v.variant("kind", [
  v.object({ kind: v.literal("halfway"), path: text, stage: text, isMissing: v.boolean() }),
  v.object({ kind: v.literal("mismatch"), path: text }),
  v.pipe(
    v.object({
      kind: v.literal("halfUnpacked"),
      path: text,
      /** Absent in records of versions that unpacked into the archive's own directory. */
      into: v.exactOptional(text),
      isWhole: v.exactOptional(v.boolean()),
      stage: v.exactOptional(text),
    }),
    v.transform((problem) => ({ ...problem, into: problem.into ?? posix.dirname(problem.path) })),
  ),
]);

const notedFile = v.object({ path: text, reason: v.picklist(fileReasonNames), copy: v.exactOptional(text) });

/** The end of a step; what it wrote may have anything in it, and is on the server alone. */
const stepLeft = v.object({
  name: text,
  when: v.picklist(["before", "after"]),
  isBack: v.exactOptional(v.literal(true)),
  end: v.variant("kind", [
    v.object({ kind: v.literal("exited"), code: v.number() }),
    v.object({ kind: v.literal("late"), seconds: v.number() }),
    v.object({ kind: v.picklist(["stopped", "notBegun", "lost", "unknown"]) }),
  ]),
  left: v.exactOptional(v.number()),
});

const addressAnswer = v.variant("kind", [
  v.object({ kind: v.literal("status"), status: v.number() }),
  v.object({ kind: v.literal("failed"), code: text }),
]);

const someFiles = v.object({ files: v.array(notedFile), count: v.number() });

/** The end of a deployment or a roll back, for what it left stands in no list: the notification that says so goes. */
const deploymentLeft = v.object({
  targetKind: v.exactOptional(text),
  state: v.picklist(deploymentStates),
  kept: v.exactOptional(someFiles),
  aside: v.exactOptional(someFiles),
  leftTasks: v.exactOptional(v.array(text)),
  checked: v.exactOptional(
    v.object({
      // perhaps redacted, and then no address any more
      address: text,
      answer: addressAnswer,
      before: v.exactOptional(addressAnswer),
    }),
  ),
  rolledBack: v.exactOptional(v.picklist(["done", "failed"])),
  running: v.exactOptional(v.picklist(projectRuns)),
  steps: v.exactOptional(v.array(stepLeft)),
  hadSteps: v.exactOptional(v.literal(true)),
});

const schema = v.object({
  id: v.pipe(text, v.nonEmpty()),
  at: v.pipe(v.number(), v.finite()),
  panelId: v.fallback(text, ""),
  panel: v.fallback(text, ""),
  verb: v.pipe(text, v.nonEmpty()),
  kind: v.fallback(text, ""),
  target: v.fallback(text, ""),
  key: lenient(text),
  result: v.pipe(text, v.nonEmpty()),
  why: lenient(text),
  evidence: lenient(v.object({ name: text, value: text })),
  failure: lenient(recordedFailure),
  problem: lenient(openProblem),
  parts: lenient(v.array(partAfter)),
  deployment: lenient(deploymentLeft),
  by: lenient(v.literal("agent")),
  client: lenient(text),
  setting: lenient(text),
  group: lenient(v.object({ id: text, deployment: text, role: text, roles: v.array(text) })),
  milliseconds: v.fallback(v.pipe(v.number(), v.finite(), v.minValue(0)), 0),
});

const lineSchema = v.pipe(v.string(), v.parseJson(), v.object({ version: v.literal(VERSION), ...schema.entries }));

/**
 * An operation in the activity log. `at`: when its result was known, in milliseconds since the epoch; `panel`: the
 * panel's name then; `by`: who asked in a person's stead, and what it called itself (`client`); `target`: the label; `key`: what the panel called it, where it is known and short. `verb`,
 * `kind`, `result` (an outcome's kind), `why` and the name of `evidence` may be words that only a newer version
 * knows. `setting`: the name of the website's setting that was changed; `group`: which one it is of the servers of one deployment.
 */
export type ActivityEntry = Readonly<v.InferOutput<typeof schema>>;

/** How an entry's result is shown; `undefined`: only a newer version knows it. */
export function recordOf(result: string): OutcomeKind["record"] {
  return Object.entries(outcomeKinds).find(([kind]) => kind === result)?.[1].record;
}

/** The log entry of a finished action, with every text redacted and cut; `undefined` if it was not begun, or canceled before. */
export function entryOf(
  record: ActionRecord,
  panel: string,
  endedAt: number,
  redact: Redact,
): ActivityEntry | undefined {
  const { panelId, verb, kind, target, outcome, milliseconds, group, setting } = record;
  const isCanceled = outcome.kind === "failed" && outcome.failure.kind === "cancelled";
  if (isCanceled || recordOf(outcome.kind) === undefined) return undefined;
  const problem = openProblemOf(outcome);
  const entry: ActivityEntry = {
    id: record.id ?? randomUUID(),
    at: endedAt,
    panelId,
    panel,
    verb,
    kind,
    target: target.label,
    key: target.key,
    result: problem === undefined ? outcome.kind : "failed",
    why: "why" in outcome ? outcome.why : undefined,
    evidence: "evidence" in outcome ? outcome.evidence : undefined,
    failure: failureIn(outcome),
    problem,
    parts: "parts" in outcome ? v.parse(v.array(partAfter), outcome.parts) : undefined,
    deployment: outcome.deployment && leftBy(outcome.deployment),
    ...writtenAgent(record.by),
    ...(setting !== undefined && { setting }),
    ...(group && { group: { ...group, roles: [...group.roles] } }),
    milliseconds,
  };
  return redactedEntry(entry, redact);
}

function openProblemOf(outcome: Outcome): ActivityEntry["problem"] {
  if (outcome.kind === "prevented" && v.is(openProblem, outcome.problem)) return outcome.problem;
  return undefined;
}

/** The failure that an outcome names: why it failed, why it is uncertain, or why nothing was seen afterwards. */
function failureIn(outcome: Outcome): PanelFailure | undefined {
  if ("failure" in outcome) return outcome.failure;
  if ("cause" in outcome) return outcome.cause;
  if ("unwritten" in outcome) return outcome.unwritten;
  if ("silence" in outcome) return outcome.silence;
  return undefined;
}

/** An end without what is of use only at once. */
function leftBy(end: DeploymentEnd): ActivityEntry["deployment"] {
  const { checked } = end;
  return v.parse(deploymentLeft, {
    ...end,
    ...(checked && { checked: { ...checked, address: withoutQuery(checked.address) } }),
  });
}

/** The entry with every text redacted and cut but the ids, which are ours. */
export function redactedEntry({ id, panelId, ...fields }: ActivityEntry, redact: Redact): ActivityEntry {
  const shortenedFields = Object.entries(fields).map(([field, value]) => [
    field,
    shortened(value, redact, limitsOf(field, fields)),
  ]);
  return v.parse(schema, { id, panelId, ...Object.fromEntries(shortenedFields) });
}

/** The line of an entry, without a line break. */
export function lineOf(entry: ActivityEntry): string {
  return JSON.stringify({ version: VERSION, ...entry });
}

/** `undefined` for a line that is torn, corrupt, or of another version. */
export function entryIn(line: string): ActivityEntry | undefined {
  const parsed = v.safeParse(lineSchema, line);
  if (!parsed.success) return undefined;
  const { version: _version, ...entry } = parsed.output;
  return entry;
}

function shortened(value: unknown, redact: Redact, limits: Limits): unknown {
  // cut only after redaction: half of a secret would not be recognised
  if (typeof value === "string") return cutText(redact(value), limits.text);
  if (Array.isArray(value)) return value.slice(0, limits.list).map((item) => shortened(item, redact, limits));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, shortened(part, redact, limits)]));
}

/** An operation whose kind and verb this version knows. */
export type RepeatableEntry = ActivityEntry & { readonly kind: ResourceKind; readonly verb: Verb };

/** Whether an operation can be run again on its target: not one that made it, nor one that ended without it. */
export function isRepeatable(entry: ActivityEntry): entry is RepeatableEntry {
  const { verb, result } = entry;
  const kind = knownKindOf(entry);
  const isTargetGone = result === "gone" || (verb === "remove" && result === "done");
  if (kind === undefined || isTargetGone) return false;
  return actionsOf(kind).some(([name]) => name === verb);
}

/** `undefined`: only a newer version knows it. */
export function knownKindOf({ kind }: ActivityEntry): ResourceKind | undefined {
  return resourceKinds.find((known) => known === kind);
}
