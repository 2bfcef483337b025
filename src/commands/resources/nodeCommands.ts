import type { PanelRecord } from "../../panels/panelRecord.ts";
import { panelNodeId } from "../../tree/treeNodes.ts";
import { nodeName } from "../../texts/nodeTexts.ts";
import type { PanelFailure } from "../../wire/answers/failure.ts";
import { nodeArgument, nodeArguments, nodesOf } from "../context/choose.ts";
import { explainTrouble, type Explaining } from "./explainTrouble.ts";
import type { KnownPanels } from "../context/knownPanels.ts";
import type { Handler } from "../context/handler.ts";
import type { ActingOnRows } from "./actionCommand.ts";
import type { Telling } from "../context/telling.ts";
import type { Copying } from "../../ports/workbench.ts";
import type { OnKeys, Revealing } from "../../views/drawnTree.ts";
import type { ReadingPages } from "../context/readPages.ts";
import { showFailure } from "../context/showFailure.ts";

/** Looking again at what a person sees. */
export interface Refreshing extends KnownPanels {
  /** Looks again at what a person sees of a panel's files, and at where their paths lead to. */
  readonly lookAtFiles: (panelId: string) => void;
}

/** Reloads everything that was opened below the nodes, and the parents of failures. */
export const refreshNode: Handler<Refreshing> = async (services, args) => {
  const { lookAtFiles, tree } = services;
  await Promise.all(
    nodeArguments(services, args).map(async (node) => {
      if (node.type === "panel" || node.type === "file")
        lookAtFiles(node.type === "panel" ? node.panel.id : node.panelId);
      if (node.type === "panel" || node.type === "group" || node.type === "file") await reloadBelow(services, node.id);
      else if (node.type === "failure") await reloadBelow(services, node.parentId ?? node.id);
      else if (node.type === "item") await tree.reload(node.parentId ?? node.id, "user");
    }),
  );
};

/** Reloads a node. On a panel's own row, this also lifts the block after a refusal. */
async function reloadBelow({ tree }: KnownPanels, id: string): Promise<void> {
  await tree.reloadAll(id, tree.node(id)?.type === "panel" ? "retry" : "user");
}

/** Shows the failure or the trouble of a node with its fixes; asks for a missing key at once. */
export const fixNode: Handler<ActingOnRows & Explaining> = async (services, args) => {
  const node = nodeArgument(services, args);
  if (node?.type === "item") explainTrouble(services, node);
  const failure = node?.type === "panel" && node.state.kind === "failing" ? node.state.failure : undefined;
  if (node?.type === "panel" && failure !== undefined) await fixOrShow(services, failure, node.panel);
  if (node?.type !== "failure") return;
  const panel = services.panels().find(({ id }) => id === node.panelId);
  await fixOrShow(services, node.failure, panel);
};

async function fixOrShow(services: Telling, failure: PanelFailure, panel: PanelRecord | undefined): Promise<void> {
  const [fix] = failure.kind === "keyNeeded" ? await services.fixesFor(failure, panel) : [];
  if (fix === undefined) await showFailure(services, failure, panel);
  else await fix.run();
}

/** Copies the names of the nodes, one per line. */
export const copyName: Handler<Copying & KnownPanels & OnKeys> = async (services, args) => {
  const nodes = args.length === 0 ? nodesOf(services, await services.keyTargets()) : nodeArguments(services, args);
  const names = nodes.flatMap((node) => nodeName(node) ?? []);
  if (names.length > 0) await services.clipboard.write(names.join("\n"));
};

/** Loads the next page and reveals its first row, because VS Code loses the scroll position. */
export const loadMore: Handler<KnownPanels & Revealing> = async (services, args) => {
  const { tree, reveal } = services;
  const node = nodeArgument(services, args);
  if (node?.type !== "more") return;
  const group = node.parentId ?? "";
  const before = new Set(tree.loadedChildren(group));
  await tree.loadMore(group);
  const first = tree
    .loadedChildren(group)
    .find((id) => !before.has(id) && ["item", "file"].includes(tree.node(id)?.type ?? ""));
  if (first === undefined) return;
  await reveal(first, { expand: false });
};

/** Reloads everything that was opened, and forgets the pages that searches have read. */
export const refreshView: Handler<ReadingPages & Refreshing> = async ({ lookAtFiles, panels, tree, readPages }) => {
  readPages.clear();
  await Promise.all(
    panels().map(async ({ id }) => {
      lookAtFiles(id);
      const node = tree.node(panelNodeId(id));
      if (node?.type === "panel" && tree.isLoaded(node.id)) await tree.reloadAll(node.id, "user");
    }),
  );
};

/** Checks every panel, opened or not. */
export const checkAllPanels: Handler<KnownPanels> = async ({ tree }) => tree.check();
