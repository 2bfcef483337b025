import { orCancelled } from "../../connection/sharedRequest.ts";
import type { PanelRecord } from "../../panels/panelRecord.ts";
import type { ResourceKind } from "../../resources/resources.ts";
import type { ItemNode } from "../../tree/treeNodes.ts";
import { forPanel } from "./errorWithPanel.ts";
import type { Choosing } from "./services.ts";
import { whileConnecting } from "./whileConnecting.ts";

/**
 * The items of a kind, loaded under a progress notification. Throws `ErrorWithPanel`. If a person cancels, the load
 * goes on and fills the tree.
 */
export async function itemsOf(
  services: Choosing,
  panel: PanelRecord,
  kind: ResourceKind,
): Promise<readonly ItemNode[]> {
  return forPanel(panel, () =>
    whileConnecting(services.dialogs, panel, (signal) => orCancelled(signal, services.tree.items(panel.id, kind))),
  );
}
