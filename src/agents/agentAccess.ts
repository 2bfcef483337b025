/** The setting that says what agents may do. */
export const AGENT_TOOLS = "serverPanel.agentTools";

/** Its values, from the least to the most. */
export const agentAccess = ["off", "read", "all"] as const;
export type AgentAccess = (typeof agentAccess)[number];

/** Used where the setting has no valid value, too. */
export const defaultAccess: AgentAccess = "read";

/** Reads the value of the setting; VS Code underlines what is invalid, but passes it on. */
export function accessIn(value: unknown): AgentAccess {
  return agentAccess.find((access) => access === value) ?? defaultAccess;
}
