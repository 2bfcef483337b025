import type { PanelRecord } from "../../panels/panelRecord.ts";
import { readOnlyText } from "../../texts/editionTexts.ts";

/** Ends a command with a sentence for the person, which the error boundary shows. */
export class CommandAborted extends Error {
  constructor(message: string) {
    super(message);
    this.name = "CommandAborted";
  }
}

/** Ends a change on a read-only panel; shown with a button that leads to its protection. */
export class PanelIsReadOnly extends CommandAborted {
  readonly panel: PanelRecord;

  constructor(panel: PanelRecord) {
    super(readOnlyText(panel.name));
    this.panel = panel;
  }
}
