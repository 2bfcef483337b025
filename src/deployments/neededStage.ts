import { steadyFiles, type DeployContext } from "./deploy.ts";
import { backFrom, causeOf, type Cause } from "./deploymentResult.ts";
import type { Stage } from "./stages.ts";
import type { Need } from "./targetKind.ts";
import { targetKindOf } from "./targetKinds.ts";
import type { DeployTo } from "./targetNow.ts";

/**
 * Looks, before a process restarts, for what the panel does not start it without: its restart would stop what runs, and start nothing.
 * Where that lacks, or cannot be looked for, all goes back, and what runs goes on.
 */
export function neededStage(to: DeployTo): Stage {
  return async (deployed, context) => {
    const { end, undo } = deployed;
    const needs = targetKindOf(to).process?.needs?.(to.row) ?? [];
    const staysStopped = context.isStopped() && !context.startsStopped;
    if (undo === undefined || needs.length === 0 || staysStopped) return deployed;
    const why = await whyNot(needs, context);
    if (why === undefined) return deployed;
    return backFrom(end, await undo(), why);
  };
}

/** Why a process would not start; `undefined`: as far as is known, it does. */
async function whyNot(needs: readonly Need[], context: DeployContext): Promise<Cause | undefined> {
  try {
    const found = await steadyFiles(context).look(needs.flatMap(({ path, where }) => [path, where]));
    const lack = needs.find(({ path, where }) => found.has(where) && !found.has(path));
    return lack && { problem: { kind: "lacks", path: lack.path } };
  } catch (error) {
    return causeOf(error, context.failureIn);
  }
}
