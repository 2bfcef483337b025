/** Writes the generated parts of the READMEs: `npm run docs`. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { projectDir } from "./paths.ts";
import { readmes, withGenerated } from "./readmeParts.ts";

for (const readme of readmes) {
  const path = join(projectDir, readme.file);
  writeFileSync(path, await withGenerated(readFileSync(path, "utf8"), readme));
}
