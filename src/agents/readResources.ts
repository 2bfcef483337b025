import { isDemo } from "../panels/isDemo.ts";
import { resourceOf, type ResourceKind } from "../resources/resources.ts";
import { webLogs } from "../resources/resource.ts";
import { changesAt } from "../tree/changesAt.ts";
import type { ItemNode } from "../tree/treeNodes.ts";
import type { PanelRecord } from "../panels/panelRecord.ts";
import type { AgentHandler, AgentPanels } from "./agentServices.ts";
import { agentActions, type AgentAction } from "./agentTools.ts";
import { itemNamed, itemsOn, panelNamed } from "./named.ts";
import { nextAfter } from "./nextAfter.ts";
import { resourceData } from "./resourceData.ts";

/** Lists the resources of a kind on a panel. */
export const listResources: AgentHandler<"list_panel_resources"> = async (services, input, { signal }) => {
  const { kind, state, filter, offset = 0 } = input;
  const panel = panelNamed(services, input.panel);
  const { items, pages, failure, missing } = await itemsOn(services, panel, kind, signal);
  const wanted = filter?.toLowerCase();
  const has = (text: string) => wanted === undefined || text.toLowerCase().includes(wanted);
  const fitting = items.filter(
    (item) =>
      (state === undefined || item.state === state) && (has(item.label) || item.facts.some(({ value }) => has(value))),
  );
  const namesakes = Map.groupBy(items, ({ label }) => label);
  const unreadable = pages.reduce((sum, page) => sum + page.unreadable.length, 0);
  return {
    says: {
      kind,
      ...(missing > 0 && { unread: missing, next: "The panel has more rows: what is unread is unknown." }),
      ...(failure !== undefined && { incomplete: failure.kind, next: nextAfter(failure) }),
      ...(unreadable > 0 && { unreadable_rows: unreadable }),
    },
    data: { panel: panel.name },
    rows: {
      name: "resources",
      items: fitting.slice(offset).map((item) => ({
        ...((namesakes.get(item.label)?.length ?? 0) > 1 && { key: item.key }),
        ...resourceData(item),
      })),
      offset,
      total: fitting.length,
    },
  };
};

/** Reads one resource with its facts, and says what can be asked for. */
export const getResource: AgentHandler<"get_panel_resource"> = async (services, input, { signal }) => {
  const panel = panelNamed(services, input.panel);
  const { item } = await itemNamed(services, panel, input, signal);
  const pendingVerb = services.pendingVerbAt(panel, item.kind)?.(item.key);
  const shown: ItemNode = pendingVerb === undefined ? item : { ...item, pendingVerb };
  return {
    says: {
      kind: item.kind,
      protection: panel.guardLevel,
      actions: offeredActions(services, panel, shown),
      logs: logsOf(item.kind),
    },
    data: { panel: panel.name, resource: { ...resourceData(shown), key: item.key } },
  };
};

/** The actions that a tool may ask for on an item as it is now. */
export function offeredActions(
  { connections }: AgentPanels,
  panel: PanelRecord,
  item: ItemNode,
): readonly AgentAction[] {
  const { guardLevel } = panel;
  const { edition } = connections.of(panel);
  const changes = changesAt(item, { guardLevel, edition, isStored: !isDemo(panel), isSilent: false });
  return agentActions.filter((action) => changes.includes(action));
}

/** The logs of a kind: those of websites by name, `log` for the only one. */
export function logsOf(kind: ResourceKind): readonly string[] {
  const { log, webLogs: ofSite } = resourceOf(kind);
  if (ofSite !== undefined) return webLogs;
  if (log === undefined) return [];
  return ["log"];
}
