import * as l10n from "@vscode/l10n";
import { isDemo } from "../../panels/isDemo.ts";
import { panelMoves, placeOfDrop, placeOfStep, type Place } from "../../tree/panelMoves.ts";
import { nodeArgument, stepOf } from "../context/choose.ts";
import { CommandAborted } from "../context/commandAborted.ts";
import type { Handler } from "../context/handler.ts";
import type { KeepingPanels } from "../../panels/panelStore.ts";
import type { OnKeys } from "../../views/drawnTree.ts";
import type { KnownPanels } from "../context/knownPanels.ts";

/** The command of the keys that move the focused panel up or down among those of its folder. */
export const movePanel: Handler<KeepingPanels & KnownPanels & OnKeys> = async (services, [given]) => {
  const ids = await services.keyTargets();
  const node = nodeArgument(services, [ids[0], ids]);
  if (node?.type !== "panel") return;
  const { panel } = node;
  if (isDemo(panel)) throw new CommandAborted(l10n.t("Demo panels are always first."));
  const direction = stepOf(given);
  const place = placeOfStep(services.store.list(), panel.id, direction);
  if (place === undefined)
    throw new CommandAborted(
      direction < 0 ? l10n.t("“{0}” is already first.", panel.name) : l10n.t("“{0}” is already last.", panel.name),
    );
  await movePanels(services, [panel.id], place);
};

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
