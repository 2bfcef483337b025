import * as v from "valibot";
import { QuestionUnanswered } from "../../actions/confirmation.ts";
import { ErrorWithPanel } from "../../commands/context/askPanel.ts";
import { CommandAborted, PanelIsReadOnly } from "../../commands/context/commandAborted.ts";
import { StorageError } from "../../storage/storageError.ts";
import { storageText } from "../../texts/failureTexts.ts";
import { failureOf, traceOf } from "../../wire/answers/failure.ts";
import type { AgentCall, AgentHandler } from "../agentServices.ts";
import { AGENT_TOOLS, type AgentAccess } from "../agentAccess.ts";
import { agentTools, isAllowed, type AgentToolName } from "../agentTools.ts";
import { diagnosePanel } from "../diagnosePanel.ts";
import { problemOf } from "../named.ts";
import { readLog } from "../readLog.ts";
import { listPanels, listProblems } from "../readPanels.ts";
import { getResource, listResources } from "../readResources.ts";
import { resultText, ToolProblem, type ToolResult } from "../toolResult.ts";
import { waitForState } from "../waitForState.ts";
import { controlResource, type Controlling } from "./controlResource.ts";
import type { DeployingForAgents } from "./deploymentTools.ts";
import { openWebsiteForm, type OpeningFormsForAgents } from "./openWebsiteForm.ts";

/** What the tools need. */
type ToolServices = Controlling & DeployingForAgents & OpeningFormsForAgents;

/** Deploying is much code, which an agent that looks or restarts needs nothing of. */
const deploymentTools = async () => import("./deploymentTools.ts");

/** The handler of each tool. */
const HANDLERS: { readonly [Name in AgentToolName]: AgentHandler<Name, ToolServices> } = {
  list_panels: listPanels,
  list_panel_resources: listResources,
  get_panel_resource: getResource,
  read_panel_log: readLog,
  wait_for_panel_state: waitForState,
  list_panel_problems: listProblems,
  diagnose_panel: diagnosePanel,
  plan_panel_deployment: async (...call) => (await deploymentTools()).planDeployment(...call),
  run_panel_deployment: async (...call) => (await deploymentTools()).runDeploymentForAgent(...call),
  roll_back_panel_deployment: async (...call) => (await deploymentTools()).rollBackDeployment(...call),
  control_panel_resource: controlResource,
  open_website_form: openWebsiteForm,
};

/** Services for invoking tools; the setting is read each time. */
export type InvokingServices = ToolServices & { readonly agentAccess: () => AgentAccess };

/**
 * Invokes a tool for an agent, whatever it gives as input. Resolves to the text of the result, also of a problem; rejects
 * only if it was canceled.
 */
export async function invokeTool(
  services: InvokingServices,
  name: AgentToolName,
  input: unknown,
  call: AgentCall,
): Promise<string> {
  const redact = (text: string) => services.redactor.redact(text);
  return resultText(await resultOf(services, name, input, call), redact);
}

async function resultOf(
  services: InvokingServices,
  name: AgentToolName,
  input: unknown,
  call: AgentCall,
): Promise<ToolResult> {
  const { access, input: schema } = agentTools[name];
  const assertAllowed = () => {
    if (isAllowed(name, services.agentAccess())) return;
    throw new ToolProblem(
      "The user does not let agents do this.",
      `Only the user may change the setting ${AGENT_TOOLS} to "${access}". Do not change it yourself.`,
    );
  };
  try {
    assertAllowed();
    const parsed = v.safeParse(schema, input);
    if (!parsed.success) {
      const [issue] = parsed.issues;
      return {
        says: { problem: "The input does not fit the schema.", next: "Correct the input." },
        data: { field: v.getDotPath(issue) ?? "input", message: issue.message },
      };
    }
    const handler = HANDLERS[name] as AgentHandler<never, ToolServices>;
    return await handler(services, parsed.output as never, { ...call, assertAllowed });
  } catch (error) {
    if (call.signal.aborted) throw error;
    return problemResult(services, error);
  }
}

function problemResult(services: InvokingServices, error: unknown): ToolResult {
  const [panel, cause] = error instanceof ErrorWithPanel ? [error.panel, error.cause] : [undefined, error];
  if (cause instanceof ToolProblem) return cause.result;
  const failure = failureOf(cause);
  if (failure !== undefined) return problemOf(failure, panel).result;
  const isReadOnly = cause instanceof PanelIsReadOnly;
  if (cause instanceof CommandAborted)
    return {
      says: {
        problem: isReadOnly ? "The panel is read only, and nothing was sent." : "It did not begin.",
        next: isReadOnly
          ? "Only the user can change that: do not ask them to."
          : "Tell the user what the message says.",
      },
      data: { message: cause.message },
    };
  if (cause instanceof QuestionUnanswered)
    return {
      says: {
        happened: "no",
        problem: "The user was asked and has not answered in time. Nothing was sent.",
        next: "Do not ask again unless they tell you to.",
      },
    };
  if (cause instanceof StorageError)
    return {
      says: { problem: "Storage of this computer failed.", next: "Tell the user what the message says." },
      data: { message: storageText(cause.problem) },
    };
  services.log.error(traceOf(cause));
  return problemOf({ kind: "defect" }).result;
}
