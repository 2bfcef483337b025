import type { Edition } from "../wire/edition.ts";
import { isSilent } from "./loadPanelState.ts";
import type { PanelRecord } from "../panels/panelRecord.ts";
import { laterOnAaPanel, topGroups, type ResourceKind } from "../resources/resources.ts";
import { failureUnder, laterUnder, panelNodeId, type PanelState, type TreeNode } from "./treeNodes.ts";

/** What stands under a panel: its groups, and notices before and after them. */
interface PanelContents {
  readonly before: readonly TreeNode[];
  readonly groups: readonly ResourceKind[];
  readonly after: readonly TreeNode[];
}

/**
 * A panel that does not answer has a failure in place of its groups, or above those that were shown before: the failure
 * may be short, and what was opened in them is kept.
 */
export function panelContents(
  panel: PanelRecord,
  state: PanelState,
  edition: Edition,
  wasShown: boolean,
): PanelContents {
  const before = isSilent(state) ? [failureUnder(panelNodeId(panel.id), panel, state.failure)] : [];
  if (before.length > 0 && !wasShown) return { before, groups: [], after: [] };
  const later: readonly ResourceKind[] = edition === "aapanel" ? laterOnAaPanel : [];
  const shown = topGroups.filter((kind) => !isHidden(panel, kind) && !later.includes(kind));
  return { before, groups: shown, after: later.length === 0 ? [] : [laterUnder(panel.id, later)] };
}

/** Whether a person has chosen not to see a group. */
export function isHidden({ hiddenGroups }: PanelRecord, kind: ResourceKind): boolean {
  return hiddenGroups.includes(kind);
}
