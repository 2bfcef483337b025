import { posix } from "node:path";
import type { DeploymentEnd, DeploymentProblem, SomeFiles } from "../actions/deploymentEnd.ts";
import type { Fact } from "../resources/facts.ts";
import type { RemoteFiles } from "../serverFiles/remoteFiles.ts";
import type { PanelFailure } from "../wire/answers/failure.ts";
import { deploymentProblemOf, MOST_NAMED, rethrowDefect } from "./deploymentError.ts";
import type { DeploymentRecord } from "./deploymentRecord.ts";
import { CUT, type ExchangeEnd, type KeptFile, type NotedFile } from "./exchange/exchangeResult.ts";
import type { Place } from "./place.ts";
import { readUnfinished } from "./siteState.ts";

/** How a deployment or a roll back ended; `failure` is of the call that failed, `evidence` what the project showed last. */
export interface Result {
  readonly end: DeploymentEnd;
  readonly failure?: PanelFailure;
  readonly evidence?: Fact | undefined;
}

/**
 * The end of a deployment that went back: how much it was to bring, the steps that had run, and all else as the way back has left it.
 * What was so before proves nothing.
 */
export function endAfterBack({ counts, bytes, steps }: DeploymentEnd, back: DeploymentEnd): DeploymentEnd {
  return { ...(counts && { counts }), ...(bytes !== undefined && { bytes }), ...(steps && { steps }), ...back };
}

/** What a run was to do; `recover`: to end what a cut has left, or to give it up. */
export type Intent = "deploy" | "rollBack" | "recover";

/** What a run has left on the server. */
export type Left = Pick<DeploymentEnd, "state" | "problem" | "kept" | "aside">;

/** What is on the server after a run, and who works there if it was not this one's turn. */
export async function leftBy(end: ExchangeEnd, intent: Intent, place: Place, files: RemoteFiles): Promise<Left> {
  const aside = "aside" in end && end.aside !== undefined ? { aside: someFiles(place.root, end.aside) } : {};
  const left = { ...stateAfter(end, intent, place), ...aside };
  if (end.kind === "busy") {
    const { run: other, installation, since } = end.by ?? {};
    const computer = other === undefined ? undefined : (await recordOf(other, place, files))?.computer;
    const at = since === undefined ? {} : { at: since * 1_000 };
    const by = {
      ...(installation !== undefined && { installation }),
      ...at,
      ...(computer !== undefined && { computer }),
    };
    return { ...left, problem: { kind: "busy", by } };
  }
  if (end.kind === "unfinished")
    return { ...left, problem: { kind: "unfinished", by: await recordOf(end.id, place, files) } };
  return left;
}

/** The record of an exchange that has not ended, which only says whose it is. */
async function recordOf(id: string, place: Place, files: RemoteFiles): Promise<DeploymentRecord | undefined> {
  try {
    return (await readUnfinished(files, place, id)).record;
  } catch (error) {
    rethrowDefect(error);
    return undefined;
  }
}

/** The table of ends: what each means for what was wanted. */
function stateAfter(end: ExchangeEnd, intent: Intent, { root }: Place): Left {
  switch (end.kind) {
    case "new":
      return ofNew(intent);
    case "old":
      if (intent === "deploy") return { state: "before", ...troubleOf(root, end.trouble) };
      return { state: "wanted" };
    case "untouched":
      // what was cut off had changed nothing; for any other reason nobody has looked
      if (intent === "recover" && end.why === CUT) return { state: "wanted" };
      return {
        state: intent === "deploy" ? "before" : "untouched",
        problem: { kind: "unable", why: end.why },
        ...troubleOf(root, end.trouble),
      };
    case "kept":
      return {
        state: "kept",
        kept: someFiles(root, end.kept),
        ...(intent === "deploy" && troubleOf(root, end.trouble)),
      };
    case "mixed":
      return {
        state: "mixed",
        ...(end.kept.length > 0 && { kept: someFiles(root, end.kept) }),
        ...(intent === "deploy" && troubleOf(root, end.trouble)),
      };
    case "left":
      return { state: "left", kept: someFiles(root, end.kept) };
    case "ended":
      if (end.as === "new") return ofNew(intent);
      if (end.as === "left") return { state: "kept", ...(end.kept.length > 0 && { kept: someFiles(root, end.kept) }) };
      return { state: intent === "deploy" ? "before" : "wanted" };
    case "busy":
      return { state: "untouched", problem: { kind: "busy", by: undefined } };
    case "unfinished":
      return { state: "untouched", problem: { kind: "unfinished", by: undefined } };
    case "superseded":
    case "unfit":
      return { state: "untouched", problem: { kind: "changed" } };
    case "missing":
      return { state: "untouched", problem: { kind: "missing", tools: end.tools } };
    case "held":
      return { state: "held" };
    case "unknown":
      return { state: "unknown" };
    // a step runs that this would have to wait for
    case "running":
      return { state: "untouched", problem: { kind: "busy", by: undefined } };
    // these are ends of other verbs
    case "looked":
    case "cleaned":
    case "step":
      return { state: "unknown" };
    default:
      return end satisfies never;
  }
}

/** All of a deployment is in place. */
function ofNew(intent: Intent): Left {
  if (intent === "deploy") return { state: "wanted" };
  if (intent === "recover") return { state: "finished" };
  // a way back that had not begun
  return { state: "untouched", problem: { kind: "unable", why: CUT } };
}

function troubleOf(root: string, trouble: readonly NotedFile[]): { readonly problem?: DeploymentProblem } {
  if (trouble.length === 0) return {};
  return { problem: { kind: "files", ...someFiles(root, trouble) } };
}

/** The first of some files, by their paths on the server. */
function someFiles(root: string, files: readonly (NotedFile | KeptFile)[]): SomeFiles {
  const named = files.slice(0, MOST_NAMED).map((file) => ({ ...file, path: posix.join(root, file.path) }));
  return { files: named, count: files.length };
}

/** Why something has ended that is no run of the script. */
export interface Cause {
  readonly problem?: DeploymentProblem;
  readonly failure?: PanelFailure;
}

/** Why a step has ended. @param failureIn the failure of anything thrown, also a defect */
export function causeOf(error: unknown, failureIn: (error: unknown) => PanelFailure): Cause {
  const problem = deploymentProblemOf(error);
  if (problem === undefined) return { failure: failureIn(error) };
  return { problem };
}
