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
  for (const id of groupsAt(panels(), places)) tree.rebuild(id);
}

/** The ids of the groups at places where something is acted on. */
export function groupsAt(panels: readonly PanelRecord[], places: ReadonlySet<string>): readonly string[] {
  return panels.flatMap((panel) =>
    resourceKinds
      .filter((kind) => places.has(placeOf(panel, kind)))
      .map((kind) => groupNodeId(panel.id, groupKindOf(kind))),
  );
}
