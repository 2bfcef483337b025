import { JOB_SCRIPT } from "../../onServer/jobFiles.ts";
import type { ReadScript } from "../../onServer/shippedScripts.ts";

/** The names of the scripts, in the package and in the directory of a run. */
export const EXCHANGE_SCRIPT = "exchange.sh";
export const STEP_SCRIPT = "step.sh";

/** The scripts that servers run. */
export interface ServerScripts {
  /** Exchanges files, and has steps run. */
  readonly exchange: Uint8Array;
  /** Makes one step ready. It is sent where there are steps. */
  readonly step: Uint8Array;
  /** Runs jobs, and so that step. */
  readonly job: Uint8Array;
}

/** The scripts as people read them, one after the other. */
export function scriptsText({ exchange, step, job }: ServerScripts): string {
  return [exchange, step, job].map((script) => new TextDecoder().decode(script)).join("\n");
}

/** Reads the scripts when they are first asked for. Rejects with `PanelError`. */
export function scriptReader(read: ReadScript): () => Promise<ServerScripts> {
  return async () => {
    const [exchange, step, job] = await Promise.all([read(EXCHANGE_SCRIPT), read(STEP_SCRIPT), read(JOB_SCRIPT)]);
    return { exchange, step, job };
  };
}
