import { resourceKinds, resourceOf, type DeployingId, type ResourceKind } from "../resources/resources.ts";
import type { CommandShape } from "./commandShape.ts";

/** The command that deploys to a row, or undoes that. */
export type DeployingCommandId = `serverPanel.${DeployingId}`;

/** The rows of a kind that can be deployed to. */
export function deployedNodes(kind: ResourceKind): readonly string[] {
  return (resourceOf(kind).procedures?.deploy?.offered ?? []).map((state) => `${kind}.${state}`);
}

/** Deploy and Roll Back of each kind that can be deployed to; each is offered in its procedure's states. */
export function deployingCommands(): Readonly<Record<string, CommandShape>> {
  return Object.fromEntries(
    resourceKinds.flatMap((kind) =>
      (["deploy", "rollBack"] as const).flatMap((verb, index): [string, CommandShape][] => {
        const { offered } = resourceOf(kind).procedures?.[verb] ?? {};
        if (offered === undefined) return [];
        const nodes = offered.map((state) => `${kind}.${state}`);
        const shape: CommandShape = { palette: "withPanels", nodes, place: `4_deploy@${index + 1}`, change: verb };
        return [[`serverPanel.${kind}.${verb}`, shape]];
      }),
    ),
  );
}
