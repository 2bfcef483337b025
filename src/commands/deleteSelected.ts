import * as l10n from "@vscode/l10n";
import { actionsOf } from "../resources/resources.ts";
import type { SubjectKind } from "../resources/subjects.ts";
import type { TreeNode } from "../tree/treeNodes.ts";
import { nodeText } from "../texts/nodeTexts.ts";
import { nodeArguments, nodesOf } from "./context/choose.ts";
import { closeRows } from "./resources/entryCommands.ts";
import { CommandAborted } from "./context/commandAborted.ts";
import { actionCommand, type ActingOnRows } from "./resources/actionCommand.ts";
import { removePanel, type RemovingPanels } from "./panels/removePanel.ts";
import type { OnKeys } from "../views/drawnTree.ts";
import type { Handler } from "./context/handler.ts";
import { listText } from "../texts/listTexts.ts";

/** Deleting rows of any sort, but for files. */
export interface Deleting extends ActingOnRows, OnKeys, RemovingPanels {}

/**
 * *Delete…*, and the delete key, which passes no rows: removes a panel, or deletes resources or files on the server. The key only forgets
 * entries that were added by hand, which have a command for that. The selection must be of one sort.
 */
export const deleteSelected =
  <OfFiles>(removeFiles: Handler<OfFiles>): Handler<Deleting & OfFiles> =>
  async (services, given) => {
    const isByKey = given.length === 0;
    const nodes = isByKey ? nodesOf(services, await services.keyTargets()) : nodeArguments(services, given);
    const [first, ...others] = nodes;
    if (first === undefined) return;
    const sort = sortOf(first, isByKey);
    if (sort === undefined || others.some((other) => sortOf(other, isByKey) !== sort)) throw refusal(nodes);
    const args = [first.id, nodes.map(({ id }) => id)];
    if (sort === "file") await removeFiles(services, args);
    else if (sort === "manual") await closeRows(services, args);
    else if (sort !== "panel") await actionCommand("remove")(services, args);
    else if (first.type === "panel" && others.length === 0) await removePanel(services, first.panel);
    else throw refusal(nodes);
  };

/** Nodes of one sort are deleted in the same way; `undefined`: the node cannot be deleted. */
function sortOf(node: TreeNode, isByKey: boolean): SubjectKind | "manual" | "panel" | undefined {
  if (node.type === "panel") return "panel";
  if (node.type === "file") {
    if (node.isRoot === true) return undefined;
    return "file";
  }
  if (node.type !== "item") return undefined;
  if (isByKey && node.state === "manual") return "manual";
  if (actionsOf(node.kind).some(([verb]) => verb === "remove")) return node.kind;
  return undefined;
}

function refusal(nodes: readonly TreeNode[]): CommandAborted {
  const names = listText(nodes.map(nodeText));
  if (nodes.length === 1) return new CommandAborted(l10n.t("This cannot be deleted from here: {0}", names));
  return new CommandAborted(
    l10n.t(
      "Nothing was done. These cannot be deleted together: {0}. Select one panel or entries of one kind, and select entries added by hand separately.",
      names,
    ),
  );
}
