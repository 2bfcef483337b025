import type { ResourceRequest } from "../../actions/actionRequest.ts";
import type { PanelRecord } from "../../panels/panelRecord.ts";
import { actionRequestOf } from "../../tree/actionRequestOf.ts";
import type { AgentCall, AgentHandler, AgentServices } from "../agentServices.ts";
import type { AgentToolInput } from "../agentTools.ts";
import { itemNamed, panelNamed } from "../named.ts";
import { offeredActions } from "../readResources.ts";
import { ToolProblem } from "../toolResult.ts";
import { actingWith, toldResult } from "./actServices.ts";
import type { Acting } from "../../commands/context/acting.ts";

/** Controlling resources for an agent. */
export type Controlling = Acting & AgentServices;

/** Restarts, starts or stops one resource by the runner, which asks a person at every protection level. */
export const controlResource: AgentHandler<"control_panel_resource", Controlling> = async (services, input, call) => {
  const request = await requestFor(services, panelNamed(services, input.panel), input, call);
  const { services: acting, showProgress, confirm } = actingWith(services, call);
  const [finished] = await acting.runner.runAll([request], { showProgress, confirm, alwaysAsk: true });
  if (finished === undefined) throw new TypeError("the runner has no outcome");
  return toldResult(services, finished);
};

/** Finds what is asked for. Throws `ToolProblem` where the question would not say which one it is. */
async function requestFor(
  services: AgentServices,
  panel: PanelRecord,
  { kind, name, action }: AgentToolInput<"control_panel_resource">,
  { signal, agent }: Pick<AgentCall, "agent" | "signal">,
): Promise<ResourceRequest> {
  const { item, rows, hasNamesake } = await itemNamed(services, panel, { kind, name }, signal);
  if (hasNamesake)
    throw new ToolProblem(
      "Several resources have this name or one that looks like it, and a question to the user would not say which one is meant. Nothing was sent.",
      "Tell the user to do it in the Server Panel side bar.",
      { name: item.label, key: item.key },
    );
  // a read-only panel offers nothing, and the runner says why
  const offered = offeredActions(services, { ...panel, guardLevel: "trusted" }, item);
  if (!offered.includes(action))
    throw new ToolProblem(
      offered.length === 0
        ? "Resources of this kind and state cannot be restarted, started or stopped here."
        : "The action does not apply to the resource in its present state.",
      offered.length === 0 ? "Tell the user." : `Offered are: ${offered.join(", ")}.`,
      { name: item.label, state: item.state },
    );
  return { ...actionRequestOf(services.connections.of(panel), item, action, rows), by: agent };
}
