import { posix } from "node:path";
import {
  changesFiles,
  isWrong,
  type Deployer,
  type DeploymentEnd,
  type DeploymentProblem,
  type NotedFile,
  type SomeFiles,
} from "../actions/deploymentEnd.ts";
import { byVerb, deploymentEnds, scriptEnds, type DeploymentVerb, type Intent } from "../actions/deploymentEnds.ts";
import type { Outcome } from "../actions/outcome.ts";
import type { Fact } from "../resources/facts.ts";
import type { RemoteFiles } from "../serverFiles/remoteFiles.ts";
import { type PanelFailure, panelFailureOf, unlessFailing } from "../wire/answers/failure.ts";
import { deploymentProblemOf, MOST_NAMED } from "./deploymentError.ts";
import type { DeploymentRecord } from "./deploymentRecord.ts";
import { CUT, type ExchangeEnd, type ExchangeHolder } from "./exchange/exchangeResult.ts";
import type { Place } from "./place.ts";
import { readUnfinished } from "./siteState.ts";
import { isOpen } from "../actions/stepEnds.ts";

/** How a deployment or a roll back ended; `failure` is of the call that failed, `evidence` what the project showed last. */
export interface Result {
  readonly end: DeploymentEnd;
  readonly failure?: PanelFailure;
  readonly evidence?: Fact | undefined;
}

/** Why something has ended as nobody wanted it. */
export interface Cause {
  readonly problem?: DeploymentProblem | undefined;
  readonly failure?: PanelFailure | undefined;
}

/** The result of an end that has a cause. */
export function resultOf(end: DeploymentEnd, { problem, failure }: Cause): Result {
  return { end: { ...end, ...(problem && { problem }) }, ...(failure && { failure }) };
}

/**
 * The result of a deployment that went back: how much it was to bring, the steps that had run, and all else as the way back has left it.
 * What was so before proves nothing.
 * @param cause why it went back, if its way back has no trouble of its own
 */
export function backFrom(
  { counts, bytes, steps }: DeploymentEnd,
  back: Result,
  { problem, failure }: Cause = {},
): Result {
  const common = { ...(counts && { counts }), ...(bytes !== undefined && { bytes }), ...(steps && { steps }) };
  return {
    ...(failure && { failure }),
    ...back,
    end: { ...(problem && { problem }), ...common, ...back.end },
  };
}

/** What a run has left on the server. */
export type Left = Pick<DeploymentEnd, "state" | "problem" | "kept" | "aside">;

/** What is on the server after a run by `scriptEnds`, and who works there if it was not this one's turn. */
export async function leftBy(end: ExchangeEnd, intent: Intent, place: Place, files: RemoteFiles): Promise<Left> {
  // what was cut off had changed nothing; for any other reason nobody has looked
  if (end.kind === "untouched" && intent === "recover" && end.why === CUT) return { state: "wanted" };
  const word = end.kind === "ended" ? endedAs[end.as] : end.kind;
  const state = scriptEnds[word][intent];
  // a way back that had not begun
  if (word === "new" && intent === "rollBack") return { state, problem: { kind: "unable", why: CUT } };
  const problem = await problemOf(end, intent, place, files);
  const kept = "kept" in end ? someFiles(place, end.kept) : undefined;
  const aside = "kept" in end ? someFiles(place, end.aside) : undefined;
  return { state, ...(problem && { problem }), ...(kept && { kept }), ...(aside && { aside }) };
}

/** How a run would have ended that has found an exchange ended already. */
const endedAs = { new: "new", old: "old", left: "kept" } as const;

/** Why a run has not done what it was to do; a way back says by its files what it has left. */
async function problemOf(
  end: ExchangeEnd,
  intent: Intent,
  place: Place,
  files: RemoteFiles,
): Promise<DeploymentProblem | undefined> {
  if (end.kind === "busy") return { kind: "busy", by: end.by && (await holderOf(end.by, place, files)) };
  // a step runs that this would have to wait for
  if (end.kind === "running") return { kind: "busy", by: undefined };
  if (end.kind === "unfinished") return { kind: "unfinished", by: await recordOf(end.id, place, files) };
  if (end.kind === "superseded" || end.kind === "unfit") return { kind: "changed" };
  if (end.kind === "missing") return { kind: "missing", tools: end.tools };
  if (end.kind === "untouched") return troubleOf(place, end.trouble) ?? { kind: "unable", why: end.why };
  if (intent === "deploy" && "trouble" in end) return troubleOf(place, end.trouble);
  return undefined;
}

