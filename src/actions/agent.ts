/** An agent that asks in a person's stead. */
export interface Agent {
  /** What a program outside VS Code calls itself, which nobody has verified. Absent: it is the chat of VS Code. */
  readonly client?: string;
}

/** An agent as files have it. */
export interface WrittenAgent {
  readonly by?: "agent";
  readonly client?: string;
}

/** An agent for a file. */
export function writtenAgent(agent: Agent | undefined): WrittenAgent {
  if (agent === undefined) return {};
  return { by: "agent", ...agent };
}

/** The agent in a file; `undefined`: a person has asked. */
export function agentIn({
  by,
  client,
}: { readonly [Field in keyof WrittenAgent]: WrittenAgent[Field] | undefined }): Agent | undefined {
  if (by === undefined) return undefined;
  return client === undefined ? {} : { client };
}
