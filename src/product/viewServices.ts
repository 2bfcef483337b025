import * as l10n from "@vscode/l10n";
import { CommandAborted } from "../commands/context/commandAborted.ts";
import type { Log } from "../storage/ports.ts";
import type { PanelTree } from "../tree/panelTree.ts";
import type { ActivityView } from "../activity/window/activityView.ts";
import type { OnKeys, Redrawing, Revealing, Selecting } from "../views/drawnTree.ts";
import type { OnActivityKeys } from "../activity/window/activityCommands.ts";
import type { PanelsView } from "../views/panelsView.ts";

/** What the drawn views can do, and what is selected in them. */
type DrawnViews = OnActivityKeys & OnKeys & Redrawing & Revealing & Selecting;

/** The services that work on the drawn views. */
export function viewServices(
  view: Pick<PanelsView, "changed" | "keyTargets" | "view">,
  activityView: Pick<ActivityView, "keyTargets">,
  tree: Pick<PanelTree, "node">,
  log: Pick<Log, "warn">,
): DrawnViews {
  return {
    selection: () => view.view.selection,
    keyTargets: async () => known(await view.keyTargets()),
    activityTargets: async () => known(await activityView.keyTargets()),
    // if a leaf alone is redrawn, VS Code deselects the rows further down
    showAgain: (id) => view.changed(tree.node(id)?.parentId ?? id),
    async reveal(id, { expand, focus = true }) {
      try {
        await view.view.reveal(id, { expand, focus, select: true });
      } catch (error) {
        // the tree may be changing under it
        log.warn(`a row could not be shown: ${String(error)}`);
      }
    },
  };
}

function known(targets: readonly string[] | undefined): readonly string[] {
  if (targets === undefined)
    throw new CommandAborted(l10n.t("Nothing was done, because the list changed in that moment. Press the key again."));
  return targets;
}
