import * as l10n from "@vscode/l10n";
import { mayChange } from "../../panels/guardLevel.ts";
import type { PanelRecord } from "../../panels/panelRecord.ts";
import { verbWords, type Verb } from "../../resources/verbs.ts";
import type { Feature } from "../../resources/feature.ts";
import { actionsOf, type ResourceKind } from "../../resources/resources.ts";
import { ownerOf, type ItemNode, type TreeNode } from "../../tree/treeNodes.ts";
import { noneHasText } from "../../texts/editionTexts.ts";
import { nodeText } from "../../texts/nodeTexts.ts";
import { CommandAborted } from "./commandAborted.ts";
import { pickItem } from "./pickItem.ts";
import { mayHave, mustHave } from "./hasFeature.ts";
import { listText } from "../../texts/listTexts.ts";
import type { KnownPanels } from "./knownPanels.ts";
import type { Choosing } from "./choosing.ts";
import type { Talking } from "../../ports/dialogs.ts";
import { numberText } from "../../texts/numberTexts.ts";

/** The nodes of these ids. Ends the command if one is no longer there. */
export function nodesOf(services: KnownPanels, ids: readonly unknown[]): readonly TreeNode[] {
  return ids.map((id) => (typeof id === "string" ? services.tree.node(id) : undefined) ?? failAsGone(services));
}

/**
 * The nodes that a command was called on: VS Code passes the clicked node, then the selection. None from the palette,
 * whatever is selected.
 */
export function nodeArguments(services: KnownPanels, args: readonly unknown[]): readonly TreeNode[] {
  const [clicked, selected] = args;
  if (typeof clicked !== "string") return [];
  return nodesOf(services, Array.isArray(selected) && selected.includes(clicked) ? selected : [clicked]);
}

/** The direction in which a key goes, which it passes as `{ step }`; forward by default. */
export function stepOf(given: unknown): 1 | -1 {
  return typeof given === "object" && given !== null && "step" in given && given.step === -1 ? -1 : 1;
}

/** The node that a command was called on; `undefined` from the palette. Ends the command if there are several. */
export function nodeArgument(services: KnownPanels, args: readonly unknown[]): TreeNode | undefined {
  const nodes = nodeArguments(services, args);
  if (nodes.length > 1)
    throw new CommandAborted(
      l10n.t("Nothing was done. This works on one entry at a time, and {0} are selected.", numberText(nodes.length)),
    );
  return nodes[0];
}

/**
 * The panel that a command was called on, or the only panel, or the panel that a person picks. Ends the command if it lacks
 * the feature.
 */
export async function choosePanel(
  services: Choosing,
  args: readonly unknown[],
  title: string,
  feature?: Feature,
): Promise<PanelRecord | undefined> {
  const node = nodeArgument(services, args);
  const owner = node === undefined ? undefined : ownerOf(node);
  const panel = owner === undefined ? await pickPanel(services, title, feature) : panelOf(services, owner);
  if (panel !== undefined && feature !== undefined) await mustHave(services, panel, feature);
  return panel;
}

async function pickPanel(
  services: Choosing,
  title: string,
  feature: Feature | undefined,
): Promise<PanelRecord | undefined> {
  const panels = services.panels();
  if (panels.length === 0) {
    const message = l10n.t("There is no panel yet. Add one first.");
    await services.dialogs.tell({ severity: "warning", message });
    return undefined;
  }
  if (panels.length === 1) return panels[0];
  const having = feature === undefined ? panels : panels.filter((panel) => mayHave(services, panel, feature));
  if (having.length === 0 && feature !== undefined) throw new CommandAborted(noneHasText(feature));
  const choices = having.map((panel) => ({ label: panel.name, ...panelLook(panel, feature), value: panel }));
  const selected = services.selection().flatMap((id) => ownerIn(services, id));
  const suggested = having.filter(({ id }) => selected.includes(id)).slice(0, 1);
  return services.dialogs.pick(title, l10n.t("Which panel?"), choices, undefined, { suggested });
}

function ownerIn({ tree }: KnownPanels, id: string): string | readonly string[] {
  const node = tree.node(id);
  return (node === undefined ? undefined : ownerOf(node)) ?? [];
}

/** Marks panels on which a change would be refused. */
function panelLook({ address, guardLevel }: PanelRecord, feature: Feature | undefined) {
  if (feature?.verb === undefined || mayChange(guardLevel)) return { description: address, icon: "server" };
  return { description: l10n.t("read only · {0}", address), icon: "lock" };
}

/** The panel as it is stored now. Ends the command if it was removed. */
export function panelOf(services: KnownPanels, panelId: string): PanelRecord {
  return services.panels().find(({ id }) => id === panelId) ?? failAsGone(services);
}

/** The targets of an action: the clicked or selected nodes, all of which must be of the clicked one's kind and fit. */
export async function targetsOf(
  services: KnownPanels & Talking,
  args: readonly unknown[],
  verb: Verb,
): Promise<readonly ItemNode[]> {
  const [clicked] = nodesOf(services, args.slice(0, 1));
  const kind = clicked?.type === "item" ? clicked.kind : undefined;
  const action = kind && new Map(actionsOf(kind)).get(verb);
  const only = action?.oneAtATime === true ? nodeArgument(services, args) : undefined;
  const nodes = only === undefined ? nodeArguments(services, args) : [only];
  const fits = (node: TreeNode): node is ItemNode =>
    node.type === "item" &&
    node.kind === kind &&
    node.pendingVerb === undefined &&
    action?.offered.includes(node.state) === true;
  const items = nodes.filter(fits);
  if (items.length < nodes.length) throw misfitError(verb, nodes, (node) => !fits(node));
  for (const panelId of new Set(items.map((item) => item.panelId)))
    if (kind !== undefined) await mustHave(services, panelOf(services, panelId), { kind, verb });
  return items;
}

/** An item of a kind: the node itself, or an item that a person picks. */
export async function chooseItem(
  services: Choosing,
  args: readonly unknown[],
  kind: ResourceKind,
  title: string,
): Promise<ItemNode | undefined> {
  const node = nodeArgument(services, args);
  if (node?.type === "item" && node.kind === kind) return node;
  const panel = await choosePanel(services, args, title, { kind });
  if (panel === undefined) return undefined;
  return pickItem(services, { panel, kind, title });
}

/** Ends the command, and redraws the tree, which still shows the row. */
function failAsGone({ tree }: KnownPanels): never {
  tree.panelsChanged();
  throw new CommandAborted(l10n.t("Nothing was done: this is no longer there."));
}

function misfitError(verb: Verb, nodes: readonly TreeNode[], isMisfit: (node: TreeNode) => boolean): CommandAborted {
  const names = listText(nodes.filter(isMisfit).map(nodeText));
  return new CommandAborted(
    nodes.length === 1
      ? l10n.t("“{0}” does not apply to {1}. Nothing was done.", verbWords[verb].button(), names)
      : l10n.t("Nothing was done. “{0}” does not apply to all selected entries: {1}", verbWords[verb].button(), names),
  );
}
