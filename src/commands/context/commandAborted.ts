import type { PanelRecord } from "../../panels/panelRecord.ts";
import { readOnlyText } from "../../texts/editionTexts.ts";

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
