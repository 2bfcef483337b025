import type { BrokenLine, DeploymentProblem, ReleaseProblem } from "../../actions/deploymentEnd.ts";
import { hasReloaded, nginxNow, type Seen } from "../../resources/service.ts";
import { checkWebServer } from "../../serverFiles/webServerCheck.ts";
import { Wait } from "../../storage/moment.ts";
import { hasPanelEnded, mayHaveHappened, type PanelFailure, rethrowDefect } from "../../wire/answers/failure.ts";
import type { Site } from "../../wire/operations/sites.ts";
import { causeOf, type Cause } from "../deploymentResult.ts";
import { tidyRoot } from "../targetRoot.ts";
import { untilAnswered } from "./untilAnswered.ts";
import { areThere, readServedAgain, type Reading, type Served } from "./servedDirectory.ts";
import { neverAborted } from "../../storage/neverAborted.ts";

/** What changes the directory that a website serves. */
export interface Switching extends Reading {
  /** How long to wait until nginx is seen to serve it. */
  readonly waitMs: number;
  /** The failure of anything thrown, also a defect. */
  readonly failureIn: (error: unknown) => PanelFailure;
}

/** How a switch to another directory ended. */
export type SwitchEnd =
  /** nginx was seen to serve it. */
  | { readonly kind: "served"; readonly served: Served }
  /** Its configuration names it, and nginx's workers cannot be seen: only the address can tell. */
  | { readonly kind: "sent"; readonly served: Served }
  /** Its configuration names it, as it did before, and nginx was not seen to load that: visitors may see anything else. */
  | ({ readonly kind: "notLoaded"; readonly served: Served } & Cause)
  /** Visitors see what they have seen before; the reason. */
  | ({ readonly kind: "before" } & Cause)
  /** Somebody has had it serve something else meanwhile, and that was left as it is. */
  | ({ readonly kind: "changed" } & Cause)
  /** Which of both they see is not known. */
  | ({ readonly kind: "unknown" } & Cause);

/** The pause between two looks at nginx: old workers may still answer right after the panel's answer. */
const LOOK_MS = 300;

/**
 * Has a website serve another directory, and looks whether it does: the panel says true for a directory that is not there, and where
 * nginx refuses to load its configuration (docs/protocol.md 6.44). Where it is not loaded, the run path of before is set again. What is
 * served already is sent all the same, so that nginx is seen to load it. What is served is read right before it is changed, and once more
 * when nginx has loaded it, with a look at the directory: what somebody has set or removed meanwhile is neither overruled nor told as served.
 * Never throws, but for defects. A cancel ends nothing of it.
 * @param from what it serves, as it was shown @param runPath of the other directory
 * @param mark what is removed before that directory is, where somebody may do that
 */
export async function switchTo(
  { callFor, clock, waitMs, failureIn }: Omit<Switching, "signal">,
  site: Site,
  from: Served,
  runPath: string,
  mark?: string,
): Promise<SwitchEnd> {
  const signal = neverAborted;
  const reading: Reading = { callFor, clock, signal };
  const call = callFor(signal);
  const root = tidyRoot(site.root) + runPath;
  const needed = [`${root}/.`, ...(mark === undefined ? [] : [mark])];
  let before: Seen | undefined;
  try {
    if (!(await areThere(reading, needed))) return { kind: "before", problem: missing(root) };
    before = await nginxNow(call);
    const now = await readServedAgain(reading, site);
    if (now.root !== from.root) return { kind: "before", problem: changedTo(now.root) };
  } catch (error) {
    return { kind: "before", ...causeOf(error, failureIn) };
  }
  const failure = await setRunPath(call, site, runPath, failureIn);
  const lasting = { clock, waitMs };
  try {
    const read = async () => untilAnswered(lasting, signal, async () => readServedAgain(reading, site));
    const mayComeLate = failure !== undefined && mayHaveHappened(failure) && !hasPanelEnded(failure);
    const now = mayComeLate ? await readUntilOther(lasting, signal, from, read) : await read();
    if (now.root !== root) {
      if (now.root !== from.root) return changedEnd(now, mayComeLate, failure);
      return { kind: mayComeLate ? "unknown" : "before", ...(failure && { failure }) };
    }
    const isLoaded = before === undefined ? undefined : await waitForReload(reading, before, waitMs);
    const isStillThere = await untilAnswered(lasting, signal, async () => areThere(reading, needed));
    const last = await read();
    if (last.root !== root) return changedEnd(last, mayComeLate, failure);
    if (!isStillThere) return await backFromMissing({ ...reading, waitMs, failureIn }, site, last, from);
    if (isLoaded === undefined) return { kind: "sent", served: last };
    if (isLoaded) return { kind: "served", served: last };
    const where = await refusedAt(call);
    // it is what was named before: there is nothing to set again
    if (from.root === root)
      return { kind: "notLoaded", served: last, problem: notLoaded({ why: "stillNotLoaded", root }, where) };
    return await backUnloaded({ ...reading, waitMs, failureIn }, site, { from, to: last }, where);
  } catch (error) {
    return { kind: "unknown", ...causeOf(error, failureIn) };
  }
}

