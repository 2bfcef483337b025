import assert from "node:assert/strict";
import { openFirstSteps } from "../../../src/commands/openFirstSteps.ts";
import { CommandFixture } from "../../fakes/commandFixture.ts";

describe("Get Started", () => {
  it("opens the walkthrough, at the step that a link names", async () => {
    const window = await CommandFixture.open();
    for (const args of [[], ["api"], ["none of ours"], [{ view: "panels" }]]) await window.run(openFirstSteps, args);
    assert.deepEqual(window.workbench.guided, [undefined, "api", undefined, undefined]);
    await window.dispose();
  });
});
