import { shippedScript } from "./shippedScript.ts";

/** The script that checks configurations, as it is in the source. */
export const checkScript = async () => shippedScript("check.sh");
