import { mayChange, type GuardLevel } from "../panels/guardLevel.ts";
import { isOn } from "../resources/feature.ts";
import type { Verb } from "../resources/resource.ts";
import { actionsOf, creationsOf, resourceKinds, type ResourceKind } from "../resources/resources.ts";
import type { Edition } from "../wire/answers/operation.ts";
import type { TreeNode } from "./treeNodes.ts";

/** What decides about changes on a panel, whatever is changed. */
export interface ChangedPanel {
  readonly guardLevel: GuardLevel;
  readonly edition: Edition;
}

/** The changes on its panel that are offered at a node at this moment, in the order of the resource table. */
export function changesAt(node: TreeNode, { guardLevel, edition }: ChangedPanel): readonly Verb[] {
  if (!mayChange(guardLevel)) return [];
  const creatable = (kinds: readonly ResourceKind[]) =>
    kinds.flatMap((kind) => creationsOf(kind).filter((verb) => isOn(edition, { kind, verb })));
  switch (node.type) {
    case "panel":
      return creatable(resourceKinds);
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
