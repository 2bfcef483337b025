import { isWorse, type DeploymentEnd } from "../actions/deploymentEnd.ts";
import type { PlannedChecks } from "../resources/plannedDeployment.ts";
import type { DeployedAddress } from "./askAddress.ts";
import { endAfterBack } from "./deploymentResult.ts";
import type { Stage } from "./stages.ts";

/** What a deployment is checked by afterwards, as it was shown. */
export type Checks = PlannedChecks;

/** What a deployment of the settings is checked by; nothing where it is not of the settings. */
export function checksOf(
  deployment: { readonly check?: string; readonly watch?: number; readonly rollBack: "ask" | "auto" } | undefined,
): Checks {
  return { address: deployment?.check, watch: deployment?.watch, rollsBack: deployment?.rollBack === "auto" };
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
    const back = await undo();
    return { ...back, end: { ...endAfterBack(end, back.end), checked } };
  };
}
