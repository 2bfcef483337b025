import { readFile } from "node:fs/promises";
import { codeOf } from "../storage/fileSystem.ts";
import { PanelError } from "../wire/answers/failure.ts";

/** Running jobs. */
export interface RunningJobs {
  readonly shippedScript: ReadScript;
}

/** Reads a script that servers run, by its name; once, when it is first asked for. Rejects with `PanelError`. */
export type ReadScript = (name: string) => Promise<Uint8Array>;

/** The scripts that are installed with the product. @param placeOf where each of them is */
export function shippedScripts(placeOf: (name: string) => string): ReadScript {
  const scripts = new Map<string, Promise<Uint8Array>>();
  return async (name) => {
    const script = scripts.get(name) ?? readFile(placeOf(name));
    scripts.set(name, script);
    try {
      return await script;
    } catch (error) {
      scripts.delete(name);
      throw new PanelError({ kind: "storage", problem: "fileFailed", code: codeOf(error) });
    }
  };
}
