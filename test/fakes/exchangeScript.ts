import { join } from "node:path";
import { scriptReader } from "../../src/deployments/exchange/scriptReader.ts";

/** The script of a deployment as it stands in the sources. */
export const exchangeScript = scriptReader(join(import.meta.dirname, "../../src/deployments/exchange"));
