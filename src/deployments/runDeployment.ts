import * as v from "valibot";
import type { ActionRunner, ProcedureContext, RunOptions } from "../actions/actionRunner.ts";
import {
  changesFiles,
  type DeploymentCounts,
  type DeploymentEnd,
  type EachDeployment,
} from "../actions/deploymentEnd.ts";
import type { Outcome, Phase } from "../actions/outcome.ts";
import type { ResourceKind } from "../resources/resources.ts";
import type { Call, DeploymentInput } from "../resources/resource.ts";
import { RemoteFiles } from "../serverFiles/remoteFiles.ts";
import type { Clock } from "../storage/ports.ts";
import { panelFailureOf, throwIfEnded } from "../wire/answers/failure.ts";
import { askAddress, isWell } from "./askAddress.ts";
import { deploy, type DeployContext, type Deployed } from "./deploy.ts";
import { tasksOf } from "./exchange/runExchange.ts";
import { deploymentProblemOf } from "./deploymentError.ts";
import { endAfterBack, type Result } from "./deploymentResult.ts";
import { deployFile, isForeign, type PreparedFile } from "./deployFile.ts";
import { targetOf, type Place } from "./place.ts";
import { countsOf, foreignIn, sentBytes, type PreparedDeployment } from "./preparedDeployment.ts";
import { endUnfinished, namedDeployments, rollBack, type Ending, type PreparedRollBack } from "./rollBack.ts";
import { restartAfter, restartWith, type ProcessContext } from "./restartTarget.ts";
import type { ScriptContext } from "./serverRun.ts";
import { readIds, readPastDeployments, readStateWord, type Unfinished } from "./siteState.ts";
import { isStoppedProcess, targetKindOf, targetKindRecorded } from "./targetKinds.ts";
import { targetNow, type DeployTo } from "./targetNow.ts";
import { changeProcess } from "./targetProcess.ts";

export interface RunDeploymentOptions
  extends
    Pick<RunOptions, "alwaysAsk" | "confirm" | "isAgreed" | "showProgress">,
    Pick<ScriptContext, "script" | "installation" | "temporary"> {
  readonly runner: ActionRunner;
  /** Name of this computer, which others show. */
  readonly computer: string;
}

interface RunContext extends ProcessContext, Pick<ProcedureContext, "waitMs"> {
  readonly onPhase: (phase: Phase, share?: number) => void;
}

interface Checks {
  /** Asked afterwards. */
  readonly address?: string | undefined;
  /** Goes back if the address does not answer as it should. */
  readonly rollsBack?: boolean | undefined;
}

interface Shown {
  /** Path of the folder or the file on this computer, for the question. */
  readonly shownPath?: string;
  /** A person has said that the target, which is stopped, starts with it. */
  readonly startsStopped?: boolean;
}

/** Deploys what the preview showed. Resolves whatever the panel does. */
export async function runDeployment(
  to: DeployTo,
  prepared: PreparedDeployment,
  { address, rollsBack, shownPath, startsStopped = false, ...options }: RunDeploymentOptions & Checks & Shown,
): Promise<Outcome> {
  const { name, place, plan, run, state } = prepared;
  const input = {
    name,
    directory: targetOf(place),
    ...(shownPath !== undefined && { source: shownPath }),
    counts: countsOf(plan),
    bytes: sentBytes(plan),
    replaced: foreignIn(plan).map(({ path }) => path),
    ...processInput(to, startsStopped),
  };
  const begun = { verb: "deploy", place, ids: [run.id], after: state.last?.id } as const;
  return perform(to, input, begun, options, async (context) => {
    const deployed = await deploy(prepared, context);
    return checked(await restarted(to, deployed, { ...context, startsStopped }), { address, rollsBack }, context);
  });
}

/**
 * The outcome of a deployment that is already on the server: nothing is sent, but the address is asked. Throws `PanelError`
 * after a cancel.
 */
