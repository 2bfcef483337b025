import type { Edition } from "../wire/answers/operation.ts";
import type { LastSeen } from "../logs/followedLog.ts";
import type { CalledBy } from "../connection/lockoutGuard.ts";
import type { PanelRecord } from "../panels/panelRecord.ts";
import type { Call } from "../resources/resource.ts";
import type { Verb } from "../resources/verbs.ts";
import type { ResourceKind } from "../resources/resources.ts";
import type { CertificateLimits } from "../resources/trouble.ts";
import type { ItemNode } from "./treeNodes.ts";

/** What a tree works with. */
export interface PanelTreeOptions {
  readonly panels: () => readonly PanelRecord[];
  readonly callFor: (panel: PanelRecord, signal: AbortSignal, by: CalledBy) => Call;
  /** `undefined`: the roots changed. */
  readonly onChange: (id: string | undefined) => void;
  /** A panel has told load and disks, which its row and the rows below it seldom show: it comes a moment after each load. */
  readonly onDetails: (id: string) => void;
  /**
   * Field names of rows that could not be read, never their values; `(key)`: what panels call it is not told. Called
   * once until that changes.
   */
  readonly onUnreadable: (panel: PanelRecord, kind: ResourceKind, fields: readonly string[]) => void;
  /** For the log: what was thrown is no failure of a panel. */
  readonly onDefect: (error: unknown) => void;
  /** Which panel it is, as far as it has told. */
  readonly editionOf: (panel: PanelRecord) => Edition;
  /** Asks the panel which one it is, unless it is known. */
  readonly learnEdition: (panel: PanelRecord, signal: AbortSignal, by: CalledBy) => Promise<Edition>;
  /** What following the log of an item has shown of it. */
  readonly lastSeenOf?: (item: ItemNode) => LastSeen | undefined;
  /** Tells by its key what somebody at this computer is doing to an item right now; `undefined`: nothing to any of this kind. */
  readonly inHandAt?: (panel: PanelRecord, kind: ResourceKind) => ((key: string) => Verb | undefined) | undefined;
  readonly certificateLimits: () => CertificateLimits;
  /** Whether what is in trouble stands first in its group, and not where the panel lists it. */
  readonly isTroubleFirst: () => boolean;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}
