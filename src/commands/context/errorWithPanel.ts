import type { PanelRecord } from "../../panels/panelRecord.ts";

/** An error (`cause`) with its panel, so that fixes can be offered. */
export class ErrorWithPanel extends Error {
  readonly panel: PanelRecord;

  constructor(panel: PanelRecord, cause: unknown) {
    super("error with panel", { cause });
    this.name = "ErrorWithPanel";
    this.panel = panel;
  }
}

/** Runs a task for a panel, and wraps its errors in `ErrorWithPanel`. */
export async function forPanel<T>(panel: PanelRecord, task: () => Promise<T>): Promise<T> {
  try {
    return await task();
  } catch (error) {
    throw new ErrorWithPanel(panel, error);
  }
}
