import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { codeOf } from "../../storage/fileSystem.ts";
import { PanelError } from "../../wire/answers/failure.ts";

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
  let scripts: Promise<ServerScripts> | undefined;
  return async () => {
    scripts ??= readScripts(directory);
    try {
      return await scripts;
    } catch (error) {
      scripts = undefined;
      throw new PanelError({ kind: "storage", problem: "fileFailed", code: codeOf(error) });
    }
  };
}

async function readScripts(directory: string): Promise<ServerScripts> {
  const read = async (name: string) => readFile(join(directory, name));
  const [exchange, step] = await Promise.all([read(EXCHANGE_SCRIPT), read(STEP_SCRIPT)]);
  return { exchange, step };
}
