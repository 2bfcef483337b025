import type { Edition } from "../wire/answers/operation.ts";
import type { LastSeen } from "../followedLogs/followedLog.ts";
import type { CalledBy } from "../connection/lockoutGuard.ts";
import type { PanelRecord } from "../panels/panelRecord.ts";
import type { Call } from "../resources/resource.ts";
import type { Verb } from "../resources/verbs.ts";
import type { Directory } from "../serverFiles/serverFiles.ts";
import type { Configuration } from "../serverFiles/configurationFiles.ts";
import type { ResourceKind } from "../resources/resources.ts";
import type { CertificateLimits } from "../resources/trouble.ts";
import type { ItemNode } from "./treeNodes.ts";

export interface PanelTreeOptions {
  readonly panels: () => readonly PanelRecord[];
  readonly callFor: (panel: PanelRecord, signal: AbortSignal, calledBy: CalledBy) => Call;
  /** Reads a directory of the server. Rejects with `PanelError` and `FileError`. */
  readonly listFiles: (panel: PanelRecord, path: string, signal: AbortSignal, calledBy: CalledBy) => Promise<Directory>;
  /** `undefined`: the roots changed. */
  readonly onChange: (id: string | undefined) => void;
  /** A group was read again, whether it has changed or not. */
  readonly onRead?: (groupId: string) => void;
  /** Load and disks of a panel have arrived, a moment after each load; its row seldom shows them. */
  readonly onDetails: (id: string) => void;
  /** Reports field names of unreadable rows, never their values, once until they change; `(key)`: the row has no key. */
  readonly onUnreadable: (panel: PanelRecord, kind: ResourceKind, fields: readonly string[]) => void;
  /** Logs an error that is no failure of a panel. */
  readonly onDefect: (error: unknown) => void;
  /** The edition of a panel as far as it is known. */
  readonly editionOf: (panel: PanelRecord) => Edition;
  /** Asks the panel for its edition unless it is known. */
  readonly learnEdition: (panel: PanelRecord, signal: AbortSignal, calledBy: CalledBy) => Promise<Edition>;
  /** The state of an item as seen in its followed log. */
  readonly lastSeenOf?: (item: ItemNode) => LastSeen | undefined;
  /** Returns a function from keys to actions in progress at this computer; `undefined`: none for this kind. */
  readonly pendingVerbAt?: (panel: PanelRecord, kind: ResourceKind) => ((key: string) => Verb | undefined) | undefined;
  /** What is known of the configuration of a web server, if it is refused, or saved and not in use yet. */
  readonly configurationAt?: (panelId: string, server: string) => Configuration | undefined;
  readonly certificateLimits: () => CertificateLimits;
  /** Whether rows in trouble stand first in their group. */
  readonly isTroubleFirst: () => boolean;
  /** The language of the window, such as `zh-cn`, by which names of files are sorted. */
  readonly language: () => string;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}
