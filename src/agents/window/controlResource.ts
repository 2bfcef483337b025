import { questionFor, type Confirmation } from "../../actions/confirmation.ts";
import { safeguardOf, type ResourceRequest } from "../../actions/actionRequest.ts";
import type { PanelRecord } from "../../panels/panelRecord.ts";
import { actionRequestOf } from "../../tree/actionRequestOf.ts";
import { resourceOf } from "../../resources/resources.ts";
import { failureOf } from "../../wire/answers/failure.ts";
import type { AgentCall, AgentHandler, AgentServices } from "../agentServices.ts";
import { itemNamed, panelNamed } from "../named.ts";
import { offeredActions } from "../readResources.ts";
import { ToolProblem } from "../toolResult.ts";
import { actingWith, toldResult } from "./actServices.ts";
import type { Acting } from "../../commands/context/acting.ts";
import type { Asked, AskedTargets, ControlInput } from "./askedTargets.ts";

/** Having VS Code ask before a resource is controlled. */
export interface AskingEditor extends AgentServices {
  readonly askedTargets: AskedTargets;
}

/** Controlling resources for an agent. */
export type Controlling = Acting & AskingEditor;

/** Restarts, starts or stops one resource by the runner, which asks what it asks a person, and whatever VS Code has not asked. */
export const controlResource: AgentHandler<"control_panel_resource", Controlling> = async (services, input, call) => {
  // what VS Code has asked about is for its own chat: another agent must not take the answer
  const asked = call.agent.client === undefined ? services.askedTargets.take(input, services) : undefined;
  const request = asked ?? (await requestFor(services, panelNamed(services, input.panel), input, call));
  const { services: acting, showProgress, confirm } = actingWith(services, call);
  const [finished] = await acting.runner.runAll([request], {
    showProgress,
    confirm,
    ...(asked === undefined && { alwaysAsk: true as const }),
  });
  if (finished === undefined) throw new TypeError("the runner has no outcome");
  return toldResult(services, finished);
};

/**
 * The question for VS Code to ask, where the guard level asks none; `undefined`: our own guard asks, or refuses. What it names
 * is what the call then acts on.
 */
export async function questionForEditor(
  services: AskingEditor,
  input: ControlInput,
  signal: AbortSignal,
): Promise<Confirmation | undefined> {
  const { askedTargets } = services;
  const asked = await requestToAsk(services, input, signal).catch((error: unknown) => {
    askedTargets.leave(input);
    throw error;
  });
  if (asked === undefined) askedTargets.leave(input);
  if (asked !== undefined && askedTargets.keep(input, asked)) return questionFor([asked.request], "ask");
  return undefined;
}

/** What VS Code is to ask about; `undefined`: our own guard asks, or refuses. */
async function requestToAsk(
  services: AskingEditor,
  input: ControlInput,
  signal: AbortSignal,
): Promise<Asked | undefined> {
  const { kind, action: verb } = input;
  if (resourceOf(kind).actions[verb] === undefined) return undefined;
  try {
    const panel = panelNamed(services, input.panel);
    if (safeguardOf({ panel: services.connections.of(panel), kind, verb }) !== "none") return undefined;
    const request = await requestFor(services, panel, input, { signal, agent: {} });
    if (questionFor([request]) === undefined) return { panel, request };
    return undefined;
  } catch (error) {
    // the call will say why, and do nothing
    if (error instanceof ToolProblem || failureOf(error) !== undefined) return undefined;
    throw error;
  }
}

/** Finds what is asked for. Throws `ToolProblem` where the question would not say which one it is. */
async function requestFor(
  services: AskingEditor,
  panel: PanelRecord,
  { kind, name, action }: ControlInput,
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
