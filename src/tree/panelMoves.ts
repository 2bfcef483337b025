import type { PanelRecord } from "../panels/panelRecord.ts";
import { ownerOf, type TreeNode } from "./treeNodes.ts";

/** Where to put panels: right beside another one, last in the folder of a tag, or last outside all folders. */
export type Place =
  | { readonly kind: "before" | "after"; readonly panelId: string }
  | { readonly kind: "last"; readonly tag: string | undefined };

/** The changed fields of one panel. */
export type PanelMove = Partial<Pick<PanelRecord, "order" | "tags">>;

type Placed = Pick<PanelRecord, "id" | "order" | "tags">;

/**
 * Returns the changes that put panels in a place, in their own order. `panels` are all panels in the order of the store.
 * Other panels change only if their order leaves no room, so that windows do not undo each other's moves. A panel that leaves a
 * folder loses its tag.
 */
export function panelMoves(
  panels: readonly Placed[],
  ids: readonly string[],
  place: Place,
): ReadonlyMap<string, PanelMove> {
  const shownPanels = asShown(panels);
  const folder = folderAt(panels, ids, place);
  if (folder === undefined) return new Map();
  const { tag } = folder;
  const moved = shownPanels
    .filter(({ id }) => ids.includes(id))
    .map((panel) => ({ ...panel, tags: tagsIn(tag, panel.tags) }));
  const staying = shownPanels.filter(({ id }) => !ids.includes(id));
  const wantedOrder = staying.toSpliced(indexOf(place, staying, shownPanels), 0, ...moved);
  if (
    wantedOrder.every((panel, index) => panel.id === shownPanels[index]?.id && hasTags(panel, shownPanels[index].tags))
  )
    return new Map();
  // panels without a folder stand below all folders, whatever their order
  const parts = [
    wantedOrder.filter(({ tags }) => tags.length > 0),
    wantedOrder.filter(({ tags }) => tags.length === 0),
  ];
  const ordered = parts.flatMap((part) => inOrder(part, ids));
  const moves = ordered.map(({ id, order, tags }): readonly [string, PanelMove] => {
    const panelBefore = shownPanels.find((panel) => panel.id === id);
    const move: { order?: number; tags?: readonly string[] } = {};
    if (panelBefore?.order !== order) move.order = order;
    if (panelBefore !== undefined && !hasTags(panelBefore, tags)) move.tags = tags;
    return [id, move];
  });
  return new Map(moves.filter(([, move]) => Object.keys(move).length > 0));
}

/** The folder of a place; `undefined`: the place is beside a panel that is not there, or moves itself. */
function folderAt(
  panels: readonly Placed[],
  ids: readonly string[],
  place: Place,
): { readonly tag: string | undefined } | undefined {
  if (place.kind === "last") return { tag: place.tag };
  const beside = panels.find(({ id }) => id === place.panelId);
  if (beside === undefined || ids.includes(beside.id)) return undefined;
  return { tag: beside.tags[0] };
}

/**
 * Returns where panels go that are dropped on `target`; `undefined`: below all nodes. They go after a panel that is further
 * down in the same folder, and before any other; a node below a panel counts as that panel.
 */
export function placeOfDrop(
  panels: readonly Placed[],
  ids: readonly string[],
  target: TreeNode | undefined,
): Place | undefined {
  if (target === undefined) return { kind: "last", tag: undefined };
  if (target.type === "folder") return { kind: "last", tag: target.tag };
  const panelId = ownerOf(target);
  const targetPanel = panels.find(({ id }) => id === panelId);
  if (targetPanel === undefined || ids.includes(targetPanel.id)) return undefined;
  const siblings = panels.filter(({ tags }) => tags[0] === targetPanel.tags[0]);
  const from = siblings.findIndex(({ id }) => ids.includes(id));
  const isFurtherDown = from !== -1 && from < siblings.indexOf(targetPanel);
  return { kind: isFurtherDown ? "after" : "before", panelId: targetPanel.id };
}

/** Returns the place one step up or down in the folder of a panel; `undefined`: there is none. */
export function placeOfStep(panels: readonly Placed[], panelId: string, direction: -1 | 1): Place | undefined {
  const tag = panels.find(({ id }) => id === panelId)?.tags[0];
  const siblings = panels.filter(({ tags }) => tags[0] === tag);
  const next = siblings[siblings.findIndex(({ id }) => id === panelId) + direction];
  if (next === undefined) return undefined;
  return { kind: direction === -1 ? "before" : "after", panelId: next.id };
}

/**
 * The panels with orders that rise. Those that moved get numbers between their neighbours'; all are numbered anew only if
 * that is not enough.
 */
function inOrder(panels: readonly Placed[], movedIds: readonly string[]): readonly Placed[] {
  const first = panels.findIndex(({ id }) => movedIds.includes(id));
  const count = panels.filter(({ id }) => movedIds.includes(id)).length;
  const placed = panels.map((panel, index) => {
    if (!movedIds.includes(panel.id)) return panel;
    const step = index - first + 1;
    return { ...panel, order: orderBetween(panels[first - 1]?.order, panels[first + count]?.order, step, count) };
  });
  const rises = placed.every(({ order }, index) => index === 0 || order > (placed[index - 1]?.order ?? order));
  if (rises) return placed;
  return panels.map((panel, index) => ({ ...panel, order: index }));
}

/** The order at one of `count` even steps between two neighbours, either of which may be missing. */
function orderBetween(low: number | undefined, high: number | undefined, step: number, count: number): number {
  const steps = count + 1;
  // without neighbours the first is 0
  const from = low ?? (high ?? count) - steps;
  const to = high ?? from + steps;
  return from + ((to - from) * step) / steps;
}

/** Sorts panels as the tree shows them: folder by folder, then those without one. */
function asShown(panels: readonly Placed[]): readonly Placed[] {
  const folders = new Set(panels.flatMap(({ tags }) => tags.slice(0, 1)));
  return [...folders, undefined].flatMap((folder) => panels.filter(({ tags }) => tags[0] === folder));
}

function tagsIn(folder: string | undefined, tags: readonly string[]): readonly string[] {
  if (tags[0] === folder) return tags;
  const others = tags.slice(1).filter((tag) => tag !== folder);
  if (folder === undefined) return others;
  return [folder, ...others];
}

function hasTags(panel: Placed, tags: readonly string[]): boolean {
  return JSON.stringify(panel.tags) === JSON.stringify(tags);
}

function indexOf(place: Place, staying: readonly Placed[], shownPanels: readonly Placed[]): number {
  if (place.kind !== "last") {
    const index = staying.findIndex(({ id }) => id === place.panelId);
    if (place.kind === "before") return index;
    return index + 1;
  }
  const last = staying.findLastIndex(({ tags }) => tags[0] === place.tag);
  if (last !== -1) return last + 1;
  // a folder whose panels all move stays where it is
  const first = shownPanels.findIndex(({ tags }) => tags[0] === place.tag);
  if (first === -1) return staying.length;
  return shownPanels.slice(0, first).filter((panel) => staying.includes(panel)).length;
}
