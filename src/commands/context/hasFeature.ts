import { mayChange } from "../../panels/guardLevel.ts";
import { isDemo } from "../../panels/isDemo.ts";
import type { PanelRecord } from "../../panels/panelRecord.ts";
import type { Change } from "../../resources/resource.ts";
import { isOn, isOnAll, type Feature } from "../../resources/feature.ts";
import { lacksText } from "../../texts/editionTexts.ts";
import { changesAt } from "../../tree/changesAt.ts";
import { isSilent } from "../../tree/panelStates.ts";
import { ownerOf, panelNodeId, type TreeNode } from "../../tree/treeNodes.ts";
import { CommandAborted, PanelIsReadOnly } from "./commandAborted.ts";
import { askPanel } from "./askPanel.ts";
import type { KnownPanels } from "./knownPanels.ts";
import type { Talking } from "../../ports/dialogs.ts";

/** Whether a panel has a feature, as far as its edition is known. Sends nothing. */
export function mayHave({ connections }: KnownPanels, panel: PanelRecord, feature: Feature): boolean {
  return isOn(connections.of(panel).edition, feature);
}

/** The changes that a node offers, as far as its panel's edition is known. Sends nothing. */
export function changesOn({ connections, panels, tree }: KnownPanels, node: TreeNode): readonly Change[] {
  const owner = ownerOf(node);
  const panel = panels().find(({ id }) => id === owner);
  if (panel === undefined) return [];
  const shown = tree.node(panelNodeId(panel.id));
  return changesAt(node, {
    ...panel,
    edition: connections.of(panel).edition,
    isStored: !isDemo(panel),
    isSilent: shown?.type === "panel" && isSilent(shown.state),
  });
}

/** Whether a panel has a feature; asks for its edition if that matters. A panel of unknown edition may have everything. */
export async function hasFeature(
  services: KnownPanels & Talking,
  panel: PanelRecord,
  feature: Feature,
): Promise<boolean> {
  const connection = services.connections.of(panel);
  if (connection.edition === "unknown" && !isOnAll(feature))
    await askPanel(services.dialogs, panel, (signal) => connection.learnEdition(signal));
  return mayHave(services, panel, feature);
}

/** Ends the command if the panel lacks a feature, or if the feature is a change and the panel is read-only. */
export async function mustHave(services: KnownPanels & Talking, panel: PanelRecord, feature: Feature): Promise<void> {
  if (feature.verb !== undefined && !mayChange(panel.guardLevel)) throw new PanelIsReadOnly(panel);
  if (await hasFeature(services, panel, feature)) return;
  throw new CommandAborted(lacksText(panel.name, services.connections.of(panel).edition, feature));
}
