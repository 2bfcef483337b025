import { agentPrompts, type AgentPromptName } from "../src/agents/agentPrompts.ts";

/** The name of the skill that a text for agents is in an editor: it stands there among those of all others. */
export function skillName(prompt: AgentPromptName): string {
  return `server-panel-${prompt.replaceAll("_", "-")}`;
}

/** Where the package has a skill, in a folder of its name, as editors demand. */
export function skillPath(prompt: AgentPromptName): string {
  return `dist/skills/${skillName(prompt)}/SKILL.md`;
}

/** A text for agents as the file of a skill. A JSON string is one of YAML, too. */
export function skillFile(prompt: AgentPromptName): string {
  const { about, text } = agentPrompts[prompt];
  return `---\nname: ${skillName(prompt)}\ndescription: ${JSON.stringify(about)}\n---\n\n${text}\n`;
}
