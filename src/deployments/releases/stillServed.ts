import type { DeploymentEnd } from "../../actions/deploymentEnd.ts";
import type { Result } from "../deploymentResult.ts";
import { tidyRoot } from "../targetRoot.ts";
import type { PlannedRelease } from "./plannedRelease.ts";
import { areThere, readServedAgain, type Reading } from "./servedDirectory.ts";
import { changedTo, missing, type Switching } from "./switchRelease.ts";
import { untilAnswered } from "./untilAnswered.ts";
import { neverAborted } from "../../storage/neverAborted.ts";
import { rethrowDefect } from "../../wire/answers/failure.ts";

/**
 * The end of a release that was served, by what the website serves at last: what follows a switch takes minutes, in which somebody may have
 * changed the run path or removed the release. Never throws, but for defects.
 */
export async function stillServed(
  { site, runPath }: Pick<PlannedRelease, "site" | "runPath">,
  context: Omit<Switching, "signal">,
  result: Result,
): Promise<Result> {
  const root = tidyRoot(site.root) + runPath;
  const { served, ...end } = result.end;
  if (served?.root !== root) return result;
  const ended = (now: Pick<DeploymentEnd, "problem" | "served">): Result => ({ ...result, end: { ...end, ...now } });
  const reading: Reading = { ...context, signal: neverAborted };
  const read = async <Answer>(ask: () => Promise<Answer>) => untilAnswered(context, reading.signal, ask);
  try {
    const isThere = await read(async () => areThere(reading, [`${root}/.`]));
    const now = await read(async () => readServedAgain(reading, site));
    if (now.root === root && isThere) return result;
    const problem = end.problem ?? (now.root === root ? missing(root) : changedTo(now.root));
    return ended({ problem, served: { root: now.root, isSeen: false } });
  } catch (error) {
    rethrowDefect(error);
    return ended({ served: { root, isSeen: false } });
  }
}
