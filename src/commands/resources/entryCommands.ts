import * as l10n from "@vscode/l10n";
import { hasHiddenCharacters } from "../../characters/plainText.ts";
import { isDemo } from "../../panels/isDemo.ts";
import type { PanelRecord } from "../../panels/panelRecord.ts";
import { nameableKinds } from "../../resources/resources.ts";
import { groupNodeId, itemNodeId, panelNodeId, type ItemNode, type TreeNode } from "../../tree/treeNodes.ts";
import { failureUnlessCancelled } from "../../wire/answers/failure.ts";
import { nodeText } from "../../texts/nodeTexts.ts";
import { kindsText } from "../../texts/resourceTexts.ts";
import { choosePanel, nodeArgument, nodeArguments } from "../context/choose.ts";
import { itemsOf, ErrorWithPanel } from "../context/askPanel.ts";
import { CommandAborted } from "../context/commandAborted.ts";
import { mayHave, mustHave } from "../context/hasFeature.ts";
import type { Handler } from "../context/handler.ts";
import type { Choosing } from "../context/choosing.ts";
import type { KeepingPanels } from "../../panels/panelStore.ts";
import type { Revealing } from "../../views/drawnTree.ts";
import type { KnownPanels } from "../context/knownPanels.ts";
import type { Talking } from "../../ports/dialogs.ts";

type NameableKind = (typeof nameableKinds)[number];

/** Stores the name or id of something that the panel does not list, so that actions can be performed on it. */
export const addEntry: Handler<Choosing & KeepingPanels & Revealing> = async (services, args) => {
  const node = nodeArgument(services, args);
  const title = l10n.t("Add Unlisted Entry");
  const panel = await choosePanel(services, args, title);
  if (panel === undefined) return;
  if (isDemo(panel)) throw new CommandAborted(l10n.t("The demo panel already lists everything it runs."));
  const kind = node?.type === "group" && isNameable(node.kind) ? node.kind : await askKind();
  if (kind === undefined) return;
  await mustHave(services, panel, { kind });
  const typed = await services.dialogs.input({
    title,
    prompt: promptFor(kind),
    problem: entryProblem,
  });
  if (typed === undefined) return;
  const key = typed.trim();
  const known = (await listed(services, panel, kind)).find((item) => isCalled(item, key));
  if (known === undefined) {
    const { entries } = services.store.get(panel.id) ?? panel;
    await services.store.update(panel.id, { entries: [...entries, { kind, key }] });
  }
  // a filter might hide the row
  services.tree.setFilter(groupNodeId(panel.id, kind), undefined);
  await services.tree.children(panelNodeId(panel.id));
  await services.reveal(known?.id ?? itemNodeId(panel.id, kind, key), { expand: false });
  if (known === undefined) return;
  const message = l10n.t("“{0}” is already listed on “{1}”.", known.label, panel.name);
  await services.dialogs.tell({ severity: "information", message, names: [known.label, panel.name] });

  async function askKind(): Promise<NameableKind | undefined> {
    const kinds = nameableKinds.filter((each) => panel !== undefined && mayHave(services, panel, { kind: each }));
    const choices = kinds.map((value) => ({ label: kindsText(value), value }));
    return services.dialogs.pick(title, l10n.t("What do you want to add?"), choices);
  }
};

/** Refuses invisible characters instead of removing them, because the panel gets the exact name. */
function entryProblem(typed: string): string | undefined {
  if (typed.trim() === "") return l10n.t("Enter a name or ID.");
  if (hasHiddenCharacters(typed.trim())) return l10n.t("This contains invisible characters.");
  return undefined;
}

/** Takes opened directories, and entries that were added by hand, out of the tree; nothing changes on the server. */
export const closeRows: Handler<KeepingPanels & KnownPanels> = async (services, args) => {
  const nodes = nodeArguments(services, args);
  const other = nodes.find((node) => !isOpened(node) && !isAdded(node));
  if (other !== undefined)
    throw new CommandAborted(
      l10n.t("Nothing was done. Only what you have opened or added can be removed, not {0}.", nodeText(other)),
    );
  for (const { id } of nodes.filter(isOpened)) services.tree.closeFiles(id);
  for (const { panelId, kind, key } of nodes.filter(isAdded)) {
    const panel = services.store.get(panelId);
    const kept = panel?.entries.filter((entry) => entry.kind !== kind || entry.key !== key);
    if (kept !== undefined) await services.store.update(panelId, { entries: kept });
  }
};

function isOpened(node: TreeNode): boolean {
  return node.type === "file" && node.isRoot === true;
}

function isAdded(node: TreeNode): node is ItemNode {
  return node.type === "item" && node.state === "manual";
}

/** The listed and added items; none if the panel has no list, for which entries exist. */
async function listed(
  services: KnownPanels & Talking,
  panel: PanelRecord,
  kind: NameableKind,
): Promise<readonly ItemNode[]> {
  try {
    return await itemsOf(services, panel, kind);
  } catch (error) {
    failureUnlessCancelled(error instanceof ErrorWithPanel ? error.cause : error);
    return [];
  }
}

/** Also matches the first digits of a container's id (docs/protocol.md 8.4). */
function isCalled({ key, label }: ItemNode, name: string): boolean {
  return key === name || label === name || (/^[\da-f]{12,}$/.test(name) && key.startsWith(name));
}

function isNameable(kind: string): kind is NameableKind {
  return nameableKinds.some((nameable) => nameable === kind);
}

function promptFor(kind: NameableKind): string {
  switch (kind) {
    case "container":
      return l10n.t("The container's name or ID. A name still works after the container is recreated.");
    case "javaProject":
      return l10n.t("The name of the Java project.");
    case "certificateOrder":
      return l10n.t("The order’s ID, exactly as the panel shows it.");
    default:
      return kind satisfies never;
  }
}
