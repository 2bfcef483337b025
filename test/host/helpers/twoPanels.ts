import { startDemoPanel, type DemoPanel, type DemoPanelOptions } from "../../../src/demoPanel/startDemoPanel.ts";
import { groupAbove, groupKindOf, type ResourceKind } from "../../../src/resources/resources.ts";
import { groupNodeId, panelNodeId, type ItemNode } from "../../../src/tree/treeNodes.ts";
import { features, removePanels } from "./extension.ts";

/** A demo panel that is added under a name. */
export interface AddedPanel {
  readonly panel: DemoPanel;
  readonly id: string;
}

const QUICK = { javaProcess: 100, javaListen: 100, container: 100, completionDownload: 100, composer: 100 };

/** Starts a demo panel and adds it. Options that are live can be changed in the object that was passed. */
export async function addDemoPanel(name: string, options: DemoPanelOptions = {}): Promise<AddedPanel> {
  const panel = await startDemoPanel(Object.assign(options, { delays: QUICK }));
  const { services } = await features();
  const { id } = await services.store.add({ name, address: panel.address }, { apiKey: panel.key });
  return { panel, id };
}

/** Removes all panels and closes the demo panels behind them. */
export async function closePanels(panels: readonly AddedPanel[]): Promise<void> {
  await removePanels();
  for (const { panel } of panels) await panel.close();
}

/** The items of a kind, loaded as opening their group does. */
export async function openItems({ id }: AddedPanel, kind: ResourceKind): Promise<readonly ItemNode[]> {
  const { tree } = (await features()).services;
  await tree.children(undefined);
  await tree.children(panelNodeId(id));
  const group = groupKindOf(kind);
  const above = groupAbove(group);
  if (above !== undefined) await tree.children(groupNodeId(id, above));
  const ids = await tree.children(groupNodeId(id, group));
  return ids.flatMap((child) => {
    const node = tree.node(child);
    return node?.type === "item" && node.kind === kind ? node : [];
  });
}
