import * as l10n from "@vscode/l10n";
import { isDemo } from "../../panels/isDemo.ts";
import { panelMoves, placeOfDrop, placeOfStep, type Place } from "../../tree/panelMoves.ts";
import { choosePanel, nodesOf } from "../context/choose.ts";
import { CommandAborted } from "../context/commandAborted.ts";
import type { Handler } from "../context/handler.ts";
import type { Choosing } from "../context/choosing.ts";
import type { KeepingPanels } from "../../panels/panelStore.ts";
import type { OnKeys } from "../../views/drawnTree.ts";
import type { KnownPanels } from "../context/knownPanels.ts";

/** Moves a panel up or down among those of its folder. */
export function movePanel(direction: -1 | 1): Handler<Choosing & KeepingPanels & OnKeys> {
  return async (services, args) => {
    const panel = await choosePanel(services, args.length > 0 ? args : await focused(services), l10n.t("Move Panel"));
    if (panel === undefined) return;
    if (isDemo(panel)) throw new CommandAborted(l10n.t("Demo panels are always first."));
    const place = placeOfStep(services.store.list(), panel.id, direction);
    if (place === undefined)
      throw new CommandAborted(
        direction < 0 ? l10n.t("“{0}” is already first.", panel.name) : l10n.t("“{0}” is already last.", panel.name),
      );
    await movePanels(services, [panel.id], place);
  };
}

/** The panels that a key binding acts on, since it passes no arguments; the palette leaves the focus where it was. */
async function focused(services: KnownPanels & OnKeys): Promise<readonly unknown[]> {
  const nodes = nodesOf(services, await services.keyTargets());
  const ids = nodes.filter(({ type }) => type === "panel").map(({ id }) => id);
  if (ids.length === 0) return [];
  return [ids[0], ids];
}

/** Moves dropped panels to a node, or to the end. Only stored panels move. */
export async function dropPanels(
  services: KeepingPanels & KnownPanels,
  nodeIds: readonly string[],
  targetId: string | undefined,
): Promise<void> {
  const { tree, store } = services;
  const ids = nodeIds.flatMap((id) => {
    const node = tree.node(id);
    if (node?.type === "panel" && store.get(node.panel.id) !== undefined) return node.panel.id;
    return [];
  });
  const target = targetId === undefined ? undefined : tree.node(targetId);
  // it disappeared under the mouse
  if (targetId !== undefined && target === undefined) return;
  await movePanels(services, ids, placeOfDrop(store.list(), ids, target));
}

async function movePanels({ store }: KeepingPanels, ids: readonly string[], place: Place | undefined): Promise<void> {
  if (place === undefined) return;
  for (const [id, move] of panelMoves(store.list(), ids, place)) await store.update(id, move);
}
