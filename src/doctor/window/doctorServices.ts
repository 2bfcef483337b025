import type { KnownPanels } from "../../commands/context/knownPanels.ts";
import type { Telling } from "../../commands/context/telling.ts";
import type { Connecting } from "../../connection/panelConnection.ts";
import type { Talking } from "../../ports/dialogs.ts";
import type { Copying, Support } from "../../ports/workbench.ts";
import type { Redacting } from "../../redaction/redactor.ts";
import type { Timed } from "../../storage/ports.ts";
import type { OpeningTerminals } from "../../terminals/panelTerminal.ts";
import type { ConnectionHistory } from "../connectionHistory.ts";
import type { Reach } from "../reach.ts";

/** Reporting what a report of a problem needs. */
export interface Reporting extends Copying, KnownPanels, Redacting, Talking {
  /** Failures and diagnoses of this window. */
  readonly history: ConnectionHistory;
  readonly support: Support;
}

/** Diagnosing connections, with what helps. */
export interface Diagnosing extends Connecting, OpeningTerminals, Reporting, Telling, Timed {
  readonly reach: Reach;
  /** Name of this computer, as other computers show it. */
  readonly computer: string;
}
