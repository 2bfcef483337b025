import { settingValue } from "../../platform/readSetting.ts";
import { accessIn, AGENT_TOOLS, type AgentAccess } from "../agentAccess.ts";

/** What agents may do. */
export function readAgentAccess(): AgentAccess {
  return accessIn(settingValue(AGENT_TOOLS));
}
