import { mayChange, type GuardLevel } from "../panels/guardLevel.ts";
import { isOn } from "../resources/feature.ts";
import type { Change } from "../resources/resource.ts";
import { actionsOf, creationsOf, resourceKinds, type ResourceKind } from "../resources/resources.ts";
import type { Edition } from "../wire/answers/operation.ts";
import type { TreeNode } from "./treeNodes.ts";

/** What decides about changes on a panel, whatever is changed. */
export interface ChangedPanel {
  readonly guardLevel: GuardLevel;
  readonly edition: Edition;
  /** On this computer; demo panels are not. */
  readonly isStored: boolean;
  /** It does not answer, or refuses: what is asked of it for a new one would fail too. */
  readonly isSilent: boolean;
}

/**
 * The changes that are offered at a node at this moment, in the order of the resource table. What is only read on its panel
 * can be edited on this computer all the same.
 */
export function changesAt(node: TreeNode, panel: ChangedPanel): readonly Change[] {
  const edits: readonly Change[] = node.type === "panel" && panel.isStored ? ["edit"] : [];
  return [...edits, ...(mayChange(panel.guardLevel) ? changesOnPanel(node, panel) : [])];
}

function changesOnPanel(node: TreeNode, { edition, isSilent }: ChangedPanel): readonly Change[] {
  const creatable = (kinds: readonly ResourceKind[]) =>
    isSilent ? [] : kinds.flatMap((kind) => creationsOf(kind).filter((verb) => isOn(edition, { kind, verb })));
  switch (node.type) {
    case "panel":
      return creatable(resourceKinds);
    case "group":
    case "empty":
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
    case "more":
      return [];
    default:
      return node satisfies never;
  }
}
