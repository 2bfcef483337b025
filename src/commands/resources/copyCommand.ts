import * as l10n from "@vscode/l10n";
import { chooseItem, nodeArguments } from "../context/choose.ts";
import { CommandAborted } from "../context/commandAborted.ts";
import type { Handler } from "../context/services.ts";
import type { ResourceServices } from "./resourceServices.ts";
import { publishedPorts } from "../../resources/publishedPorts.ts";
import type { ResourceKind } from "../../resources/resources.ts";
import { nodeText } from "../../texts/nodeTexts.ts";
import type { ItemNode, TreeNode } from "../../tree/treeNodes.ts";
import type { Container } from "../../wire/operations/containers.ts";
import type { JavaProject } from "../../wire/operations/java.ts";

/**
 * A command that copies a text of each clicked or selected item, one per line, or of the item that a person picks.
 * @param warningFor a warning about the copied text
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
    const copied = await copyTexts(services, nodes, (node) =>
      node.type === "item" && node.kind === kind ? textOf(node) : undefined,
    );
    if (copied === undefined) return;
    const message = warningFor(copied);
    if (message !== undefined) await services.dialogs.tell({ severity: "warning", message });
  };
}

/** Copies the addresses of the clicked or selected panels, one per line. */
export const copyPanelAddress: Handler<ResourceServices> = async (services, args) => {
  await copyTexts(services, nodeArguments(services, args), (node) =>
    node.type === "panel" ? node.panel.address : undefined,
  );
};

/** Copies a text of each node and returns it all. Ends the command if a node has no such text. */
async function copyTexts(
  { clipboard }: ResourceServices,
  nodes: readonly TreeNode[],
  textOf: (node: TreeNode) => string | undefined,
): Promise<string | undefined> {
  if (nodes.length === 0) return undefined;
  const texts = nodes.map((node) => {
    const text = textOf(node);
    if (text === undefined)
      throw new CommandAborted(l10n.t("Nothing was copied: {0} does not have this.", nodeText(node)));
    return text;
  });
  const copied = texts.join("\n");
  await clipboard.write(copied);
  return copied;
}

// entries added by hand have no row

export const copyContainerId = copyCommand(
  "container",
  l10n.t("Copy Container ID"),
  ({ row }) => (row as Container | undefined)?.id,
);

export const copyContainerImage = copyCommand(
  "container",
  l10n.t("Copy Container Image"),
  ({ row }) => (row as Container | undefined)?.image,
);

/** The published ports, separated by spaces. */
export const copyContainerPort = copyCommand("container", l10n.t("Copy Container Port"), ({ row }) =>
  listed(publishedPorts((row as Container | undefined)?.ports ?? []).map(({ port }) => port)),
);

/** The configured port, else the ports on which it listens. */
export const copyProjectPort = copyCommand("javaProject", l10n.t("Copy Java Project Port"), ({ row }) => {
  const { port, listening = [] } = (row as JavaProject | undefined) ?? {};
  return port === undefined || port === "" ? listed(listening) : port;
});

export const copyProjectProcess = copyCommand("javaProject", l10n.t("Copy Java Project Process ID"), ({ row }) =>
  listed((row as JavaProject | undefined)?.pids ?? []),
);

export const copyProjectLogPath = copyCommand(
  "javaProject",
  l10n.t("Copy Java Project Log Path"),
  ({ row }) => (row as JavaProject | undefined)?.logPath,
);

function listed(values: readonly unknown[]): string | undefined {
  return values.length === 0 ? undefined : [...new Set(values)].join(" ");
}
