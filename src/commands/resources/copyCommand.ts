import * as l10n from "@vscode/l10n";
import { chooseItem, nodeArguments } from "../context/choose.ts";
import { CommandAborted } from "../context/commandAborted.ts";
import type { ResourceKind } from "../../resources/resources.ts";
import { nodeText } from "../../texts/nodeTexts.ts";
import type { Handler } from "../context/handler.ts";
import type { Choosing } from "../context/choosing.ts";
import type { Copying } from "../../ports/workbench.ts";
import type { KnownPanels } from "../context/knownPanels.ts";
import type { ItemNode, TreeNode } from "../../tree/treeNodes.ts";

/**
 * A command that copies a text of each clicked or selected item, one per line, or of the item that a person picks.
 * @param warningFor a warning about the copied text
 */
export function copyCommand(
  kind: ResourceKind,
  title: string,
  textOf: (item: ItemNode) => string | undefined,
  warningFor: (text: string) => string | undefined = () => undefined,
): Handler<Choosing & Copying> {
  return async (services, args) => {
    const selected = nodeArguments(services, args);
    const picked = selected.length > 0 ? undefined : await chooseItem(services, args, kind, title);
    const nodes = picked === undefined ? selected : [picked];
    const copied = await copyTexts(services, nodes, (node) =>
      node.type === "item" && node.kind === kind ? textOf(node) : undefined,
    );
    if (copied === undefined) return;
    const message = warningFor(copied);
    if (message !== undefined) await services.dialogs.tell({ severity: "warning", message });
  };
}

/** Copies the addresses of the clicked or selected panels, one per line. */
export const copyPanelAddress: Handler<Copying & KnownPanels> = async (services, args) => {
  await copyTexts(services, nodeArguments(services, args), (node) =>
    node.type === "panel" ? node.panel.address : undefined,
  );
};

/** Copies a text of each node and returns it all. Ends the command if a node has no such text. */
async function copyTexts(
  { clipboard }: Copying,
  nodes: readonly TreeNode[],
  textOf: (node: TreeNode) => string | undefined,
): Promise<string | undefined> {
  if (nodes.length === 0) return undefined;
  const texts = nodes.map((node) => {
    const text = textOf(node);
    if (text === undefined)
      throw new CommandAborted(l10n.t("Nothing was copied: {0} does not have this.", nodeText(node)));
    return text;
  });
  const copied = texts.join("\n");
  await clipboard.write(copied);
  return copied;
}
