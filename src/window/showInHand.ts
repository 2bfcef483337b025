import { placeOf } from "../actions/targetClaims.ts";
import type { PanelRecord } from "../panels/panelRecord.ts";
import { groupKindOf, resourceKinds } from "../resources/resources.ts";
import type { PanelTree } from "../tree/panelTree.ts";
import { groupNodeId } from "../tree/treeNodes.ts";

/** Draws the groups again in which something begins or ends to be acted on; asks for nothing. */
export function showInHand(
  { tree, panels }: { readonly tree: Pick<PanelTree, "rebuild">; readonly panels: () => readonly PanelRecord[] },
  places: ReadonlySet<string>,
): void {
  for (const panel of panels())
    for (const kind of resourceKinds)
      if (places.has(placeOf(panel, kind))) tree.rebuild(groupNodeId(panel.id, groupKindOf(kind)));
}
