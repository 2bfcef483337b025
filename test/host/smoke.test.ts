import { strict as assert } from "node:assert";
import { extensions } from "vscode";

describe("The extension", () => {
  it("activates", async () => {
    const extension = extensions.getExtension("serverpanel.server-panel");
    assert.ok(extension);
    await extension.activate();
    assert.ok(extension.isActive);
  });
});
