import { mayChange, type GuardLevel } from "../panels/guardLevel.ts";
import { isOn } from "../resources/feature.ts";
import type { Change } from "../resources/resource.ts";
import { actionsOf, creationsOf, resourceKinds, type ResourceKind } from "../resources/resources.ts";
import type { Edition } from "../wire/answers/operation.ts";
import { isSilent } from "./loadPanelState.ts";
import type { TreeNode } from "./treeNodes.ts";

/** What decides about changes on a panel, whatever is changed. */
export interface ChangedPanel {
  readonly guardLevel: GuardLevel;
  readonly edition: Edition;
  /** On this computer; demo panels are not. */
  readonly isStored: boolean;
}

/**
 * The changes that are offered at a node at this moment, in the order of the resource table. What is only read on its panel
 * can be edited on this computer all the same.
 */
export function changesAt(node: TreeNode, panel: ChangedPanel): readonly Change[] {
  const edits: readonly Change[] = node.type === "panel" && panel.isStored ? ["edit"] : [];
  return [...edits, ...(mayChange(panel.guardLevel) ? changesOnPanel(node, panel.edition) : [])];
}

function changesOnPanel(node: TreeNode, edition: Edition): readonly Change[] {
  const creatable = (kinds: readonly ResourceKind[]) =>
    kinds.flatMap((kind) => creationsOf(kind).filter((verb) => isOn(edition, { kind, verb })));
  switch (node.type) {
    case "panel":
      // what is asked of one that fails or refuses would fail too
      return isSilent(node.state) ? [] : creatable(resourceKinds);
    case "group":
      return creatable([node.kind]);
    case "item": {
      const { kind, state, row, inHand } = node;
      if (inHand !== undefined) return [];
      return actionsOf(kind)
        .filter(([verb, { offered, appliesTo }]) => {
          const isForRow = row === undefined || appliesTo?.(row) !== false;
          return isForRow && offered.includes(state) && isOn(edition, { kind, verb });
        })
        .map(([verb]) => verb);
    }
    case "folder":
    case "unreadable":
    case "failure":
    case "empty":
    case "more":
      return [];
    default:
      return node satisfies never;
  }
}
