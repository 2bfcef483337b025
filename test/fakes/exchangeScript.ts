import { scriptReader } from "../../src/deployments/exchange/scriptReader.ts";
import { shippedScript } from "./shippedScript.ts";

/** The script of a deployment as it stands in the sources. */
export const exchangeScript = scriptReader(shippedScript);
