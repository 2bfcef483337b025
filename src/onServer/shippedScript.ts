import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { codeOf } from "../storage/fileSystem.ts";
import { PanelError } from "../wire/answers/failure.ts";

/**
 * Reads a script that servers run, which is installed with the product, when it is first asked for. Rejects with `PanelError`.
 * @param directory where the scripts were installed
 */
export function shippedScript(directory: string, name: string): () => Promise<Uint8Array> {
  let script: Promise<Uint8Array> | undefined;
  return async () => {
    script ??= readFile(join(directory, name));
    try {
      return await script;
    } catch (error) {
      script = undefined;
      throw new PanelError({ kind: "storage", problem: "fileFailed", code: codeOf(error) });
    }
  };
}
