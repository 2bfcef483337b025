import { isWorse, type DeploymentEnd } from "../actions/deploymentEnd.ts";
import type { PlannedChecks } from "../resources/plannedDeployment.ts";
import type { DeployedAddress } from "./askAddress.ts";
import { backFrom } from "./deploymentResult.ts";
import type { Stage } from "./stages.ts";

/** What a deployment is checked by afterwards, as it was shown. */
export type Checks = PlannedChecks;

/** The checks of a deployment. */
export function checksOf({
  check,
  watch,
  rollBack,
}: {
  readonly check?: string;
  readonly watch?: number;
  readonly rollBack: "ask" | "auto";
}): Checks {
  return { address: check, watch, rollsBack: rollBack === "auto" };
}

/** Asks the address. If it no longer answers well, goes back where the deployment says so and has changed something. */
export function checkStage(address: DeployedAddress | undefined, { rollsBack }: Checks): Stage {
  return async (deployed, { clock, signal, onPhase }) => {
    const { undo, ...result } = deployed;
    if (address === undefined) return deployed;
    onPhase("checkingAddress");
    const checked = await address.ask(clock, signal);
    const end: DeploymentEnd = { ...result.end, checked };
    if (!isWorse(checked) || rollsBack !== true || undo === undefined || signal.aborted) return { ...deployed, end };
    const back = backFrom(end, await undo());
    return { ...back, end: { ...back.end, checked } };
  };
}
