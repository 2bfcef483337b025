import * as v from "valibot";
import type { DeploymentEnd, EachDeployment } from "../actions/deploymentEnd.ts";
import type { Outcome } from "../actions/outcome.ts";
import { hasBegun, isGood } from "../actions/stepEnds.ts";
import type { Call } from "../resources/resource.ts";
import type { ResourceKind } from "../resources/resources.ts";
import { RemoteFiles } from "../serverFiles/remoteFiles.ts";
import type { Clock } from "../storage/ports.ts";
import { deploymentProblemOf } from "./deploymentError.ts";
import { outcomeOf } from "./deploymentResult.ts";
import { tasksOf } from "./exchange/runExchange.ts";
import { namedStepsSchema } from "./steps/namedStep.ts";
import { readStepEnds } from "./steps/readStepEnds.ts";
import type { Place } from "./place.ts";
import { readServedAgain, type Served } from "./releases/servedDirectory.ts";
import { namedDeployments } from "./rollBack.ts";
import { readIds, readPastDeployments, readStateWord } from "./siteState.ts";
import { targetKindRecorded } from "./targetKinds.ts";

const begunRelease = v.object({
  /** The name of the website in its configuration's. */
  website: v.string(),
  /** What it served, and is to serve, below its own directory. */
  before: v.string(),
  runPath: v.string(),
});

/** A switch to a release, or back from one, in the journal. */
export type BegunRelease = Readonly<v.InferOutput<typeof begunRelease>>;

const begunDeployment = v.object({
  verb: v.picklist(["deploy", "rollBack", "stopStep", "serveAgain"]),
  deployment: v.string(),
  targetKind: v.optional(v.string()),
  place: v.object({
    site: v.string(),
    root: v.string(),
    directory: v.string(),
    isReleases: v.optional(v.literal(true)),
  }),
  /** Of the exchange that was to be made, or of those that were to be undone. */
  ids: v.pipe(v.array(v.string()), v.readonly()),
  /** The exchange of the same directory that was the last one before a deployment, if there was one. */
  after: v.optional(v.string()),
  /** The steps of a deployment, in their order. Their texts are on the server alone. */
  steps: v.optional(namedStepsSchema, []),
  /** Where the website is to serve something else. */
  release: v.exactOptional(begunRelease),
});

/** A deployment, a roll back, the stop of a step or a release that is served again, in the journal. */
export type BegunDeployment = Readonly<v.InferOutput<typeof begunDeployment>>;

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
  const { verb, deployment, place, ids: meant, after, steps, release } = parsed.output;
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
  const [begunId] = meant;
  const ran = verb === "deploy" && begunId !== undefined ? await readStepEnds(files, place, begunId, steps) : [];
  const stepsRan = ran.some(hasBegun) ? { steps: ran } : {};
  const end = (state: DeploymentEnd["state"]): DeploymentEnd => ({
    deployment,
    targetKind,
    state,
    ...left,
    ...stepsRan,
    ...(release && { isRelease: true }),
  });
  const read = { call, clock, signal };
  if (release !== undefined && verb !== "deploy" && meant.length === 0)
    return byServed(read, place, release, end("unknown"), (now) => endOfSwitch(now, release, end));
  // it may also still run
  if (ids.unfinished !== undefined && meant.includes(ids.unfinished)) {
    const isHeld = (await readStateWord(files, place, ids.unfinished)) === "held";
    const held = { ...end(isHeld ? "held" : "unknown"), ...(ran.length > 0 && { steps: ran }) };
    return { kind: "uncertain", cause: undefined, why, deployment: held };
  }
  const areThere = meant.filter((id) => ids.history.includes(id));
  const told = (ended: DeploymentEnd): Outcome => outcomeOf({ end: ended }, verb, why);
  // all is in its place before a process is restarted, and nobody has seen that
  const done = told({ ...end("wanted"), ...(process !== undefined && { running: "unknown" }) });
  const unknown = told(end("unknown"));
  // what its task has started may not have come to the server's lock yet
  const mayBegin = leftTasks.length > 0;
  // the files stay where a step has not ended with 0, if the deployment says so
  const hasFailedStep = "steps" in stepsRan && !ran.every(isGood);
  const withFailedStep = told({ ...end("wanted"), problem: { kind: "step" } });
  if (areThere.length > 0 && release !== undefined) {
    const kept = verb === "deploy" ? done : told(end("finished"));
    const served = hasFailedStep ? withFailedStep : kept;
    return byServed(read, place, release, end("wanted"), (now) =>
      now.runPath === release.runPath ? served : told(endOfUnserved(now, release, end)),
    );
  }
  if (areThere.length > 0 && hasFailedStep) return withFailedStep;
  if (areThere.length > 0 && verb === "deploy") return done;
  // a person has kept it since, so its step has ended
  if (areThere.length > 0 && verb === "stopStep") return told(end("finished"));
  if (areThere.length === meant.length) return mayBegin ? unknown : notDone(end("untouched"));
  if (areThere.length > 0) {
    const past = await readPastDeployments(files, place);
    const staying = past.filter(({ id }) => areThere.includes(id));
    const each: EachDeployment = { rolledBack: [], staying: namedDeployments(staying) };
    return told({ ...end(mayBegin ? "unknown" : "partly"), each });
  }
  const states = await Promise.all(meant.map(async (id) => readStateWord(files, place, id)));
  if (states.includes("left")) return told({ ...end("kept"), ...(verb === "deploy" && { rolledBack: "done" }) });
  // the first of several goes back last; one that is gone may have gone back, or later ones have taken its place among those that are kept
  if (verb !== "deploy") return IS_BACK.has(states.at(-1)) ? done : unknown;
  // as many later ones as are kept have removed all that was known of it, or another one its upload
  if (states.includes(undefined) && ids.history[0] !== after) return unknown;
  // these two never begin again
  const [state] = states;
  if (state === "old") return notDone(end("before"));
  if (state === "untouched" || (state === undefined && !mayBegin)) return notDone(end("untouched"));
  return unknown;
}

