import type { AgentCall } from "../../../src/agents/agentServices.ts";

/** A call of VS Code's own chat, which nobody cancels unless a signal is given. */
export function chatCall(signal: AbortSignal = new AbortController().signal): AgentCall {
  return { signal, agent: {}, tell: () => undefined };
}
