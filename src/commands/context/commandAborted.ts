import type { PanelRecord } from "../../panels/panelRecord.ts";
import { readOnlyText } from "../../texts/editionTexts.ts";

/** Why a command does nothing, as a sentence for the person; the error boundary tells it. */
export class CommandAborted extends Error {
  constructor(message: string) {
    super(message);
    this.name = "CommandAborted";
  }
}

/** The panel may only be read; told with a button that leads to its protection. */
export class PanelIsReadOnly extends CommandAborted {
  readonly panel: PanelRecord;

  constructor(panel: PanelRecord) {
    super(readOnlyText(panel.name));
    this.panel = panel;
  }
}
