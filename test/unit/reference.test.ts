import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { references, withGenerated } from "../../scripts/reference.ts";
import { root } from "./manifest/packageJson.ts";

for (const reference of references) {
  describe(reference.file, () => {
    it("has the settings and commands of the manifest (npm run docs)", async () => {
      const text = readFileSync(join(root, reference.file), "utf8");
      assert.equal(await withGenerated(text, reference), text);
    });
  });
}
