import assert from "node:assert/strict";
import { deployAgain } from "../../../../src/deployments/window/earlier/deployAgain.ts";
import { deployFolderOn } from "../../../../src/deployments/window/deployCommands.ts";
import { DeployWindow, SITE, STATED } from "./deployWindow.ts";

const deploySite = deployFolderOn("site");
const OTHER = { ...STATED, name: "other", directory: "other" } as const;
const preview = (name: string) => ({ to: `Deploy “${name}” to`, with: " > Deploy" }) as const;

describe("Deploy Again", () => {
  let window: DeployWindow;
  beforeEach(async () => {
    window = await DeployWindow.open();
    await window.used.source({ "index.html": "one" });
  });
  afterEach(() => window.dispose());

  it("deploys what was deployed last, with its preview", async () => {
    window.state(STATED, OTHER);
    await window.run(deploySite, { to: "Which deployment?", with: "site" }, preview("site"));
    await window.run(deploySite, { to: "Which deployment?", with: "other" }, preview("other"));
    await window.used.source({ "index.html": "two" });
    await window.run(deployAgain, preview("other"));
    assert.deepEqual([window.used.server["index.html"], window.used.server["other/index.html"]], ["one", "two"]);
  });

  it("deploys what no settings have, too", async () => {
    window.state();
    window.commands.workspace.found = ["dist"];
    await window.run(
      deploySite,
      { to: "Deploy to Website", with: SITE },
      { to: "Which folder?", with: "dist" },
      { to: "Deploy to Website", with: "" },
      preview("dist"),
    );
    await window.used.source({ "index.html": "two" });
    await window.run(deployAgain, preview("dist"));
    assert.equal(window.used.server["index.html"], "two");
  });

  it("says that nothing was deployed yet, also where its deployment is gone from the settings, or what was kept cannot be read", async () => {
    const nothing = async () => (await window.run(deployAgain)).messages[0]?.message ?? "";
    window.state(STATED);
    assert.match(await nothing(), /Nothing was deployed from these folders yet/);
    await window.run(deploySite, { to: "Which deployment?", with: "site" }, preview("site"));
    window.state(OTHER);
    assert.match(await nothing(), /Nothing was deployed from these folders yet/);
    await window.services.memento.update("serverPanel.lastDeployments", { a: 1 });
    assert.match(await nothing(), /Nothing was deployed from these folders yet/);
  });
});
