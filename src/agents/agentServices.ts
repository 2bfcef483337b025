import type { Agent } from "../actions/agent.ts";
import type { ActionPanel } from "../actions/actionRequest.ts";
import type { TargetClaims } from "../actions/targetClaims.ts";
import type { PanelConnection } from "../connection/panelConnection.ts";
import type { ExaminingServices } from "../doctor/examine.ts";
import type { PanelRecord } from "../panels/panelRecord.ts";
import type { Redactor } from "../redaction/redactor.ts";
import type { Limits } from "../tree/panelStates.ts";
import type { AgentToolInput, AgentToolName } from "./agentTools.ts";
import type { ToolResult } from "./toolResult.ts";

/** A panel as tools use it. */
export type AgentPanel = Pick<PanelConnection, keyof ActionPanel | "edition" | "learnEdition">;

/** The panels that tools may ask. */
export interface AgentPanels {
  readonly panels: () => readonly PanelRecord[];
  readonly connections: { of(panel: PanelRecord): AgentPanel };
}

/** Services of tools that read. */
export interface AgentServices extends AgentPanels, Omit<ExaminingServices, "connections"> {
  readonly redactor: Pick<Redactor, "redact">;
  readonly limits: () => Limits;
  readonly pendingVerbAt: TargetClaims["pendingVerbAt"];
  readonly log: { error(text: string): void };
}

/** One call of a tool. */
export interface AgentCall {
  /** Cancels it. */
  readonly signal: AbortSignal;
  readonly agent: Agent;
  /** Tells the agent what is going on while it waits: a sentence of ours, in English. */
  readonly tell: (sentence: string) => void;
}

/** A call as its tool gets it. */
export interface AllowedCall extends AgentCall {
  /** Throws `ToolProblem` where the user no longer lets agents do this: an answer may come long after the call. */
  readonly assertAllowed: () => void;
}

/** What a tool does. Rejects with `ToolProblem` or `PanelError` where nothing was changed. */
export type AgentHandler<Name extends AgentToolName, Needed = AgentServices> = (
  services: Needed,
  input: AgentToolInput<Name>,
  call: AllowedCall,
) => Promise<ToolResult>;