export async function runUnchanged(
  { targetKind }: Pick<DeployTo, "targetKind">,
  deployment: string,
  counts: DeploymentCounts,
  address: string | undefined,
  { clock, signal }: Pick<DeployContext, "clock" | "signal">,
): Promise<Outcome> {
  const end: DeploymentEnd = { deployment, targetKind, counts, state: "wanted" };
  if (address === undefined) return outcomeOf({ end }, "deploy");
  const answer = await askAddress(address, clock, signal);
  throwIfEnded(signal);
  return outcomeOf({ end: { ...end, checked: { address, answer } } }, "deploy");
}

/** Deploys a file and restarts its target. Resolves whatever the panel does. */
export async function runFileDeployment(
  to: DeployTo,
  prepared: PreparedFile,
  {
    address,
    rollsBack,
    shownPath,
    startsStopped = false,
    ...options
  }: RunDeploymentOptions & Checks & Shown & Required<Pick<Shown, "shownPath">>,
): Promise<Outcome> {
  const { name, place, local, run, state } = prepared;
  const shown = { path: shownPath, modified: local.modified };
  const replaced = isForeign(prepared) ? [place.directory] : [];
  const ofProcess = processInput(to, startsStopped);
  const input = { name, directory: targetOf(place), bytes: local.size, local: shown, replaced, ...ofProcess };
  const begun = { verb: "deploy", place, ids: [run.id], after: state.last?.id } as const;
  return perform(to, input, begun, options, async (context) => {
    const deployed = await deployFile(prepared, context);
    return checked(await restarted(to, deployed, { ...context, startsStopped }), { address, rollsBack }, context);
  });
}

/** What the question says of the process of a target; nothing where it has none. */
function processInput(to: DeployTo, startsStopped: boolean): Pick<DeploymentInput, "project"> {
  if (targetKindOf(to).process === undefined) return {};
  if (!isStoppedProcess(to)) return { project: "restarts" };
  return { project: startsStopped ? "starts" : "staysStopped" };
}

/** Undoes the latest deployments. What somebody has changed since stays, but for the accepted paths. Resolves whatever the panel does. */
export async function runRollBack(
  to: DeployTo,
  prepared: PreparedRollBack,
  { accepted, ...options }: RunDeploymentOptions & { readonly accepted: ReadonlySet<string> },
): Promise<Outcome> {
  const { place, undone } = prepared;
  const ids = undone.map(({ id }) => id);
  const input = { name: undone[0]?.deployment ?? "", directory: targetOf(place), ids };
  return perform(to, input, { verb: "rollBack", place, ids }, options, async (context) => {
    const result = await rollBack(prepared, accepted, context);
    return restartedAfter(to, result, context);
  });
}

/** Ends what was cut off. Resolves whatever the panel does. */
export async function runEndUnfinished(
  to: DeployTo,
  { place, unfinished, ending }: { readonly place: Place; readonly unfinished: Unfinished; readonly ending: Ending },
  options: RunDeploymentOptions,
): Promise<Outcome> {
  const input = { name: unfinished.record?.deployment ?? "", directory: targetOf(place) };
  return perform(to, input, { verb: "rollBack", place, ids: [unfinished.id] }, options, async (context) => {
    const result = await endUnfinished(place, unfinished, ending, context);
    return restartedAfter(to, result, context);
  });
}

/** Restarts a target that has a process with what was deployed to it. */
async function restarted(to: DeployTo, deployed: Deployed, context: RunContext): Promise<Deployed> {
  if (targetKindOf(to).process === undefined) return deployed;
  return restartWith(deployed, context);
}

/** Restarts a target that has a process with what came back, or was ended. */
async function restartedAfter(to: DeployTo, result: Result, context: RunContext): Promise<Result> {
  if (targetKindOf(to).process === undefined) return result;
  return restartAfter(result, context);
}