/** Sends it once, whatever becomes of the answer: the configuration tells. */
async function setRunPath(
  call: ReturnType<Reading["callFor"]>,
  { id = 0 }: Site,
  runPath: string,
  failureIn: Switching["failureIn"],
): Promise<PanelFailure | undefined> {
  try {
    await call("site.setRunPath", { id, runPath });
    return undefined;
  } catch (error) {
    rethrowDefect(error);
    return failureIn(error);
  }
}

/** Reads what is served until that is something else, for so long at most: a panel that has not answered may still be at it. */
async function readUntilOther(
  { clock, waitMs }: Pick<Switching, "clock" | "waitMs">,
  signal: AbortSignal,
  from: Served,
  read: () => Promise<Served>,
): Promise<Served> {
  const wait = new Wait(clock, waitMs);
  for (;;) {
    const now = await read();
    if (now.root !== from.root || wait.left() <= 0) return now;
    await wait.pause(LOOK_MS, signal);
  }
}

/** Looks until nginx has read its configuration; `undefined`: its workers cannot be seen. */
async function waitForReload({ callFor, clock, signal }: Reading, before: Seen, waitMs: number) {
  const wait = new Wait(clock, waitMs);
  let last: Seen | undefined = before;
  const look = async () => nginxNow(callFor(signal), last);
  for (;;) {
    const now = await untilAnswered({ clock, waitMs: wait.left() }, signal, look);
    last = now ?? last;
    const isLoaded = hasReloaded(now, before);
    if (isLoaded !== false || wait.left() <= 0) return isLoaded;
    await wait.pause(LOOK_MS, signal);
  }
}

/** The line that nginx refuses, where it says so. */
async function refusedAt(call: ReturnType<Reading["callFor"]>): Promise<BrokenLine | undefined> {
  const checked = await checkWebServer(call, "nginx");
  return typeof checked === "object" ? checked.place : undefined;
}

/** Sets the run path of before again: nginx has not loaded the other one, and serves the old one all the time. */
async function backUnloaded(
  switching: Switching,
  site: Site,
  { from, to }: { readonly from: Served; readonly to: Served },
  where: BrokenLine | undefined,
): Promise<SwitchEnd> {
  const { callFor, signal, failureIn } = switching;
  const read = async () => untilAnswered(switching, signal, async () => readServedAgain(switching, site));
  const last = await read();
  if (last.root !== to.root) return changedEnd(last, false, undefined);
  const failure = await setRunPath(callFor(signal), site, from.runPath, failureIn);
  const now = await read();
  if (now.root === to.root) return { kind: "unknown", ...(failure && { failure }) };
  if (now.root !== from.root) return changedEnd(now, false, failure);
  return { kind: "before", problem: notLoaded({ why: "notReloaded" }, where) };
}

/** Has the website serve again what it served before a directory that somebody has removed meanwhile. */
async function backFromMissing(switching: Switching, site: Site, gone: Served, from: Served): Promise<SwitchEnd> {
  const problem = missing(gone.root);
  const back = await switchTo(switching, site, gone, from.runPath);
  if (back.kind === "served") return { kind: "before", problem };
  if (back.kind === "changed") return back;
  return { kind: "unknown", problem, ...("failure" in back && { failure: back.failure }) };
}

/** The end of a switch after which something else is served. @param mayComeLate the switch may still be made */
function changedEnd({ root }: Served, mayComeLate: boolean, failure: PanelFailure | undefined): SwitchEnd {
  return { kind: mayComeLate ? "unknown" : "changed", problem: changedTo(root), ...(failure && { failure }) };
}

/** That a directory to serve is not there, as the problem of a deployment. */
export function missing(path: string): DeploymentProblem {
  return { kind: "release", why: "noRelease", path };
}

function notLoaded(
  reason: Extract<ReleaseProblem, { readonly why: "notReloaded" | "stillNotLoaded" }>,
  where: BrokenLine | undefined,
): DeploymentProblem {
  return { kind: "release", ...reason, ...(where && { where }) };
}

/** That somebody has changed the run path meanwhile, as the problem of a deployment. */
export function changedTo(root: string): DeploymentProblem {
  return { kind: "release", why: "changedRoot", root };
}
