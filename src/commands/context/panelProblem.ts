import type { PanelRecord } from "../../panels/panelRecord.ts";

/** What was thrown while working with one panel; names the panel, so that the way to fix it can be offered. */
export class PanelProblem extends Error {
  readonly panel: PanelRecord;

  constructor(panel: PanelRecord, cause: unknown) {
    super("panel problem", { cause });
    this.name = "PanelProblem";
    this.panel = panel;
  }
}

/** Runs a task for a panel; what it throws comes out as `PanelProblem`. */
export async function forPanel<T>(panel: PanelRecord, task: () => Promise<T>): Promise<T> {
  try {
    return await task();
  } catch (error) {
    throw new PanelProblem(panel, error);
  }
}
