import type { PanelRecord } from "../panels/panelRecord.ts";
import type { Memento } from "../storage/ports.ts";
import { readOpenNodes, rememberedNodes, type OpenNodes } from "../tree/openNodes.ts";

/** In the workspace's memento: what is open in the tree, so that it is open again after a reload. */
const OPEN_NODES = "serverPanel.openNodes";

/** What the window before had open, as far as it is still there. */
export function storedOpenNodes(memento: Memento, panels: readonly PanelRecord[]): OpenNodes {
  return rememberedNodes(readOpenNodes(memento.get(OPEN_NODES)), panels);
}

/** Stores what is open, once for all that a person opens or closes in one go. */
export function keepOpenNodes(memento: Memento, panels: () => readonly PanelRecord[]): (nodes: OpenNodes) => void {
  let newest: OpenNodes | undefined;
  const store = async () => {
    // "Collapse All" tells of each node by itself
    await Promise.resolve();
    const nodes = newest;
    newest = undefined;
    if (nodes === undefined) return;
    try {
      await memento.update(OPEN_NODES, rememberedNodes(nodes, panels()));
    } catch {
      // VS Code refuses while it shuts down
    }
  };
  return (nodes) => {
    const isWaiting = newest !== undefined;
    newest = nodes;
    if (!isWaiting) void store();
  };
}
