import type { LogTails } from "../logs/logTails.ts";
import type { PanelRecord } from "../panels/panelRecord.ts";
import type { Memento } from "../storage/ports.ts";
import { storedTails } from "./createLogTails.ts";

export interface WindowStart {
  readonly panels: () => readonly PanelRecord[];
  readonly demo: { reopen(): Promise<void> };
  readonly logTails: Pick<LogTails, "resume">;
  /** Of the workspace. */
  readonly memento: Memento;
  readonly showPanels: () => void;
  /** Shows the demo panels of all editions. Never rejects. */
  readonly showDemos: () => Promise<void>;
  readonly onDefect: (error: unknown) => void;
}

/**
 * Starts what a window starts with: the demo panels and the followed logs of the window before. Resolves once these demo
 * panels run; never rejects.
 */
export async function startWindow(start: WindowStart): Promise<void> {
  const { panels, demo, logTails, memento, showPanels, showDemos, onDefect } = start;
  const reopened = demo.reopen().catch(onDefect);
  // showing the panels stores which logs are followed, and none is yet
  const tails = storedTails(memento);
  showPanels();
  logTails.resume(tails.filter(({ panelId }) => panels().some(({ id }) => id === panelId)));
  // npm start opens the demo panels without being asked
  if (process.env["SERVER_PANEL_DEMO"] === "1") void showDemos();
  await reopened;
}
