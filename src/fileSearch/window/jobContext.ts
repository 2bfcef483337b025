import type { KnownPanels } from "../../commands/context/knownPanels.ts";
import type { JobContext } from "../../onServer/serverJob.ts";
import type { RunningJobs } from "../../onServer/shippedScripts.ts";
import type { PanelRecord } from "../../panels/panelRecord.ts";
import type { Timed } from "../../storage/ports.ts";

/** What runs a job on the server of a panel. Rejects with `PanelError` if the scripts cannot be read. */
export async function jobContext(
  { clock, connections, shippedScript }: KnownPanels & RunningJobs & Timed,
  panel: PanelRecord,
  signal: AbortSignal,
): Promise<JobContext> {
  const connection = connections.of(panel);
  return {
    callFor: (given) => connection.callFor(given),
    clock,
    signal,
    leftTasks: new Set(),
    runner: await shippedScript("job.sh"),
  };
}
