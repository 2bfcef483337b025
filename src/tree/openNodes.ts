import * as v from "valibot";
import type { PanelRecord } from "../panels/panelRecord.ts";
import type { Memento } from "../storage/ports.ts";

/** Most ids that are stored of each. */
const MOST_REMEMBERED = 500;

const ids = v.fallback(v.pipe(v.array(v.string()), v.readonly()), []);
const schema = v.fallback(v.object({ open: ids, closed: ids }), { open: [], closed: [] });

/** Ids of nodes that a person has opened, and of nodes they have closed; the newest last. */
export type OpenNodes = Readonly<v.InferOutput<typeof schema>>;

/** Key in the workspace's memento. */
const OPEN_NODES = "serverPanel.openNodes";

/** Reads what the window before had open, as far as it is still there. */
export function storedOpenNodes(memento: Memento, panels: readonly PanelRecord[]): OpenNodes {
  return rememberedNodes(v.parse(schema, memento.get(OPEN_NODES)), panels);
}

/** Returns a function that stores what is open, once for all that a person opens or closes in one go. */
export function keepOpenNodes(memento: Memento, panels: () => readonly PanelRecord[]): (nodes: OpenNodes) => void {
  let newest: OpenNodes | undefined;
  const store = async () => {
    // "Collapse All" closes each node by itself
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

/** The newest ids, without nodes of removed panels. */
function rememberedNodes({ open, closed }: OpenNodes, panels: readonly PanelRecord[]): OpenNodes {
  const knownIds = new Set(panels.map(({ id }) => id));
  // demo panels have no such id, and the same one in the next window
  const isKnown = (id: string) => {
    const [panelId] = /[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/.exec(id) ?? [];
    return panelId === undefined || knownIds.has(panelId);
  };
  const keptIds = (nodeIds: readonly string[]) => nodeIds.filter(isKnown).slice(-MOST_REMEMBERED);
  return { open: keptIds(open), closed: keptIds(closed) };
}
