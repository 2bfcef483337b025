import * as vscode from "vscode";
import type { AgentAccess } from "../../../src/agents/agentAccess.ts";
import type { Invoke, ToolAnswer } from "../../agents/dialogue.ts";
import { features } from "../helpers/extension.ts";

/** Invokes a tool through VS Code, outside of a chat; the text of its result. */
export async function invokeText(name: string, input: object): Promise<string> {
  // a tool is there from the activation on
  await features();
  const { content } = await vscode.lm.invokeTool(name, { toolInvocationToken: undefined, input });
  return content.map((part) => (part instanceof vscode.LanguageModelTextPart ? part.value : "")).join("");
}

/** The same, read. */
export const invoke: Invoke = async (name, input) => JSON.parse(await invokeText(name, input)) as ToolAnswer;

const SETTING = "serverPanel.agentTools";

/** Lets agents do this in each test of the enclosing `describe`, as far as the test sets nothing else. */
export function useAgentAccess(access: AgentAccess): void {
  beforeEach(async () => {
    // VS Code takes half a second to change a setting
    if (vscode.workspace.getConfiguration().get(SETTING) !== access) await setAccess(access);
  });
  after(async () => setAccess(undefined));
}

/** Sets what agents may do; `undefined`: as it was. */
export async function setAccess(access: AgentAccess | undefined): Promise<void> {
  await vscode.workspace.getConfiguration().update(SETTING, access, vscode.ConfigurationTarget.Global);
}
