import { join } from "node:path";
import { outDir } from "../scripts/paths.ts";

/** An environment in which Node keeps what it has compiled, which is more than half of what it takes to load a TypeScript file. */
export const keepCompiled: Readonly<Record<string, string>> = { NODE_COMPILE_CACHE: join(outDir, "compiled") };

/** An environment of programs that tests start again and again. Where coverage is measured Node keeps nothing: it would count less exactly. */
export const compiledOnce: Readonly<Record<string, string>> =
  process.env["NODE_V8_COVERAGE"] === undefined ? keepCompiled : {};
