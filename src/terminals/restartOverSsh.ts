import type { PanelRecord } from "../panels/panelRecord.ts";
import { insertLines } from "./insertLines.ts";
import type { Telling } from "../commands/context/telling.ts";
import { openPanelTerminal, type OpeningTerminals } from "./panelTerminal.ts";

/** Restarts a panel, on both editions. */
const RESTART = "bt restart";

/** Opens an SSH terminal to a panel's server, and offers to insert the command that restarts the panel; runs nothing. */
export async function restartOverSsh(services: OpeningTerminals & Telling, panel: PanelRecord): Promise<void> {
  const terminal = await openPanelTerminal(services, panel);
  if (terminal === undefined) return;
  await insertLines(services, RESTART, [RESTART], { terminal, isSsh: terminal.isSsh, isFresh: true });
}
