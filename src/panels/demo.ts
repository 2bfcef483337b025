import type { KnownEdition } from "../wire/answers/operation.ts";
import type { PanelRecord } from "./panelRecord.ts";

/** The demo panels of a window, one of each edition. */
export interface Demo {
  /** The running demo panels. */
  readonly records: readonly PanelRecord[];
  /** Starts a demo panel, or returns the running one. Rejects with `cancelled` if it is closed meanwhile. */
  open(edition: KnownEdition): Promise<PanelRecord>;
  close(record: Pick<PanelRecord, "id">): Promise<void>;
}

/** Opening and closing demo panels. */
export interface PlayingDemos {
  readonly demo: Demo;
}
