import type { ActionPanel } from "../../actions/actionRequest.ts";
import type { PanelConnection } from "../../connection/panelConnection.ts";
import type { PanelRecord } from "../../panels/panelRecord.ts";
import type { PanelTree } from "../../tree/panelTree.ts";

/** The services for the panels: their records, their connections, and the tree with what was read from them. */
export interface KnownPanels {
  /** Stored panels and running demo panels, in the order of the tree. */
  readonly panels: () => readonly PanelRecord[];
  readonly connections: {
    of(panel: PanelRecord): Pick<PanelConnection, keyof ActionPanel | "edition" | "learnEdition">;
  };
  readonly tree: PanelTree;
}
