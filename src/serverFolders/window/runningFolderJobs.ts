import { forPanel } from "../../commands/context/askPanel.ts";
import { panelOf } from "../../commands/context/choose.ts";
import type { KnownPanels } from "../../commands/context/knownPanels.ts";
import type { RunningJobs } from "../../onServer/shippedScripts.ts";
import type { Talking } from "../../ports/dialogs.ts";
import type { Timed } from "../../storage/ports.ts";
import { leftTasksText } from "../../texts/deploymentTexts.ts";
import type { FolderJobs } from "../folderJob.ts";

/** Running scripts about directories of servers. */
export interface RunningFolderJobs extends KnownPanels, RunningJobs, Talking, Timed {}

/** Has scripts about directories run on a panel's server, and says which tasks may be left in its list, however it ends. */
export async function withFolderJobs<Result>(
  { clock, connections, dialogs, shippedScript, ...services }: RunningFolderJobs,
  panelId: string,
  signal: AbortSignal,
  act: (jobs: FolderJobs) => Promise<Result>,
): Promise<Result> {
  const panel = panelOf({ clock, connections, dialogs, shippedScript, ...services } as RunningFolderJobs, panelId);
  const connection = connections.of(panel);
  const leftTasks = new Set<string>();
  const callFor = (given: AbortSignal) => connection.callFor(given);
  try {
    return await forPanel(panel, async () => act({ shippedScript, context: { callFor, clock, signal, leftTasks } }));
  } finally {
    if (leftTasks.size > 0)
      dialogs.notify({ severity: "warning", message: leftTasksText([...leftTasks]) }, async () => undefined);
  }
}
