import { env } from "vscode";
import { groupNodeId, panelNodeId } from "../model/treeNodes.ts";
import { nodeName } from "../platform/texts/nodeTexts.ts";
import { nodeArgument, nodeArguments, nodesOf } from "./choose.ts";
import type { Handler } from "./services.ts";
import { tellFailure } from "./tellFailure.ts";

/** Asks the panel again for what is under the node and was opened. */
export const refreshNode: Handler = async (services, args) => {
  const { tree } = services;
  await Promise.all(
    nodeArguments(services, args).map(async (node) => {
      if (node.type === "panel" || node.type === "group") await tree.reloadAll(node.id, "user");
      else if (node.type === "item") await tree.reload(node.parentId ?? node.id, "user");
    }),
  );
};

/** Asks again where a list failed; the failure stands under what failed. */
export const retryNode: Handler = async (services, args) => {
  const node = nodeArgument(services, args);
  if (node?.type === "failure" && node.parentId !== undefined) await services.tree.reload(node.parentId, "user");
};

/** Tells a failure of the tree again, with the ways to fix it. */
export const fixNode: Handler = async (services, args) => {
  const node = nodeArgument(services, args);
  if (node?.type !== "failure") return;
  const panel = services.panels().find(({ id }) => id === node.panelId);
  await tellFailure(services, node.failure, panel);
};

/** The names of what was clicked or selected, one to a line; a key passes nothing. */
export const copyName: Handler = async (services, args) => {
  const nodes = args.length === 0 ? nodesOf(services, await services.keyTargets()) : nodeArguments(services, args);
  const names = nodes.flatMap((node) => nodeName(node) ?? []);
  if (names.length > 0) await env.clipboard.writeText(names.join("\n"));
};

export const loadMore: Handler = async (services, args) => {
  const node = nodeArgument(services, args);
  if (node?.type === "more") await services.tree.loadMore(groupNodeId(node.panelId, node.kind));
};

/** Asks again for everything that was opened, and for nothing else. */
export const refreshView: Handler = async ({ panels, tree }) => {
  const opened = panels()
    .map(({ id }) => panelNodeId(id))
    .filter((id) => tree.isLoaded(id));
  await Promise.all(opened.map((id) => tree.reloadAll(id, "user")));
};

/** Asks every panel how it is, opened or not; its row and tooltip show the state and its age. */
export const checkAllPanels: Handler = async ({ panels, tree }) => {
  await tree.children(undefined);
  await Promise.all(panels().map(({ id }) => tree.reload(panelNodeId(id), "user")));
};
