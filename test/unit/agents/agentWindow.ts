import type { AgentAccess } from "../../../src/agents/agentAccess.ts";
import type { AgentToolName } from "../../../src/agents/agentTools.ts";
import { invokeTool, type InvokingServices } from "../../../src/agents/window/invokeTool.ts";
import type { Agent } from "../../../src/actions/agent.ts";
import type { Dialogs } from "../../../src/ports/dialogs.ts";
import type { ToolAnswer } from "../../agents/dialogue.ts";
import { CommandFixture } from "../../fakes/commandFixture.ts";
import type { Conversation, ScriptedAnswer } from "../../fakes/scriptedDialogs.ts";
import { LIMITS } from "../../fakes/treeFixture.ts";

/** A window with an agent in it. */
export class AgentWindow {
  readonly window: CommandFixture;
  access: AgentAccess = "all";
  /** Who answers in place of a script. */
  person: Partial<Dialogs> = {};
  /** Who calls; the chat of VS Code unless set. */
  agent: Agent = {};
  /** What the agent was told while it waited. */
  readonly told: string[] = [];
  readonly canceling = new AbortController();

  private constructor(window: CommandFixture) {
    this.window = window;
  }

  static async open(): Promise<AgentWindow> {
    return new AgentWindow(await CommandFixture.open());
  }

  get services(): InvokingServices {
    const limits = () => ({ ...LIMITS, diskPercent: 90 });
    const dialogs = { ...this.window.services.dialogs, ...this.person };
    return {
      ...this.window.services,
      dialogs,
      limits,
      agentAccess: () => this.access,
    };
  }

  /** The text of a result. */
  async text(tool: AgentToolName, input: object): Promise<string> {
    const told = (sentence: string) => this.told.push(sentence);
    return invokeTool(this.services, tool, input, { signal: this.canceling.signal, agent: this.agent, tell: told });
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
}