/** Asks the address. If it does not answer well, goes back where the deployment says so and has changed something. */
async function checked(
  { undo, ...result }: Deployed,
  { address, rollsBack }: Checks,
  { clock, signal, onPhase }: RunContext,
): Promise<Result> {
  // what is not there has nothing to answer
  if (address === undefined || result.end.state !== "wanted" || result.end.rolledBack !== undefined) return result;
  onPhase("checkingAddress");
  const answer = await askAddress(address, clock, signal);
  const end: DeploymentEnd = { ...result.end, checked: { address, answer } };
  if (isWell(answer) || rollsBack !== true || undo === undefined || signal.aborted) return { ...result, end };
  const back = await undo();
  return { ...back, end: { ...endAfterBack(end, back.end), checked: { address, answer } } };
}

async function perform(
  to: DeployTo,
  input: DeploymentInput,
  begun: Omit<BegunDeployment, "deployment" | "targetKind">,
  { runner, computer, script, installation, temporary, ...options }: RunDeploymentOptions,
  act: (context: RunContext) => Promise<Result>,
): Promise<Outcome> {
  const { verb, place, ids } = begun;
  const { targetKind } = to;
  const performIn = async ({ clock, signal, waitMs, report, failureIn, begin }: ProcedureContext): Promise<Outcome> => {
    await begin({ ...begun, deployment: input.name, targetKind } satisfies BegunDeployment);
    const callFor = (given: AbortSignal) => to.panel.callFor(given);
    let isStopped = false;
    const leftTasks = new Set<string>();
    const files = { script, installation, temporary, leftTasks };
    const common = { callFor, clock, signal, waitMs, ...files, failureIn, onPhase: report };
    const context: RunContext = {
      ...common,
      // by the wall clock: other computers show it
      by: { computer, at: clock.wallTime() },
      async lookAgain(given) {
        const row = await targetNow(to, place, callFor(given));
        isStopped = isStoppedProcess({ ...to, row });
      },
      isStopped: () => isStopped,
      startsStopped: false,
      maySplit: targetKindOf(to).brings.what === "folder",
      restart: async (given) => changeProcess(to, isStopped ? "start" : "restart", given, common),
      stop: async (given) => changeProcess(to, "stop", given, common),
    };
    const left = () => ({ targetKind, ...(leftTasks.size > 0 && { leftTasks: [...leftTasks] }) });
    try {
      const result = await act(context);
      const [id] = verb === "deploy" ? ids : [];
      return outcomeOf({ ...result, end: { ...result.end, ...(id !== undefined && { id }), ...left() } }, verb);
    } catch (error) {
      // thrown before anything was changed
      const end: DeploymentEnd = { deployment: input.name, state: "untouched", ...left() };
      const problem = deploymentProblemOf(error);
      if (problem === undefined) return { kind: "failed", failure: panelFailureOf(error), deployment: end };
      return outcomeOf({ end: { ...end, problem } }, verb);
    }
  };
  return runner.run(
    { ...to, verb, input: { deployment: { ...input, targetKind } } },
    { ...options, procedure: { perform: performIn } },
  );
}

function outcomeOf({ end, failure, evidence }: Result, verb: "deploy" | "rollBack"): Outcome {
  const { state, counts, checked: answered, rolledBack, problem } = end;
  const withFailure: Outcome =
    failure === undefined
      ? { kind: "wentWrong", evidence, deployment: end }
      : { kind: "failed", failure, deployment: end };
  switch (state) {
    case "wanted":
    case "finished": {
      const isWellThere = (answered === undefined || isWell(answered.answer)) && rolledBack === undefined;
      if (!isWellThere || problem !== undefined) return withFailure;
      if (changesFiles(counts)) return { kind: "done", evidence, deployment: end };
      return { kind: "already", deployment: end };
    }
    case "before":
    case "kept":
      if (rolledBack === "done")
        return { kind: "rolledBack", evidence, ...(failure && { cause: failure }), deployment: end };
      if (verb === "rollBack" && failure === undefined) return { kind: "partly", evidence, deployment: end };
      return withFailure;
    case "partly":
      if (failure === undefined) return { kind: "partly", evidence, deployment: end };
      return withFailure;
    case "left":
      // a person has given it up: what stays is told
      if (verb === "rollBack" && failure === undefined) return { kind: "done", evidence, deployment: end };
      return withFailure;
    case "untouched":
      if (problem?.kind === "busy" || problem?.kind === "unfinished") return { kind: "busy", deployment: end };
      if (problem?.kind === "changed") return { kind: "changed", now: "", deployment: end };
      return withFailure;
    case "mixed":
    case "unknown":
      return { kind: "uncertain", cause: failure, deployment: end };
    default:
      return state satisfies never;
  }
}

