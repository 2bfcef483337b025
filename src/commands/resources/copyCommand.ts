import * as l10n from "@vscode/l10n";
import type { ResourceKind } from "../../resources/resources.ts";
import type { ItemNode } from "../../tree/treeNodes.ts";
import { nodeText } from "../../texts/nodeTexts.ts";
import { chooseItem, nodeArguments } from "../context/choose.ts";
import { CommandAborted } from "../context/commandAborted.ts";
import type { Handler } from "../context/services.ts";
import type { ResourceServices } from "./resourceServices.ts";

/**
 * Copies a text of each item that was clicked or selected, one to a line, or of the one that a person picks.
 * @param warningFor what to tell a person of all that was copied; `undefined`: nothing
 */
export function copyCommand(
  kind: ResourceKind,
  title: string,
  textOf: (item: ItemNode) => string | undefined,
  warningFor: (text: string) => string | undefined = () => undefined,
): Handler<ResourceServices> {
  return async (services, args) => {
    const selected = nodeArguments(services, args);
    const picked = selected.length > 0 ? undefined : await chooseItem(services, args, kind, title);
    const nodes = picked === undefined ? selected : [picked];
    const texts: string[] = [];
    for (const node of nodes) {
      const text = node.type === "item" && node.kind === kind ? textOf(node) : undefined;
      if (text === undefined)
        throw new CommandAborted(l10n.t("Nothing was copied: {0} does not have this.", nodeText(node)));
      texts.push(text);
    }
    if (texts.length === 0) return;
    const copied = texts.join("\n");
    await services.clipboard.write(copied);
    const message = warningFor(copied);
    if (message !== undefined) await services.dialogs.tell({ severity: "warning", message });
  };
}
