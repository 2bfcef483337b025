import { mayChange, type GuardLevel } from "../panels/guardLevel.ts";
import { isOn } from "../resources/feature.ts";
import type { Change } from "../resources/resource.ts";
import {
  actionsOf,
  isChangeFor,
  proceduresOf,
  resourceKinds,
  rowProceduresOf,
  type ResourceKind,
} from "../resources/resources.ts";
import { isExact, type PathUse } from "../wire/answers/exactPath.ts";
import { isArchive } from "../serverFiles/archiveNames.ts";
import type { Edition } from "../wire/answers/operation.ts";
import { isDirectory } from "./fileRows.ts";
import type { TreeNode } from "./treeNodes.ts";

/** Facts that decide which changes a panel offers. */
export interface ChangedPanel {
  readonly guardLevel: GuardLevel;
  readonly edition: Edition;
  /** Demo panels are not stored. */
  readonly isStored: boolean;
  /** The panel does not answer or refuses us, so creating something would fail too. */
  readonly isSilent: boolean;
}

/**
 * Returns the changes that a node offers now, in the order of the resource table. The record of a read-only panel can
 * still be edited.
 */
export function changesAt(node: TreeNode, panel: ChangedPanel): readonly Change[] {
  const changes: Change[] = [];
  if (node.type === "panel" && panel.isStored) changes.push("edit");
  if (mayChange(panel.guardLevel)) changes.push(...changesOnPanel(node, panel));
  return changes;
}

/** What each change does with the path of its row: it cannot be made where panels take that for another one. */
const USES = {
  createFile: ["list", "upload", "transfer"],
  createFolder: ["list", "createDirectory"],
  upload: ["list", "upload", "transfer"],
  unpack: ["read"],
  rename: ["transfer"],
  changeAccess: ["access", "attributes"],
  remove: ["remove"],
} as const satisfies Readonly<Partial<Record<Change, readonly PathUse[]>>>;

function changesOnPanel(node: TreeNode, { edition, isSilent }: ChangedPanel): readonly Change[] {
  const creatable = (kinds: readonly ResourceKind[]) => {
    if (isSilent) return [];
    return kinds.flatMap((kind) =>
      proceduresOf(kind).filter((verb) => verb === "create" && isOn(edition, { kind, verb })),
    );
  };
  switch (node.type) {
    case "panel":
      return creatable(resourceKinds);
    case "group":
    case "empty":
      if (node.kind === "file") return [];
      return creatable([node.kind]);
    case "item": {
      const { kind, state, row, pendingVerb } = node;
      if (pendingVerb !== undefined) return [];
      const actions = actionsOf(kind)
        .filter(
          ([verb, { offered }]) =>
            isChangeFor(kind, verb, row) && offered.includes(state) && isOn(edition, { kind, verb }),
        )
        .map(([verb]) => verb);
      if (row === undefined) return actions;
      const procedures = rowProceduresOf(kind).filter((verb) => isOn(edition, { kind, verb }));
      return [...actions, ...procedures];
    }
    case "file": {
      const changes: (keyof typeof USES)[] = [];
      if (isDirectory(node)) changes.push("createFile", "createFolder", "upload");
      if (node.entry?.kind === "file" && isArchive(node.path)) changes.push("unpack");
      if (node.isRoot !== true) changes.push("rename", "remove");
      // of a device panels read what is in it
      if (isDirectory(node) || node.entry?.kind === "file") changes.push("changeAccess");
      return changes.filter((change) => USES[change].every((use) => isExact(use, node.path)));
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
