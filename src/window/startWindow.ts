import { FOLLOWED_LOGS } from "../manifest/manifest.ts";
import type { Memento } from "../storage/ports.ts";

export interface WindowStart {
  readonly demo: { reopen(): Promise<void> };
  /** Of the workspace. */
  readonly memento: Pick<Memento, "get">;
  /** Goes on with the followed logs that are kept there. Never rejects. */
  readonly resumeLogs: () => Promise<void>;
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
  const { demo, memento, resumeLogs, showPanels, showDemos, onDefect } = start;
  const reopened = demo.reopen().catch(onDefect);
  showPanels();
  if (memento.get(FOLLOWED_LOGS) !== undefined) void resumeLogs();
  // npm start opens the demo panels without being asked
  if (process.env["SERVER_PANEL_DEMO"] === "1") void showDemos();
  await reopened;
}
