import assert from "node:assert/strict";
import { previewRows } from "../../../../src/deployments/window/previewList.ts";
import { DeployFixture, ROOT } from "../deployFixture.ts";

describe("the preview of a deployment", () => {
  let used: DeployFixture;
  beforeEach(async () => (used = await DeployFixture.start("baota")));
  afterEach(() => used.stop());

  it("names what stays on the server, and why", async () => {
    await used.source({ "index.html": "one", "a/x.js": "x", "shop/y.js": "y", "old.js": "z" });
    await used.deploy();
    used.link("a");
    used.put({ "old.js": "edited on the server" });
    await used.source({ "index.html": "two" });
    const prepared = await used.prepare({ nested: [{ path: `${ROOT}/shop`, site: "shop.example.com" }] });
    const preview = { prepared, shownPath: "dist", panel: "Shop", alsoServes: [] };
    const rows = previewRows({ ...preview, isByAgent: false });
    const shown = Object.fromEntries(rows.map(({ label, description }) => [label, description]));
    assert.deepEqual(
      [shown["old.js"], shown["a/x.js"], shown["shop/y.js"]],
      ["changed since the last deployment", "behind a symbolic link", "in the root of “shop.example.com”"],
    );
    assert.equal(shown["Roots of other websites, left alone"], "shop (shop.example.com)");
    assert.equal(rows[0]?.buttons?.length, 1, "another panel can be chosen");
    const byAgent = previewRows({ ...preview, isByAgent: true });
    assert.deepEqual(
      [byAgent[0]?.label, byAgent[0]?.value],
      ["Asked for by: an agent", undefined],
      "Enter does nothing",
    );
    assert.deepEqual([byAgent[1]?.value, byAgent[1]?.buttons], ["deploy", []], "but not for an agent");
  });
});
