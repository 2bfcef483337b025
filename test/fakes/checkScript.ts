import { join } from "node:path";
import { CHECK_SCRIPT } from "../../src/configurations/checkConfiguration.ts";
import { shippedScript } from "../../src/onServer/shippedScript.ts";

/** The script of a check as it stands in the sources. */
export const checkScript = shippedScript(join(import.meta.dirname, "../../src/configurations"), CHECK_SCRIPT);
