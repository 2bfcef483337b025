import { startDemoPanel, type DemoPanel, type DemoPanelOptions } from "../../demoPanel/startDemoPanel.ts";
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

/** With these, what a demo panel does still takes a moment, and keeps no test waiting. */
export const QUICK_DELAYS = {
  javaProcess: 100,
  javaEnd: 100,
  javaListen: 100,
  container: 100,
  completionDownload: 100,
  composer: 100,
};

/** The name of a panel, with what it is where that is no BaoTa. */
type Named = string | ({ readonly name: string } & Pick<DemoPanelOptions, "edition" | "language">);

/** Added demo panels, in place of all others, new in each test of the enclosing `describe`. */
export function useAddedPanels<const Panels extends readonly Named[]>(
  ...panels: Panels
): { readonly [Index in keyof Panels]: AddedPanel } {
  // filled before each test
  const added = panels.map(() => ({}) as AddedPanel);
  beforeEach(async () => {
    await removePanels();
    for (const [index, named] of panels.entries())
      Object.assign(added[index] ?? {}, await addDemoPanel(typeof named === "string" ? { name: named } : named));
  });
  afterEach(async () => {
    await removePanels();
    for (const { panel } of added) await panel.close();
  });
  return added as { readonly [Index in keyof Panels]: AddedPanel };
}

async function addDemoPanel({ name, ...what }: Exclude<Named, string>): Promise<AddedPanel> {
  const options: AddedPanel["options"] = { ...what, handlers: {}, delays: QUICK_DELAYS };
  const panel = await startDemoPanel(options);
  const { services } = await features();
  const { id } = await services.store.add({ name, address: panel.address }, { apiKey: panel.key });
  return { panel, id, options };
}

/** The items of a kind, loaded as opening their group does. */
export async function openItems({ id }: Pick<AddedPanel, "id">, kind: ResourceKind): Promise<readonly ItemNode[]> {
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
