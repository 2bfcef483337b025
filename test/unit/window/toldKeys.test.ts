import assert from "node:assert/strict";
import { ToldKeys } from "../../../src/window/toldKeys.ts";

function fixture() {
  const told: string[] = [];
  const keys = new ToldKeys((key, value) => told.push(`${key}=${value}`));
  return { told, keys };
}

describe("What VS Code was told", () => {
  it("becomes true again once it shows the walkthrough, where it ticks steps and no others", async () => {
    const { told, keys } = fixture();
    keys.tell("restarted", true);
    keys.tell("storedPanels", 2);
    keys.tell("followedLogs", 0);
    keys.tell("panelCount", 4);
    assert.deepEqual(told.splice(0), ["restarted=true", "storedPanels=2", "followedLogs=0", "panelCount=4"]);
    await keys.anew(async () => void told.push("opened"));
    assert.deepEqual(told, ["storedPanels=false", "restarted=false", "opened", "storedPanels=2", "restarted=true"]);
  });

  it("is told again as it has become meanwhile, and where the walkthrough does not open", async () => {
    const { told, keys } = fixture();
    keys.tell("storedPanels", 1);
    const failing = keys.anew(async () => {
      keys.tell("storedPanels", 3);
      throw new Error("closed");
    });
    await assert.rejects(failing, /closed/);
    assert.equal(told.at(-1), "storedPanels=3");
  });
});
