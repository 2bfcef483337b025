import { agentToolNames, agentTools, type AgentToolName } from "../../agents/agentTools.ts";
import { jsonSchemaOf, type JsonSchema } from "../../agents/jsonSchema.ts";

/** A tool as the protocol lists it. */
export interface ListedTool {
  readonly name: AgentToolName;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: JsonSchema;
  readonly annotations: {
    readonly readOnlyHint: boolean;
    readonly destructiveHint: boolean;
    readonly idempotentHint: boolean;
    /** Always: what comes back is written by servers and by whoever visits them. */
    readonly openWorldHint: true;
  };
}

/** The tools. esbuild.mjs runs this file and bundles what it has made, without the tables that it comes from. */
export const toolList: readonly ListedTool[] = agentToolNames.map((name) => {
  const tool = agentTools[name];
  const hints = "hints" in tool ? tool.hints : undefined;
  const words = name.replaceAll("_", " ");
  return {
    name,
    title: `${words.charAt(0).toUpperCase()}${words.slice(1)}`,
    description: tool.about,
    inputSchema: jsonSchemaOf(tool.input),
    annotations: {
      readOnlyHint: hints === undefined,
      destructiveHint: hints?.isDestructive ?? false,
      idempotentHint: hints?.isIdempotent ?? true,
      openWorldHint: true,
    },
  };
});
