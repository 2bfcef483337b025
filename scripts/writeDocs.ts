/** Writes the generated parts of the documents: `npm run docs`. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { generatedDocuments, withGenerated } from "./documentParts.ts";
import { projectDir } from "./paths.ts";

for (const document of generatedDocuments) {
  const path = join(projectDir, document.file);
  writeFileSync(path, await withGenerated(readFileSync(path, "utf8"), document));
}
