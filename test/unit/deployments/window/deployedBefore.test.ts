import assert from "node:assert/strict";
import { deployFolderOn } from "../../../../src/deployments/window/deployCommands.ts";
import { saveEarlier } from "../../../../src/deployments/window/earlier/saveDeployment.ts";
import { DeployWindow, SITE } from "./deployWindow.ts";

const deploySite = deployFolderOn("site");
const EARLIER = `dist → ${SITE}`;
const SAVED = [{ name: "dist", website: SITE, source: "dist" }];
const NOTHING = "There is nothing that was deployed from these folders and is not in their settings.";

describe("what was deployed without settings", () => {
  let window: DeployWindow;
  beforeEach(async () => {
    window = await DeployWindow.open();
    window.state();
    window.commands.workspace.found = ["dist"];
    await window.used.source({ "index.html": "one" });
  });
  afterEach(() => window.dispose());

  const preview = { to: "Deploy “dist” to", with: " > Deploy" } as const;
  const first = async () =>
    window.run(
      deploySite,
      { to: "Deploy to Website", with: SITE },
      { to: "Which folder?", with: "dist" },
      { to: "Deploy to Website", with: "" },
      preview,
    );
  const settings = () => window.commands.workspace.settings.get(window.used.workspace);

  it("is offered again by its name, before all else", async () => {
    await first();
    await window.used.source({ "index.html": "two" });
    const { choices, messages } = await window.run(deploySite, { to: "Which deployment?", with: EARLIER }, preview);
    assert.deepEqual(choices[0], [EARLIER, "New Deployment…"]);
    assert.match(messages[0]?.message ?? "", /was deployed/);
    assert.equal(window.used.server["index.html"], "two");
  });

  it("is saved by the command, after which the settings alone have it", async () => {
    assert.equal((await window.run(saveEarlier)).messages[0]?.message, NOTHING);
    await first();
    await window.run(saveEarlier);
    assert.deepEqual(settings(), SAVED);
    assert.equal((await window.run(saveEarlier)).messages[0]?.message, NOTHING);
    const { choices } = await window.run(deploySite, { to: "Which deployment?", with: undefined });
    assert.deepEqual(choices[0], ["dist", "New Deployment…"]);
  });

  it("is not kept where nothing was deployed, nor offered once its panel is gone", async () => {
    await window.run(
      deploySite,
      { to: "Deploy to Website", with: SITE },
      { to: "Which folder?", with: "dist" },
      { to: "Deploy to Website", with: "" },
      { ...preview, with: undefined },
    );
    assert.equal((await window.run(saveEarlier)).messages[0]?.message, NOTHING);
    await first();
    await window.services.store.remove(window.panel.id);
    assert.equal((await window.run(saveEarlier)).messages[0]?.message, NOTHING);
  });

  it("stays out of the way of a setting that cannot be read any more", async () => {
    await window.services.memento.update("serverPanel.deployedWithoutSettings", [{ folder: 1 }, "x"]);
    assert.equal((await window.run(saveEarlier)).messages[0]?.message, NOTHING);
  });
});
