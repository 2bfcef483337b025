import { questionFor, type Confirmation } from "../../actions/confirmation.ts";
import type { ActionRequest } from "../../actions/actionRequest.ts";
import { requestOf } from "../../tree/requestOf.ts";
import { resourceOf } from "../../resources/resources.ts";
import { panelsCalled } from "../../tasks/taskDefinition.ts";
import type { AgentHandler } from "../agentServices.ts";
import type { AgentToolInput } from "../agentTools.ts";
import { itemNamed, panelNamed } from "../named.ts";
import { offeredActions } from "../readResources.ts";
import { ToolProblem } from "../toolResult.ts";
import { actingWith, toldResult, type ActServices } from "./actServices.ts";

/** Restarts, starts or stops one resource by the runner, which asks what it asks a person. */
export const controlResource: AgentHandler<"control_panel_resource", ActServices> = async (services, input, signal) => {
  const { action } = input;
  const panel = panelNamed(services, input.panel);
  const { item, rows } = await itemNamed(services, panel, input, signal);
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
  const request: ActionRequest = { ...requestOf(services.connections.of(panel), item, action, rows), by: "agent" };
  const { services: acting, showProgress } = actingWith(services, signal);
  const [finished] = await acting.runner.runAll([request], { showProgress });
  if (finished === undefined) throw new TypeError("the runner has no outcome");
  return toldResult(services, finished);
};

/** The question for VS Code to ask, where the guard level asks none; `undefined`: our own guard asks, or refuses. */
export function questionForEditor(
  { panels, connections }: Pick<ActServices, "connections" | "panels">,
  { panel: panelName, kind, name, action }: AgentToolInput<"control_panel_resource">,
): Confirmation | undefined {
  const [panel] = panelsCalled(panels(), panelName);
  if (panel === undefined || panel.guardLevel === "readOnly" || resourceOf(kind).actions[action] === undefined)
    return undefined;
  const request: ActionRequest = {
    panel: connections.of(panel),
    kind,
    verb: action,
    target: { key: name, label: name },
    row: undefined,
    by: "agent",
  };
  return questionFor([request]) === undefined ? questionFor([request], "ask") : undefined;
}
