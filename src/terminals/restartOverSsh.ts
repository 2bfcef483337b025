import type { ResourceServices } from "../commands/resources/resourceServices.ts";
import type { PanelRecord } from "../panels/panelRecord.ts";
import { insertLines } from "./insertLines.ts";
import { openPanelTerminal } from "./panelTerminal.ts";

/** Restarts a panel, on both editions. */
const RESTART = "bt restart";

/** Opens an SSH terminal to a panel's server, and offers to insert the command that restarts the panel; runs nothing. */
export async function restartOverSsh(services: ResourceServices, panel: PanelRecord): Promise<void> {
  const terminal = await openPanelTerminal(services, panel);
  if (terminal === undefined) return;
  await insertLines(services, RESTART, [RESTART], { terminal, isSsh: terminal.isSsh, isFresh: true });
}
