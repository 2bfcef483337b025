import { mayChange } from "../../panels/guardLevel.ts";
import { isDemo } from "../../panels/isDemo.ts";
import type { PanelRecord } from "../../panels/panelRecord.ts";
import type { Change } from "../../resources/resource.ts";
import { isOn, isOnAll, type Feature } from "../../resources/feature.ts";
import { lacksText } from "../../texts/editionTexts.ts";
import { changesAt } from "../../tree/changesAt.ts";
import { isSilent } from "../../tree/panelStates.ts";
import type { PanelTree } from "../../tree/panelTree.ts";
import { ownerOf, panelNodeId, type TreeNode } from "../../tree/treeNodes.ts";
import { CommandAborted, PanelIsReadOnly } from "./commandAborted.ts";
import { forPanel, whileConnecting } from "./askPanel.ts";
import type { Services } from "./services.ts";

type Asking = Pick<Services, "connections" | "dialogs">;

/** Whether a panel has this, as far as its edition is known. Asks for nothing. */
export function mayHave({ connections }: Pick<Asking, "connections">, panel: PanelRecord, feature: Feature): boolean {
  return isOn(connections.of(panel).edition, feature);
}

/** What `changesOn` looks at. */
export interface Changing extends Pick<Services, "connections" | "panels"> {
  readonly tree: Pick<PanelTree, "node">;
}

/** What can be changed at a node, as far as the edition of its panel is known. Asks for nothing. */
export function changesOn({ connections, panels, tree }: Changing, node: TreeNode): readonly Change[] {
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

/** Whether a panel has this; asks it for its edition where that decides it. One that cannot tell may have everything. */
export async function hasFeature(services: Asking, panel: PanelRecord, feature: Feature): Promise<boolean> {
  const connection = services.connections.of(panel);
  if (connection.edition === "unknown" && !isOnAll(feature))
    await forPanel(panel, () => whileConnecting(services.dialogs, panel, (signal) => connection.learnEdition(signal)));
  return mayHave(services, panel, feature);
}

/** Ends the command where the panel does not have this, or where it is a change and the panel may only be read. */
export async function mustHave(services: Asking, panel: PanelRecord, feature: Feature): Promise<void> {
  if (feature.verb !== undefined && !mayChange(panel.guardLevel)) throw new PanelIsReadOnly(panel);
  if (await hasFeature(services, panel, feature)) return;
  throw new CommandAborted(lacksText(panel.name, services.connections.of(panel).edition, feature));
}