/** Who works there, by the record of that run. */
async function holderOf(
  { installation, run, since }: ExchangeHolder,
  place: Place,
  files: RemoteFiles,
): Promise<Partial<Deployer>> {
  const { computer } = (await recordOf(run, place, files)) ?? {};
  return { installation, at: since * 1_000, ...(computer !== undefined && { computer }) };
}

/** The record of an exchange that has not ended, which only says whose it is. */
async function recordOf(id: string, place: Place, files: RemoteFiles): Promise<DeploymentRecord | undefined> {
  const unfinished = await unlessFailing(async () => readUnfinished(files, place, id));
  return unfinished?.record;
}

function troubleOf(place: Place, trouble: readonly NotedFile[]): DeploymentProblem | undefined {
  const files = someFiles(place, trouble);
  return files && { kind: "files", ...files };
}

/** The first of some files, by their paths on the server; `undefined`: there are none. */
function someFiles({ root }: Place, files: readonly NotedFile[]): SomeFiles | undefined {
  if (files.length === 0) return undefined;
  const named = files.slice(0, MOST_NAMED).map((file) => ({ ...file, path: posix.join(root, file.path) }));
  return { files: named, count: files.length };
}

/** The row of an end in the table of ends. */
export function endKindOf({ state, running, steps = [] }: Pick<DeploymentEnd, "state" | "running" | "steps">) {
  if (state === "held" && steps.some(isOpen)) return deploymentEnds.open;
  if (state === "wanted" && running === "unknown") return deploymentEnds.unrestarted;
  return deploymentEnds[state];
}

/** The outcome that the end of a deployment or a roll back is. @param why its window has died, and another one has found it out */
export function outcomeOf({ end, failure, evidence }: Result, verb: DeploymentVerb, why?: "abandoned"): Outcome {
  const kind = outcomeKindOf(end, verb);
  const common = { ...(why && { why }), deployment: end };
  if (kind === "uncertain") return { kind, cause: failure, ...common };
  if (kind === "rolledBack") return { kind, evidence, ...(failure && { cause: failure }), ...common };
  if (kind === "busy" || kind === "already") return { kind, deployment: end };
  if (kind === "changed") return { kind, now: "", deployment: end };
  if (failure !== undefined) return { kind: "failed", failure, deployment: end };
  return { kind, evidence, ...common };
}

/** The kind of outcome by the table, and by what else may be wrong. */
function outcomeKindOf(end: DeploymentEnd, verb: DeploymentVerb) {
  const { state, rolledBack, problem } = end;
  const kind = byVerb(endKindOf(end).outcome, verb);
  if (kind === "done") return doneKindOf(end);
  if (kind !== "notDone") return kind;
  if (rolledBack === "done") return "rolledBack";
  // nothing was begun because of somebody else
  if (state !== "untouched" || problem === undefined) return "wentWrong";
  if (problem.kind === "busy" || problem.kind === "unfinished") return "busy";
  return problem.kind === "changed" ? "changed" : "wentWrong";
}

/** The kind of outcome where what was wanted is on the server. */
function doneKindOf({ counts, checked, rolledBack, problem, served, steps }: DeploymentEnd) {
  if (problem !== undefined || rolledBack !== undefined || (checked !== undefined && isWrong(checked)))
    return "wentWrong";
  // nobody has seen what visitors get
  if (served?.isSeen === false && checked === undefined) return "uncertain";
  if (changesFiles(counts) || steps !== undefined || served !== undefined) return "done";
  return "already";
}

/** Why a step has ended. @param failureIn the failure of anything thrown, also a defect */
export function causeOf(
  error: unknown,
  failureIn: (error: unknown) => PanelFailure,
): { readonly problem?: DeploymentProblem; readonly failure?: PanelFailure } {
  const problem = deploymentProblemOf(error);
  if (problem === undefined) return { failure: failureIn(error) };
  return { problem };
}

/** The outcome of what was thrown before anything was changed. */
export function outcomeOfThrown(error: unknown, end: Omit<DeploymentEnd, "state">, verb: DeploymentVerb): Outcome {
  return outcomeOf(resultOf({ ...end, state: "untouched" }, causeOf(error, panelFailureOf)), verb);
}
