/** Writes the generated parts of the references: `npm run docs`. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { projectDir } from "./paths.ts";
import { references, withGenerated } from "./reference.ts";

for (const reference of references) {
  const path = join(projectDir, reference.file);
  writeFileSync(path, await withGenerated(readFileSync(path, "utf8"), reference));
}
