import type { Edition } from "../wire/edition.ts";
import { groupsShown } from "./groupsShown.ts";
import { isSilent } from "./loadPanelState.ts";
import type { PanelRecord } from "../panels/panelRecord.ts";
import type { ResourceKind } from "../resources/resources.ts";
import { failureUnder, laterUnder, panelNodeId, type PanelState, type TreeNode } from "./treeNodes.ts";

/** What stands under a panel: groups, and what is told before and after them. */
interface PanelContents {
  readonly before: readonly TreeNode[];
  readonly groups: readonly ResourceKind[];
  readonly after: readonly TreeNode[];
}

/** A panel that does not answer has a failure in place of its groups, or above them where they were shown before: it may be a short one, and what was opened in them is kept. */
export function panelContents(
  panel: PanelRecord,
  state: PanelState,
  edition: Edition,
  wasShown: boolean,
): PanelContents {
  const before = isSilent(state) ? [failureUnder(panelNodeId(panel.id), panel, state.failure)] : [];
  if (before.length > 0 && !wasShown) return { before, groups: [], after: [] };
  const { shown, later } = groupsShown(panel, edition);
  return { before, groups: shown, after: later.length === 0 ? [] : [laterUnder(panel.id, later)] };
}
