import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { generatedDocuments, withGenerated } from "../../scripts/documentParts.ts";
import { root } from "./manifest/packageJson.ts";

for (const document of generatedDocuments) {
  describe(document.file, () => {
    it("has what follows from the tables (npm run docs)", async () => {
      const text = readFileSync(join(root, document.file), "utf8");
      assert.equal(await withGenerated(text, document), text);
    });
  });
}
