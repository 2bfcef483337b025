import { env } from "vscode";
import { groupNodeId, panelNodeId } from "../model/treeNodes.ts";
import { nodeArgument, nodeArguments } from "./choose.ts";
import type { Handler } from "./services.ts";
import { tellFailure } from "./tellFailure.ts";

/** Asks the panel again for what is under the node and was opened. */
export const refreshNode: Handler = async (services, args) => {
  const node = nodeArgument(services, args);
  if (node?.type === "panel" || node?.type === "group") await services.tree.reloadAll(node.id, "user");
  else if (node?.type === "item") await services.tree.reload(node.parentId ?? node.id, "user");
};

/** Asks again for what failed, under which the failure stands, and for what is open below it. */
export const retryNode: Handler = async (services, args) => {
  const node = nodeArgument(services, args);
  if (node?.type === "failure" && node.parentId !== undefined) await services.tree.reloadAll(node.parentId, "user");
};

/** Tells a failure of the tree again, with the ways to fix it. */
export const fixNode: Handler = async (services, args) => {
  const node = nodeArgument(services, args);
  if (node?.type !== "failure") return;
  const panel = services.panels().find(({ id }) => id === node.panelId);
  await tellFailure(services, node.failure, panel);
};

export const copyName: Handler = async (services, args) => {
  const names = nodeArguments(services, args).flatMap((node) => {
    if (node.type === "item") return node.label;
    return node.type === "panel" ? node.panel.name : [];
  });
  if (names.length > 0) await env.clipboard.writeText(names.join("\n"));
};

/** Loads the next page and goes to its first row: parts that close would leave a person anywhere. */
export const loadMore: Handler = async (services, args) => {
  const { tree, reveal } = services;
  const node = nodeArgument(services, args);
  if (node?.type !== "more") return;
  const group = groupNodeId(node.panelId, node.kind);
  const before = tree.loadedChildren(group);
  await tree.loadMore(group);
  const first = tree.loadedChildren(group).find((id, index) => id !== before[index]);
  // a failure that has gone has moved all rows
  if (first === undefined || before.includes(first) || tree.node(first)?.type !== "item") return;
  await reveal(first, { expand: false });
};

/** Asks again for everything that was opened, and for nothing else. */
export const refreshView: Handler = async ({ panels, tree }) => {
  const opened = panels()
    .map(({ id }) => panelNodeId(id))
    .filter((id) => tree.isLoaded(id));
  await Promise.all(opened.map((id) => tree.reloadAll(id, "user")));
};

/** Asks every panel how it is, opened or not; its row and tooltip show the state and its age. */
export const checkAllPanels: Handler = async ({ tree }) => tree.check();
