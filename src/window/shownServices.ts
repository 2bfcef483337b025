import type { Connections } from "../connection/connections.ts";
import type { SecretsInUse } from "../connection/secretsInUse.ts";
import type { LogTail } from "../logs/followedLog.ts";
import type { LogTails } from "../logs/logTails.ts";
import type { contextKeys } from "../manifest/manifest.ts";
import type { PanelRecord } from "../panels/panelRecord.ts";
import { groupKindOf } from "../resources/resources.ts";
import type { PanelTree } from "../tree/panelTree.ts";
import { groupNodeId } from "../tree/treeNodes.ts";
import type { FollowedLogsBar } from "../views/followedLogsBar.ts";

export interface ShownServices {
  readonly panels: () => readonly PanelRecord[];
  /** How many of them are stored, and no demo. */
  readonly storedCount: () => number;
  readonly connections: Pick<Connections, "keepOnly">;
  readonly keys: Pick<SecretsInUse, "keepOnly">;
  readonly logs: {
    /** `undefined`: no log was followed yet. */
    readonly loaded:
      | {
          readonly tails: Pick<LogTails, "current" | "isVisible" | "panelsChanged" | "shown">;
          readonly bar: Pick<FollowedLogsBar, "update">;
        }
      | undefined;
  };
  readonly tree: Pick<PanelTree, "panelsChanged" | "rebuild">;
  readonly isTroubleFirst: () => boolean;
  /** Tells `when` clauses the value of a key. */
  readonly setContext: (key: keyof typeof contextKeys, value: number | boolean) => void;
}

/** After panels were added, changed or removed: ends what belongs to those that are gone, and shows the others. */
export function showPanels(services: ShownServices): void {
  const { connections, keys, logs, tree, isTroubleFirst, setContext } = services;
  const panels = services.panels();
  logs.loaded?.tails.panelsChanged();
  showLogs(services);
  connections.keepOnly(new Set(panels.map(({ id }) => id)));
  keys.keepOnly(panels);
  tree.panelsChanged();
  setContext("panelCount", panels.length);
  setContext("storedPanels", services.storedCount());
  setContext("troubleFirst", isTroubleFirst());
}

/** Shows how a log stands, also in the row of what writes it. */
export function showTail(services: ShownServices, { log: { panelId, kind } }: LogTail): void {
  services.tree.rebuild(groupNodeId(panelId, groupKindOf(kind)));
  showLogs(services);
}

/** Shows which logs are followed, and whether one of them is in sight. */
export function showLogs({ logs: { loaded }, setContext }: Pick<ShownServices, "logs" | "setContext">): void {
  const current = loaded?.tails.current ?? [];
  loaded?.bar.update();
  setContext(
    "followedLogInSight",
    current.some(({ id }) => loaded?.tails.isVisible(id)),
  );
  setContext("followedLogs", current.length);
  setContext("shownLogs", loaded?.tails.shown.length ?? 0);
}
