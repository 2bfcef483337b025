import { mayChange } from "../../panels/guardLevel.ts";
import type { PanelRecord } from "../../panels/panelRecord.ts";
import { noCommandText, readOnlyText } from "../../texts/editionTexts.ts";

/** Ends a command without effect; the error boundary shows its message. */
export class CommandAborted extends Error {
  constructor(message: string) {
    super(message);
    this.name = "CommandAborted";
  }
}

/** Ends a command on a read-only panel; shown with a button that leads to its protection. */
export class PanelIsReadOnly extends CommandAborted {
  readonly panel: PanelRecord;

  /** @param message says what is not done on it; by default that nothing was sent */
  constructor(panel: PanelRecord, message = readOnlyText(panel.name)) {
    super(message);
    this.panel = panel;
  }
}

/** Ends a command that has the server run one, on a panel that is read only. */
export function assertRunsCommands(panel: PanelRecord): void {
  if (!mayChange(panel.guardLevel)) throw new PanelIsReadOnly(panel, noCommandText(panel.name));
}
