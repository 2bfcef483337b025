import { readFileSync } from "node:fs";
import { join } from "node:path";

const manifest = readFileSync(join(import.meta.dirname, "../../../package.json"), "utf8");

/** The version of the extension. esbuild.mjs runs this file and bundles what it has made. */
export const { version } = JSON.parse(manifest) as { readonly version: string };
