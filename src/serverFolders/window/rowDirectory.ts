import * as l10n from "@vscode/l10n";
import { nodeArgument, panelOf } from "../../commands/context/choose.ts";
import { assertRunsCommands, CommandAborted } from "../../commands/context/commandAborted.ts";
import type { KnownPanels } from "../../commands/context/knownPanels.ts";
import { directoryOf as directoryOfProject } from "../../deployments/projectTypes.ts";
import { directoryOf, type FilePlace, typedPath } from "../../serverFiles/filePlace.ts";
import type { Project } from "../../resources/project.ts";
import { isDirectory } from "../../tree/fileRows.ts";
import type { TreeNode } from "../../tree/treeNodes.ts";
import type { JavaProject } from "../../wire/operations/java.ts";
import type { Site } from "../../wire/operations/sites.ts";

/** A directory of a server, and what people call it. */
export interface NamedDirectory extends FilePlace {
  readonly label: string;
}

/**
 * The directory of the row that a command was called on, which has the server run a command. Ends it on a panel that is read only, and
 * where the panel does not say which it is.
 */
export function directoryArgument(services: KnownPanels, args: readonly unknown[]): NamedDirectory | undefined {
  const node = nodeArgument(services, args);
  if (node === undefined) return undefined;
  if (node.type !== "file" && node.type !== "item") return undefined;
  assertRunsCommands(panelOf(services, node.panelId));
  if (node.type === "file") return { panelId: node.panelId, path: node.path, label: node.label };
  const path = typedPath(toldDirectory(node) ?? "");
  if (path === undefined) throw new CommandAborted(l10n.t("The panel does not say where its files are."));
  return { panelId: node.panelId, path, label: node.label };
}

/** The file of the row that a command was called on; `undefined`: it is a directory, or has one. */
export function fileOfRow(services: KnownPanels, args: readonly unknown[]): FilePlace | undefined {
  const node = nodeArgument(services, args);
  return node?.type === "file" && !isDirectory(node) ? { panelId: node.panelId, path: node.path } : undefined;
}

function toldDirectory({ kind, row }: Extract<TreeNode, { readonly type: "item" }>): string | undefined {
  if (row === undefined) return undefined;
  if (kind === "site") return (row as Site).root;
  if (kind === "project") return directoryOfProject(row as Project);
  const { jar } = row as JavaProject;
  return jar && directoryOf(jar);
}
