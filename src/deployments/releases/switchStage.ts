import { goBack } from "../deploy.ts";
import type { DeploymentEnd } from "../../actions/deploymentEnd.ts";
import { settled } from "../steps/stepsStage.ts";
import { backFrom, causeOf, resultOf, type Cause, type Result } from "../deploymentResult.ts";
import type { Stage } from "../stages.ts";
import type { Site } from "../../wire/operations/sites.ts";
import type { PlannedRelease } from "./plannedRelease.ts";
import { readServedAgain, type Reading } from "./servedDirectory.ts";
import { untilAnswered } from "./untilAnswered.ts";
import { changedTo, switchTo, type SwitchEnd, type Switching } from "./switchRelease.ts";
import { neverAborted } from "../../storage/neverAborted.ts";

/**
 * Has the website serve a release that was built. Where that is not seen to begin, the release is removed again; where nobody knows what
 * visitors see, it waits for a person.
 */
export function switchStage({ site, from, runPath }: PlannedRelease): Stage {
  return async (deployed, context) => {
    const { undo: remove, exchange, ...result } = deployed;
    if (remove === undefined || exchange === undefined) return deployed;
    context.onPhase("switching");
    const ended = await switchTo(context, site, from, runPath);
    const undo = async () => {
      context.onPhase("goingBack");
      const left = await leaveRelease(context, site, runPath, from.runPath);
      if (left.kind === "stays") return staying(result.end, left);
      if (left.kind === "unseen") return unremoved(await settled({ ...result, exchange }, context), left.ended);
      const { end, ...back } = await goBack(exchange, context, "leave");
      const problem = end.problem ?? left.problem;
      return { ...back, end: { ...end, ...(problem && { problem }), ...servedBy(left.ended) } };
    };
    switch (ended.kind) {
      case "served":
      case "sent":
        return { ...deployed, end: { ...result.end, ...servedBy(ended) }, undo };
      case "changed":
        return backFrom(result.end, await undo(), { failure: ended.failure });
      case "before": {
        const back = await remove();
        const { rolledBack, ...end } = back.end;
        // it was never served: only where it is still there, there was something to go back from
        const removed = { ...back, end: { ...end, ...(rolledBack === "failed" && { rolledBack }) } };
        const seen = backFrom(result.end, removed);
        return { ...seen, ...resultOf(seen.end, ended) };
      }
      case "notLoaded":
      case "unknown":
        return resultOf({ ...result.end, state: "held" }, ended);
      default:
        return ended satisfies never;
    }
  };
}

/** What became of a website that was to leave a release. */
type LeftRelease =
  /** nginx was seen to serve something else; `problem`: that was somebody's doing. */
  | { readonly kind: "left"; readonly problem?: DeploymentEnd["problem"]; readonly ended: SwitchEnd }
  /** Its configuration names something else, and nginx's workers cannot be seen: it must not be removed. */
  | { readonly kind: "unseen"; readonly ended: SwitchEnd & { readonly kind: "sent" } }
  /** It may still serve it, so it has to stay. */
  | ({ readonly kind: "stays" } & Cause);

/**
 * Has a website serve what it served before a release, unless somebody has had it serve something else meanwhile: that is sent once more,
 * since a configuration that names it does not say that nginx has loaded it. Never throws, but for defects. A cancel ends nothing of it.
 * @param runPath of the release @param before of what it served
 */
export async function leaveRelease(
  context: Omit<Switching, "signal">,
  site: Site,
  runPath: string,
  before: string,
): Promise<LeftRelease> {
  const reading: Reading = { ...context, signal: neverAborted };
  try {
    const now = await untilAnswered(context, reading.signal, async () => readServedAgain(reading, site));
    const isServed = now.runPath === runPath;
    const ended = await switchTo(context, site, now, isServed ? before : now.runPath);
    if (ended.kind === "served") {
      const isChanged = !isServed && now.runPath !== before;
      return { kind: "left", ended, ...(isChanged && { problem: changedTo(now.root) }) };
    }
    if (ended.kind === "sent") return { kind: "unseen", ended };
    const { problem, failure } = ended;
    return { kind: "stays", problem, failure };
  } catch (error) {
    return { kind: "stays", ...causeOf(error, context.failureIn) };
  }
}

/**
 * The end of a way back from a release that may be served still, and counts among the kept ones: with those it is removed one day. Unless
 * it was seen to count, it waits for a person as before.
 */
export function unremoved({ end, failure }: Result, left: SwitchEnd & { readonly kind: "sent" }): Result {
  const { root } = left.served;
  const isKept = end.state === "wanted" || end.state === "finished";
  return {
    end: {
      ...end,
      ...(isKept && { state: "unknown", problem: { kind: "release", why: "notSeen", root } }),
      ...servedBy(left),
    },
    ...(failure && { failure }),
  };
}

/** A release that is still served, and what it needs. */
function staying({ deployment }: DeploymentEnd, cause: Cause): Result {
  return resultOf({ deployment, isRelease: true, state: "held", rolledBack: "failed" }, cause);
}

/** What a website serves after a switch. */
export function servedBy(ended: SwitchEnd): Pick<DeploymentEnd, "served"> {
  if (ended.kind !== "served" && ended.kind !== "sent" && ended.kind !== "notLoaded") return {};
  return { served: { root: ended.served.root, isSeen: ended.kind === "served" } };
}
