import type { AgentAccess, AgentToolName } from "../../../src/agents/agentTools.ts";
import { editorQuestion, invokeTool, type InvokingServices } from "../../../src/agents/window/invokeTool.ts";
import type { ToolAnswer } from "../../agents/dialogue.ts";
import { CommandFixture } from "../../fakes/commandFixture.ts";
import type { Conversation, ScriptedAnswer } from "../../fakes/scriptedDialogs.ts";
import { LIMITS } from "../../fakes/treeFixture.ts";

/** A window with an agent in it. */
export class AgentWindow {
  readonly window: CommandFixture;
  access: AgentAccess = "all";
  readonly canceling = new AbortController();

  private constructor(window: CommandFixture) {
    this.window = window;
  }

  static async open(): Promise<AgentWindow> {
    return new AgentWindow(await CommandFixture.open());
  }

  get services(): InvokingServices {
    const limits = () => ({ ...LIMITS, diskPercent: 90 });
    return { ...this.window.services, limits, agentAccess: () => this.access };
  }

  /** The text of a result. */
  async text(tool: AgentToolName, input: object): Promise<string> {
    return invokeTool(this.services, tool, input, this.canceling.signal);
  }

  async invoke(tool: AgentToolName, input: object): Promise<ToolAnswer> {
    return JSON.parse(await this.text(tool, input)) as ToolAnswer;
  }

  /** A result, and what a person was asked for it. */
  async asking(
    tool: AgentToolName,
    input: object,
    ...answers: readonly ScriptedAnswer[]
  ): Promise<{ readonly text: string; readonly answer: ToolAnswer; readonly conversation: Conversation }> {
    let text = "";
    const conversation = await this.window.answering(answers, async () => (text = await this.text(tool, input)));
    return { text, answer: JSON.parse(text) as ToolAnswer, conversation };
  }

  /** What VS Code is to ask before. */
  question(tool: AgentToolName, input: object) {
    return editorQuestion(this.services, tool, input);
  }
}
