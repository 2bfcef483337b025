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

  constructor(panel: PanelRecord) {
    super(readOnlyText(panel.name));
    this.panel = panel;
  }
}
