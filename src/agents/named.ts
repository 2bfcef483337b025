import { withOneDeadline } from "../connection/callDeadline.ts";
import type { PanelRecord } from "../panels/panelRecord.ts";
import { isOn, isOnAll } from "../resources/feature.ts";
import type { ResourceKind } from "../resources/resources.ts";
import { failureText } from "../texts/failureTexts.ts";
import { itemsCalled } from "../tasks/findItem.ts";
import { panelsCalled } from "../tasks/taskDefinition.ts";
import { listItems, type ListedItems } from "../tree/listItems.ts";
import type { ItemNode } from "../tree/treeNodes.ts";
import type { PanelFailure } from "../wire/answers/failure.ts";
import type { AgentServices } from "./agentServices.ts";
import { lookOf } from "../characters/lookOf.ts";
import { dataText } from "../redaction/dataText.ts";
import { nextAfter } from "./nextAfter.ts";
import { ToolProblem } from "./toolResult.ts";

/** Most names that a problem offers in place of one. */
const MOST_OFFERED = 50;

/** The panel of a name. Throws `ToolProblem` unless there is exactly one. */
export function panelNamed({ panels, redactor }: AgentServices, name: string): PanelRecord {
  const all = panels();
  const called = panelsCalled(all, name);
  // the model knows names as they were shown to it: what is meant may be another panel than the one that has this name
  const found = all.filter((panel) => called.includes(panel) || isShownAs(name, panel.name, redactor));
  const [panel, ...others] = found;
  if (panel === undefined)
    throw new ToolProblem(
      "There is no panel of this name.",
      all.length === 0 ? "Ask the user to add a panel in the Server Panel side bar." : "Use one of these names.",
      { panels: all.slice(0, MOST_OFFERED).map((each) => each.name) },
    );
  if (others.length > 0)
    throw new ToolProblem("Several panels have this name.", "Use one of these ids in place of the name.", {
      panels: found.map(({ id, tags, guardLevel }) => ({ id, tags, protection: guardLevel })),
    });
  return panel;
}

/** The items of a kind; what was read before a failure is not enough. Throws `ToolProblem`. */
export async function itemsOn(
  services: AgentServices,
  panel: PanelRecord,
  kind: ResourceKind,
  signal: AbortSignal,
): Promise<ListedItems> {
  const { connections, clock } = services;
  const connection = connections.of(panel);
  // some kinds are listed without a call
  if (!isOnAll({ kind }) && !isOn(await connection.learnEdition(signal), { kind }))
    throw problemOf({ kind: "unsupported" }, panel);
  // by the wall clock: days until a date of the panel
  const listed = await listItems(panel, kind, withOneDeadline(connection.callFor(signal), clock), () =>
    clock.wallTime(),
  );
  if (listed.failure !== undefined && listed.items.length === 0) throw problemOf(listed.failure, panel);
  return listed;
}

/** An item with what was listed beside it. */
export interface NamedItem {
  readonly item: ItemNode;
  /** The rows of its kind. */
  readonly rows: readonly unknown[];
  /** Whether another item has a label that looks the same, so that a question would not say which one is meant. */
  readonly hasNamesake: boolean;
}

/** The item of a name, with the rows of its kind. Throws `ToolProblem` unless there is exactly one. */
export async function itemNamed(
  services: AgentServices,
  panel: PanelRecord,
  { kind, name }: { readonly kind: ResourceKind; readonly name: string },
  signal: AbortSignal,
): Promise<NamedItem> {
  const { redactor } = services;
  const { items, failure } = await itemsOn(services, panel, kind, signal);
  const called = itemsCalled(items, name);
  const found = items.filter((item) => called.includes(item) || isShownAs(name, item.label, redactor));
  const [item, ...others] = found;
  if (item === undefined) {
    if (failure !== undefined) throw problemOf(failure, panel);
    const near = items.filter(({ label }) => label.toLowerCase().includes(name.toLowerCase()));
    const offered = (near.length > 0 ? near : items).slice(0, MOST_OFFERED);
    throw new ToolProblem(
      "The panel has no resource of this kind and name.",
      "Use a name that list_panel_resources gives, such as one of these.",
      { names: offered.map(({ label }) => label) },
    );
  }
  if (others.length > 0)
    throw new ToolProblem("Several resources have this name.", "Use one of these keys in place of the name.", {
      resources: found.slice(0, MOST_OFFERED).map(({ key, label, state }) => ({ key, name: label, state })),
    });
  const look = lookOf(item.label);
  const hasNamesake = items.some((other) => other !== item && lookOf(other.label) === look);
  return { item, rows: items.flatMap(({ row }) => row ?? []), hasNamesake };
}

function isShownAs(name: string, text: string, redactor: AgentServices["redactor"]): boolean {
  return dataText(text, (raw) => redactor.redact(raw), Infinity) === name;
}

/** A failure of a panel as a problem. Its sentence may have the panel's own words. */
export function problemOf(failure: PanelFailure, panel?: Pick<PanelRecord, "name" | "address">): ToolProblem {
  return new ToolProblem(`The panel failed: ${failure.kind}.`, nextAfter(failure), {
    ...(panel !== undefined && { panel: panel.name }),
    message: failureText(failure, panel?.address),
  });
}
