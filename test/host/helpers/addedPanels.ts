import { startDemoPanel, type DemoPanel, type DemoPanelOptions } from "../../../src/demoPanel/startDemoPanel.ts";
import { groupAbove, groupKindOf, type ResourceKind } from "../../../src/resources/resources.ts";
import { groupNodeId, panelNodeId, type ItemNode } from "../../../src/tree/treeNodes.ts";
import { features, removePanels } from "./extension.ts";

/** A demo panel that is added under a name. */
export interface AddedPanel {
  readonly panel: DemoPanel;
  readonly id: string;
  /** Followed while the panel runs. */
  readonly options: { -readonly [K in keyof DemoPanelOptions]: DemoPanelOptions[K] };
}

const QUICK = { javaProcess: 100, javaListen: 100, container: 100, completionDownload: 100, composer: 100 };

/** Added demo panels, in place of all others, new in each test of the enclosing `describe`. */
export function useAddedPanels<const Names extends readonly string[]>(
  ...names: Names
): { readonly [Index in keyof Names]: AddedPanel } {
  // filled before each test
  const added = names.map(() => ({}) as AddedPanel);
  beforeEach(async () => {
    await removePanels();
    for (const [index, name] of names.entries()) Object.assign(added[index] ?? {}, await addDemoPanel(name));
  });
  afterEach(async () => {
    await removePanels();
    for (const { panel } of added) await panel.close();
  });
  return added as { readonly [Index in keyof Names]: AddedPanel };
}

async function addDemoPanel(name: string): Promise<AddedPanel> {
  const options: AddedPanel["options"] = { handlers: {}, delays: QUICK };
  const panel = await startDemoPanel(options);
  const { services } = await features();
  const { id } = await services.store.add({ name, address: panel.address }, { apiKey: panel.key });
  return { panel, id, options };
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
