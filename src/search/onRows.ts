import * as l10n from "@vscode/l10n";
import { nodeArgument } from "../commands/context/choose.ts";
import { CommandAborted } from "../commands/context/commandAborted.ts";
import type { Handler, OnItem } from "../commands/context/handler.ts";
import { changesOn } from "../commands/context/hasFeature.ts";
import type { RowVerb } from "../manifest/commandShape.ts";
import { nodeText } from "../texts/nodeTexts.ts";
import { panelNodeId, type TreeNode } from "../tree/treeNodes.ts";
import { isOffered } from "../tree/verbsAt.ts";
import type { GoingTo } from "./goToResource.ts";
import { loadIntoTree } from "./loadIntoTree.ts";
import { pickResource } from "./pickResource.ts";
import { offering, titleOf } from "./purpose.ts";
import { remember } from "./recentResources.ts";

/** The command of a verb: on the rows it was called on, or on one that a person picks among all that offer it. */
export function onRows<Needed>(verb: RowVerb, run: Handler<Needed>): Handler<GoingTo & Needed> {
  return async (services, args) => {
    if (typeof args[0] === "string") return run(services, args);
    const id = await pickRow(services, verb);
    if (id !== undefined) await run(services, [id]);
  };
}

/** The command of a verb on one resource: the clicked one, or one that a person picks among all that offer it. */
export function onItem<Needed>(verb: RowVerb, run: OnItem<Needed>): Handler<GoingTo & Needed> {
  return onRows(verb, async (services: GoingTo & Needed, args) => {
    const node = nodeArgument(services, args);
    if (node?.type !== "item") throw misfit(verb, node);
    await run(services, node);
  });
}

/** The id of a row that offers a verb, which a person picks among those of all panels; `undefined`: dismissed. */
async function pickRow(services: GoingTo, verb: RowVerb): Promise<string | undefined> {
  const picked = await pickResource(services, offering(verb));
  if (picked?.what === "panel") await services.reveal(panelNodeId(picked.panelId), { expand: true });
  if (picked?.what !== "resource") return undefined;
  const { place } = picked;
  await loadIntoTree(services, picked.node, place);
  await remember(services, picked.node);
  // it was read before, perhaps a while ago
  const node = services.tree.node(picked.node.id) ?? picked.node;
  if (node.type !== "item" || !isOffered(node, changesOn(services, node), verb)) throw misfit(verb, node);
  return node.id;
}

function misfit(verb: RowVerb, node: TreeNode | undefined): CommandAborted {
  const name = node === undefined ? "" : nodeText(node);
  return new CommandAborted(l10n.t("“{0}” does not apply to {1}. Nothing was done.", titleOf(verb), name));
}
