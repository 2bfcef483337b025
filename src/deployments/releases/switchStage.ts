import type { DeploymentEnd } from "../../actions/deploymentEnd.ts";
import { causeOf, endAfterBack, type Cause, type Result } from "../deploymentResult.ts";
import type { Stage } from "../stages.ts";
import type { Site } from "../../wire/operations/sites.ts";
import type { PlannedRelease } from "./prepareRelease.ts";
import { readServedAgain, type Reading } from "./servedDirectory.ts";
import { untilAnswered } from "./untilAnswered.ts";
import { switchTo, type SwitchEnd, type Switching } from "./switchRelease.ts";

/**
 * Has the website serve a release that was built. Where that is not seen to begin, the release is removed again; where nobody knows what
 * visitors see, it waits for a person.
 */
export function switchStage({ site, from, runPath }: PlannedRelease): Stage {
  return async (deployed, context) => {
    const { undo: remove, ...result } = deployed;
    if (remove === undefined) return deployed;
    context.onPhase("switching");
    const ended = await switchTo(context, site, from, runPath);
    switch (ended.kind) {
      case "served":
      case "sent": {
        const undo = async () => {
          context.onPhase("goingBack");
          const left = await leaveRelease(context, site, runPath, from.runPath);
          if (left.kind === "stays") return staying(result.end, left);
          const { end, ...back } = await remove();
          const problem = end.problem ?? left.problem;
          return { ...back, end: { ...end, ...(problem && { problem }), ...servedBy(left.ended) } };
        };
        return { ...deployed, end: { ...result.end, ...servedBy(ended) }, undo };
      }
      case "before": {
        const back = await remove();
        const { rolledBack, ...end } = back.end;
        const problem = releaseProblemOf(ended) ?? end.problem;
        const failure = ended.failure ?? back.failure;
        return {
          end: {
            ...endAfterBack(result.end, end),
            ...(problem && { problem }),
            // it was never served: only where it is still there, there was something to go back from
            ...(rolledBack === "failed" && { rolledBack }),
          },
          ...(failure && { failure }),
        };
      }
      case "unknown": {
        const { failure } = ended;
        return { end: { ...result.end, state: "held" }, ...(failure && { failure }) };
      }
      default:
        return ended satisfies never;
    }
  };
}

/** What became of a website that was to leave a release. */
type LeftRelease =
  /** It serves something else; `problem`: that was somebody's doing. */
  | { readonly kind: "left"; readonly problem?: DeploymentEnd["problem"]; readonly ended?: SwitchEnd }
  /** It may still serve it, so it has to stay. */
  | ({ readonly kind: "stays" } & Cause);

/**
 * Has a website serve what it served before a release, unless somebody has had it serve something else meanwhile. Never throws, but for
 * defects. A cancel ends nothing of it.
 * @param runPath of the release @param before of what it served
 */
export async function leaveRelease(
  context: Omit<Switching, "signal">,
  site: Site,
  runPath: string,
  before: string,
): Promise<LeftRelease> {
  const reading: Reading = { ...context, signal: new AbortController().signal };
  try {
    const now = await untilAnswered(context, reading.signal, async () => readServedAgain(reading, site));
    if (now.runPath !== runPath)
      return { kind: "left", ...(now.runPath !== before && { problem: changedTo(now.root) }) };
    const ended = await switchTo(context, site, now, before);
    if (ended.kind === "served" || ended.kind === "sent") return { kind: "left", ended };
    const problem = releaseProblemOf(ended);
    return { kind: "stays", ...(problem && { problem }), ...(ended.failure && { failure: ended.failure }) };
  } catch (error) {
    return { kind: "stays", ...causeOf(error, context.failureIn) };
  }
}

function changedTo(root: string): DeploymentEnd["problem"] {
  return { kind: "release", why: "changedRoot", root };
}

/** A release that is still served, and what it needs. */
function staying({ deployment }: DeploymentEnd, { problem, failure }: Cause): Result {
  return {
    end: { deployment, isRelease: true, state: "held", rolledBack: "failed", ...(problem && { problem }) },
    ...(failure && { failure }),
  };
}

/** Why a switch has not begun, as the problem of a deployment. */
export function releaseProblemOf(ended: SwitchEnd): DeploymentEnd["problem"] {
  if (ended.kind !== "before" || ended.problem === undefined) return undefined;
  return { kind: "release", ...ended.problem };
}

/** What a website serves after a switch. */
export function servedBy(ended: SwitchEnd | undefined): Pick<DeploymentEnd, "served"> {
  if (ended?.kind !== "served" && ended?.kind !== "sent") return {};
  return { served: { root: ended.served.root, isSeen: ended.kind === "served" } };
}
