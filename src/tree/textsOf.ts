import * as l10n from "@vscode/l10n";
import { resourceOf } from "../resources/resources.ts";
import type { TreeNode } from "./treeNodes.ts";

/** A text that a row has besides its name. */
export interface RowText {
  readonly what: string;
  readonly text: string;
  /** A warning about it, once it was copied. */
  readonly warning?: string | undefined;
}

/** The texts that *Copy…* offers on a row. */
export function textsOf(node: TreeNode): readonly RowText[] {
  if (node.type === "panel") return [{ what: l10n.t("Address"), text: node.panel.address }];
  if (node.type === "file") return [{ what: l10n.t("Path"), text: node.path }];
  // entries added by hand have no row
  if (node.type !== "item" || node.row === undefined) return [];
  const { copies = [] } = resourceOf(node.kind);
  return copies.flatMap(({ what, textOf, warning }) => {
    const text = textOf(node.row);
    return text === undefined || text === "" ? [] : [{ what: what(), text, warning: warning?.(text) }];
  });
}