const begunDeployment = v.object({
  verb: v.picklist(["deploy", "rollBack"]),
  deployment: v.string(),
  targetKind: v.optional(v.string()),
  place: v.object({ site: v.string(), root: v.string(), directory: v.string() }),
  /** Of the exchange that was to be made, or of those that were to be undone. */
  ids: v.pipe(v.array(v.string()), v.readonly()),
  /** The exchange of the same directory that was the last one before a deployment, if there was one. */
  after: v.optional(v.string()),
});

/** A deployment or roll back in the journal. */
type BegunDeployment = Readonly<v.InferOutput<typeof begunDeployment>>;

/**
 * Finds out on the server how a deployment or roll back ended whose window has died. Throws `PanelError`.
 * @param begun its entry in the journal
 */
export async function inspectAbandoned(
  kind: ResourceKind,
  begun: unknown,
  call: Call,
  clock: Clock,
  signal: AbortSignal,
): Promise<Outcome> {
  const why = "abandoned";
  const parsed = v.safeParse(begunDeployment, begun);
  if (!parsed.success) return { kind: "uncertain", cause: undefined, why };
  const { verb, deployment, place, ids: meant, after } = parsed.output;
  const recorded = targetKindRecorded(kind, parsed.output.targetKind);
  if (recorded === undefined) return { kind: "uncertain", cause: undefined, why };
  const { id: targetKind, process } = recorded;
  const files = new RemoteFiles(call, clock, signal);
  const { ids } = await readIds(files, place);
  const { rows } = await call("scheduledTask.list", {});
  const leftTasks = rows.flatMap(({ name = "" }) =>
    meant.some((id) => name.startsWith(tasksOf(place.site, id))) ? [name] : [],
  );
  const left = leftTasks.length > 0 ? { leftTasks } : {};
  const end = (state: DeploymentEnd["state"]): DeploymentEnd => ({ deployment, targetKind, state, ...left });
  // it may also still run
  if (ids.unfinished !== undefined && meant.includes(ids.unfinished))
    return { kind: "uncertain", cause: undefined, why, deployment: end("unknown") };
  const areThere = meant.filter((id) => ids.history.includes(id));
  // all is in its place before a process is restarted, and nobody has seen that
  const done: Outcome =
    process === undefined
      ? { kind: "done", evidence: undefined, why, deployment: end("wanted") }
      : { kind: "uncertain", cause: undefined, why, deployment: { ...end("wanted"), running: "unknown" } };
  const notDone: Outcome = { kind: "failed", failure: { kind: "cancelled" }, deployment: end("untouched") };
  if (areThere.length > 0 && verb === "deploy") return done;
  if (areThere.length === meant.length) return notDone;
  if (areThere.length > 0) {
    const past = await readPastDeployments(files, place);
    const staying = past.filter(({ id }) => areThere.includes(id));
    const each: EachDeployment = { rolledBack: [], staying: namedDeployments(staying) };
    return { kind: "partly", evidence: undefined, why, deployment: { ...end("partly"), each } };
  }
  const states = await Promise.all(meant.map(async (id) => readStateWord(files, place, id)));
  if (states.includes("left"))
    return {
      kind: verb === "deploy" ? "rolledBack" : "partly",
      evidence: undefined,
      why,
      deployment: end("kept"),
    };
  if (verb === "rollBack") return done;
  // as many later ones as are kept have removed all that was known of it, or another one its upload
  if (states.includes(undefined) && ids.history[0] !== after)
    return { kind: "uncertain", cause: undefined, why, deployment: end("unknown") };
  return { ...notDone, deployment: end(states.includes("old") ? "before" : "untouched") };
}
