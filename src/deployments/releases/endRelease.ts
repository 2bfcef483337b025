import type { DeployContext } from "../deploy.ts";
import { steadyFiles } from "../deploy.ts";
import type { DeploymentRecord, RecordedRelease } from "../deploymentRecord.ts";
import { leftBy, resultOf, type Result } from "../deploymentResult.ts";
import type { Place } from "../place.ts";
import { endUnfinished, pathsOf, type Ending } from "../rollBack.ts";
import { ServerRun } from "../serverRun.ts";
import type { Unfinished } from "../siteState.ts";
import type { Site } from "../../wire/operations/sites.ts";
import { runPathOf } from "./pastReleases.ts";
import { readServedAgain, type Reading } from "./servedDirectory.ts";
import { leaveRelease, servedBy, unremoved } from "./switchStage.ts";
import { stillServed } from "./stillServed.ts";
import { switchTo, type SwitchEnd } from "./switchRelease.ts";
import { neverAborted } from "../../storage/neverAborted.ts";

/**
 * Ends a release that was cut off, on whatever computer: one that goes back is first left by its website, and one that is kept is first
 * served. What the website serves may not be changed for one that is given up: it only counts among those that can be gone back to. Throws only before anything was changed, and defects.
 */
export async function endRelease(
  site: Site,
  place: Place,
  unfinished: Unfinished & { readonly record: DeploymentRecord & { readonly release: RecordedRelease } },
  ending: Ending,
  context: DeployContext & { readonly waitMs: number },
): Promise<Result> {
  const { record } = unfinished;
  const { deployment, release } = record;
  const common = { deployment, isRelease: true } as const;
  await context.lookAgain(context.signal);
  const held = await askWhetherHeld(place, unfinished, context);
  if (held.kind === "no") return held.result;
  if (held.kind === "notBuilt") return endUnfinished(place, unfinished, ending, context);
  if (ending === "giveUp") {
    const { end, ...given } = await endUnfinished(place, unfinished, "keep", context);
    return { ...given, end: { ...end, ...common, ...(end.state === "finished" && { state: "left" }) } };
  }
  const runPath = runPathOf(release);
  context.onPhase("switching");
  if (ending !== "keep") {
    const left = await leaveRelease(context, site, runPath, release.before);
    if (left.kind === "stays") return resultOf({ ...common, state: "held" }, left);
    if (left.kind === "unseen") {
      const { end, ...kept } = await endUnfinished(place, unfinished, "keep", context);
      return unremoved({ ...kept, end: { ...end, ...common } }, left.ended);
    }
    const { end, ...back } = await endUnfinished(place, unfinished, "leave", context);
    const problem = end.problem ?? left.problem;
    return { ...back, end: { ...end, ...common, ...(problem && { problem }), ...servedBy(left.ended) } };
  }
  const ended = await serve(site, runPath, context);
  // what visitors do not get does not count
  if (ended.kind !== "served" && ended.kind !== "sent") return resultOf({ ...common, state: "held" }, ended);
  const { end, ...kept } = await endUnfinished(place, unfinished, ending, context);
  return stillServed({ site, runPath }, context, { ...kept, end: { ...end, ...common, ...servedBy(ended) } });
}

/** Whether a release is built and waits for its end, and nobody is about to bring that. */
async function askWhetherHeld(
  place: Place,
  { id, record: { deployment } }: Unfinished & { readonly record: { readonly deployment: string } },
  context: DeployContext,
): Promise<{ readonly kind: "held" | "notBuilt" } | { readonly kind: "no"; readonly result: Result }> {
  const run = new ServerRun(place);
  const files = steadyFiles(context);
  try {
    await run.sendScript(context);
    const told = await run.ask({ id, paths: await pathsOf(files, place, id), bytes: 0 }, context);
    if (told.kind === "held") return { kind: "held" };
    if (told.kind === "unfit") return { kind: "notBuilt" };
    return {
      kind: "no",
      result: { end: { deployment, isRelease: true, ...(await leftBy(told, "recover", place, files)) } },
    };
  } finally {
    await run.discard(context);
  }
}

/** Has a website serve a release, also where its configuration names it already: that does not say that nginx has loaded it. */
async function serve(
  site: Site,
  runPath: string,
  context: DeployContext & { readonly waitMs: number },
): Promise<SwitchEnd> {
  const reading: Reading = { ...context, signal: neverAborted };
  const now = await readServedAgain(reading, site);
  return switchTo(context, site, now, runPath);
}
