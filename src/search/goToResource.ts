import type { CommandId } from "../manifest/commands.ts";
import { panelNodeId } from "../tree/treeNodes.ts";
import { loadIntoTree } from "./loadIntoTree.ts";
import { pickResource, type FindingResources } from "./pickResource.ts";
import { showing } from "./purpose.ts";
import type { KeepingPanels } from "../panels/panelStore.ts";
import type { Revealing } from "../views/drawnTree.ts";
import type { Handler } from "../commands/context/handler.ts";
import { remember } from "./recentResources.ts";

/** Going to any resource of all panels. */
export interface GoingTo extends FindingResources, KeepingPanels, Revealing {}

/** Returns the handler of a command. */
type HandlerOf<Needed> = (command: CommandId) => Handler<Needed>;

/** Finds any resource on any panel by a few letters, and shows it in the tree or runs a command of its row. */
export function goToResource<Needed extends GoingTo>(handlerOf: HandlerOf<Needed>): Handler<Needed> {
  return async (services) => {
    const picked = await pickResource(services, showing());
    if (picked?.what === "panel") return services.reveal(panelNodeId(picked.panelId), { expand: true });
    if (picked === undefined) return;
    const { node, place, command } = picked;
    await loadIntoTree(services, node, place);
    await services.reveal(node.id, { expand: false });
    await remember(services, node);
    if (command !== undefined) await handlerOf(command)(services, [node.id]);
  };
}
