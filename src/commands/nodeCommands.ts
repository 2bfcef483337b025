import { env } from "vscode";
import { resourceKinds } from "../model/resources/table.ts";
import { groupNodeId, panelNodeId } from "../model/treeNodes.ts";
import { nodeArgument } from "./choose.ts";
import { tellFailure } from "./tellFailure.ts";
import type { Handler } from "./services.ts";

/** Asks the panel again for what is under the node. */
export const refreshNode: Handler = async (services, args) => {
  const node = nodeArgument(services, args);
  if (node?.type === "panel" || node?.type === "group") await services.tree.reload(node.id, "user");
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

export const copyName: Handler = async (services, args) => {
  const node = nodeArgument(services, args);
  if (node?.type === "item") await env.clipboard.writeText(node.label);
};

export const loadMore: Handler = async (services, args) => {
  const node = nodeArgument(services, args);
  if (node?.type === "more") await services.tree.loadMore(groupNodeId(node.panelId, node.kind));
};

/** Asks again for everything that was opened, and for nothing else. */
export const refreshView: Handler = async (services) => {
  const opened = services
    .panels()
    .flatMap(({ id }) => [panelNodeId(id), ...resourceKinds.map((kind) => groupNodeId(id, kind))])
    .filter((id) => services.tree.isLoaded(id));
  await Promise.all(opened.map((id) => services.tree.reload(id, "user")));
};