/** The outcome of what has never begun, or is back, and of which nobody waits for the end. */
function notDone(deployment: DeploymentEnd): Outcome {
  return { kind: "failed", failure: { kind: "cancelled" }, deployment };
}

/** What the script writes of an exchange none of which is in place. */
const IS_BACK: ReadonlySet<string | undefined> = new Set(["old", "untouched"]);

/** The outcome by what a website serves by its configuration; where that does not tell, the reason. Throws `PanelError`. */
async function byServed(
  { call, clock, signal }: { readonly call: Call; readonly clock: Clock; readonly signal: AbortSignal },
  { root }: Place,
  { website: name }: BegunRelease,
  otherwise: DeploymentEnd,
  outcomeFor: (now: Served) => Outcome,
): Promise<Outcome> {
  try {
    return outcomeFor(await readServedAgain({ callFor: () => call, clock, signal }, { name, root }));
  } catch (error) {
    const problem = deploymentProblemOf(error);
    if (problem === undefined) throw error;
    return { kind: "uncertain", cause: undefined, why: "abandoned", deployment: { ...otherwise, problem } };
  }
}

type EndOf = (state: DeploymentEnd["state"]) => DeploymentEnd;

/** How a switch to an earlier release has ended: the configuration tells, but not whether nginx has loaded it. */
function endOfSwitch(now: Served, { before, runPath }: BegunRelease, end: EndOf): Outcome {
  const why = "abandoned";
  const served = { root: now.root, isSeen: false };
  if (now.runPath === runPath)
    return { kind: "done", evidence: undefined, why, deployment: { ...end("wanted"), served } };
  if (now.runPath === before) return notDone(end("untouched"));
  const problem = { kind: "release", why: "changedRoot", root: now.root } as const;
  return { kind: "wentWrong", evidence: undefined, why, deployment: { ...end("untouched"), problem } };
}

/**
 * The end of a release that counts, and that the configuration does not name: before it counted, its switch was sent, and nginx seen to load
 * it where its workers can be seen. So it also counts where it was left, and nobody saw that.
 */
function endOfUnserved({ root, runPath }: Served, { before }: BegunRelease, end: EndOf): DeploymentEnd {
  if (runPath !== before) return { ...end("wanted"), problem: { kind: "release", why: "changedRoot", root } };
  const problem = { kind: "release", why: "notSeen", root } as const;
  return { ...end("unknown"), problem, served: { root, isSeen: false } };
}
