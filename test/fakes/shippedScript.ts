import { basename, join } from "node:path";
import { serverScripts } from "../../scripts/serverScripts.ts";
import { shippedScripts } from "../../src/onServer/shippedScripts.ts";

/** Reads a script that servers run as it stands in the sources. */
export const shippedScript = shippedScripts((name) =>
  join(import.meta.dirname, "../..", serverScripts.find((path) => basename(path) === name) ?? name),
);
