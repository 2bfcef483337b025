import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { readmes, withGenerated } from "../../scripts/readmeParts.ts";
import { root } from "./manifest/packageJson.ts";

for (const readme of readmes) {
  describe(readme.file, () => {
    const text = readFileSync(join(root, readme.file), "utf8");

    it("has the settings and commands of the manifest (npm run docs)", async () => {
      assert.equal(await withGenerated(text, readme), text);
    });

    it("gets them back where they differ", async () => {
      const without = text.replaceAll(/^(?:\| .*\||- \*\*Containers.*)$/gm, "");
      assert.notEqual(without, text);
      assert.ok((await withGenerated(without, readme)).includes("serverPanel.refresh.intervalSeconds"));
      await assert.rejects(withGenerated(text.replace("<!-- end of commands -->", ""), readme), /There is not one/);
    });
  });
}
