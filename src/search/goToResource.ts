import * as l10n from "@vscode/l10n";
import { CommandAborted } from "../commands/context/commandAborted.ts";
import type { CommandId } from "../manifest/commands.ts";
import type { PickedName } from "../manifest/pickedCommands.ts";
import { nodeText } from "../texts/nodeTexts.ts";
import { panelNodeId, type TreeNode } from "../tree/treeNodes.ts";
import { loadIntoTree } from "./loadIntoTree.ts";
import { pickResource, type FindingResources } from "./pickResource.ts";
import { offered, running, showing } from "./purpose.ts";
import type { KeepingPanels } from "../panels/panelStore.ts";
import type { Revealing } from "../views/drawnTree.ts";
import type { Handler } from "../commands/context/handler.ts";
import type { KnownPanels } from "../commands/context/knownPanels.ts";
import type { Talking } from "../ports/dialogs.ts";
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

/** Finds any resource on any panel on which a command of this name is offered, and runs it. */
export function runOnResource<Needed extends GoingTo>(name: PickedName, handlerOf: HandlerOf<Needed>): Handler<Needed> {
  return async (services) => {
    const picked = await pickResource(services, running(name));
    if (picked?.what === "panel") return services.reveal(panelNodeId(picked.panelId), { expand: true });
    if (picked === undefined) return;
    const { node, place } = picked;
    await loadIntoTree(services, node, place);
    await remember(services, node);
    // it was read before, perhaps a while ago
    const command = await chooseCommand(services, services.tree.node(node.id) ?? node, name);
    if (command !== undefined) await handlerOf(command)(services, [node.id]);
  };
}

/** The only command of a name that a row has, or the one that a person picks. */
async function chooseCommand(
  services: KnownPanels & Talking,
  node: TreeNode,
  name: PickedName,
): Promise<CommandId | undefined> {
  const { title } = running(name);
  const ids = node.type === "item" ? offered(services, node, name) : [];
  if (ids.length === 0)
    throw new CommandAborted(l10n.t("“{0}” does not apply to {1}. Nothing was done.", title, nodeText(node)));
  if (ids.length === 1) return ids[0];
  const choices = ids.map((value) => ({ label: WEB_LOGS[value]?.() ?? value, icon: "output", value }));
  return services.dialogs.pick(title, l10n.t("Which log?"), choices);
}

const WEB_LOGS: Readonly<Partial<Record<CommandId, () => string>>> = {
  "serverPanel.site.followAccessLog": () => l10n.t("Access log"),
  "serverPanel.site.followErrorLog": () => l10n.t("Error log"),
};
