import assert from "node:assert/strict";
import { RemoteLock } from "../../../../src/deployments/remoteLock.ts";
import { deploySite } from "../../../../src/deployments/window/deployCommands.ts";
import { DeployWindow } from "./deployWindow.ts";

const PREVIEW = "Deploy “site” to";
const goOn = [
  { to: "Which deployment?", with: "site" },
  { to: PREVIEW, with: " > Deploy" },
] as const;

describe("the command that deploys to a website", function () {
  this.timeout(30_000);
  let window: DeployWindow;
  beforeEach(async () => {
    window = await DeployWindow.open();
    window.state({});
    await window.used.source({ "index.html": "one" });
  });
  afterEach(() => window.dispose());

  it("deploys what its preview shows", async () => {
    const { messages } = await window.run(deploySite, ...goOn);
    assert.match(messages[0]?.message ?? "", /^“site” was deployed to “deployed.example.com” on “Shop”/);
    assert.equal(window.used.server["index.html"], "one");
  });

  it("asks before it takes over from another installation of a computer with the same name", async () => {
    const owner = { id: "ff", installation: "bb", computer: "here", at: 5 };
    await RemoteLock.take(window.used.files, window.used.paths, owner, () => false, window.used.clock);
    const left = await window.run(deploySite, ...goOn, { to: "Take over from “here”?", with: false });
    assert.match(left.messages[0]?.message ?? "", /“here” has been deploying to it since/);
    assert.equal(window.used.server["index.html"], "old");
    await window.run(deploySite, ...goOn, { to: "Take over from “here”?", with: true });
    assert.equal(window.used.server["index.html"], "one");
  });

  it("takes over unasked from a window of its own installation that has died", async () => {
    const owner = { id: "ff", installation: "00", computer: "here", at: 5 };
    await RemoteLock.take(window.used.files, window.used.paths, owner, () => false, window.used.clock);
    await window.run(deploySite, ...goOn);
    assert.equal(window.used.server["index.html"], "one");
  });
});
