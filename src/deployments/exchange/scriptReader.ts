import { shippedScript } from "../../onServer/shippedScript.ts";

/** The names of the scripts, in the package and in the directory of a run. */
export const EXCHANGE_SCRIPT = "exchange.sh";
export const STEP_SCRIPT = "step.sh";

/** The scripts that servers run. */
export interface ServerScripts {
  /** Exchanges files, and has steps run. */
  readonly exchange: Uint8Array;
  /** Runs one step. It is sent where there are steps. */
  readonly step: Uint8Array;
}

/** The scripts as people read them, one after the other. */
export function scriptsText({ exchange, step }: ServerScripts): string {
  return new TextDecoder().decode(Buffer.concat([exchange, Buffer.from("\n"), step]));
}

/** Reads the scripts when they are first asked for. Rejects with `PanelError`. @param directory where they were installed */
export function scriptReader(directory: string): () => Promise<ServerScripts> {
  const readExchange = shippedScript(directory, EXCHANGE_SCRIPT);
  const readStep = shippedScript(directory, STEP_SCRIPT);
  return async () => {
    const [exchange, step] = await Promise.all([readExchange(), readStep()]);
    return { exchange, step };
  };
}
