import type { Edition } from "../wire/answers/operation.ts";
import { isSilent } from "./loadPanelState.ts";
import type { PanelRecord } from "../panels/panelRecord.ts";
import { groupsOn } from "../resources/feature.ts";
import type { ResourceKind } from "../resources/resources.ts";
import { failureUnder, panelNodeId, type PanelState, type TreeNode } from "./treeNodes.ts";

/** What stands under a panel: its groups, and notices before them. */
interface PanelContents {
  readonly before: readonly TreeNode[];
  readonly groups: readonly ResourceKind[];
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
  if (before.length > 0 && !wasShown) return { before, groups: [] };
  return { before, groups: groupsOn(edition).filter((kind) => !isHidden(panel, kind)) };
}

/** Whether a person has chosen not to see a group. */
export function isHidden({ hiddenGroups }: PanelRecord, kind: ResourceKind): boolean {
  return hiddenGroups.includes(kind);
}
