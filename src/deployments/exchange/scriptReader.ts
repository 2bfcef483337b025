import { readFile } from "node:fs/promises";
import { codeOf } from "../../storage/fileSystem.ts";
import { PanelError } from "../../wire/answers/failure.ts";

/** The name of the script, in the package and in the directory of a run. */
export const SCRIPT_NAME = "exchange.sh";

/** Reads the script that servers run when it is first asked for. Rejects with `PanelError`. @param file where it was installed */
export function scriptReader(file: string): () => Promise<Uint8Array> {
  let script: Promise<Uint8Array> | undefined;
  return async () => {
    script ??= readFile(file);
    try {
      return await script;
    } catch (error) {
      script = undefined;
      throw new PanelError({ kind: "storage", problem: "fileFailed", code: codeOf(error) });
    }
  };
}
