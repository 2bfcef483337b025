import assert from "node:assert/strict";
import { deployByTask } from "../../../../src/deployments/window/deployByTask.ts";
import { deployFolderOn } from "../../../../src/deployments/window/deployCommands.ts";
import { rememberPanel } from "../../../../src/deployments/window/chooseDeployment.ts";
import { ROOT } from "../deployFixture.ts";
import type { DeployWindow } from "./deployWindow.ts";
import { openReleases, RELEASES } from "./releaseWindow.ts";

const deploySite = deployFolderOn("site");
const named = { to: "Which deployment?", with: "site" } as const;
const HERE = `.env is to be shared, and is not in ${ROOT} yet: a file of this name stays out of deployments. It has to be there before the first release.`;
const NOWHERE = `.env is to be shared, and neither ${ROOT} nor what is sent has it. Create it there, or end it with “/” in the settings if it is a directory.`;
const CREATE = "Create .env…";
const UPLOAD = "Upload This Folder's .env…";

describe("a shared file that is not on the server", () => {
  let window: DeployWindow;
  beforeEach(async () => {
    window = await openReleases();
    window.state({ ...RELEASES, shared: ["storage/", ".env"] });
  });
  afterEach(() => window.dispose());

  it("is named with where it has to be, and created there from its sample and opened", async () => {
    await window.used.source({ "index.html": "one", ".env.example": "KEY=\n" });
    const { messages } = await window.run(deploySite, named, { to: "to be shared", with: CREATE });
    assert.equal(messages[0]?.message, NOWHERE);
    assert.deepEqual(messages[0]?.buttons, [CREATE]);
    assert.equal(window.used.server[".env"], "KEY=\n");
    assert.match(messages[1]?.message ?? "", /^\.env is on the server now\. Write into it/);
    assert.deepEqual(messages[1]?.buttons, ["Deploy Again"]);
  });

  it("is uploaded from here after a question, and then deployed with", async () => {
    await window.used.source({ "index.html": "one", ".env": "KEY=here\n" });
    const upload = { to: "to be shared", with: UPLOAD };
    const question = "Upload .env as it is on this computer?";
    const declined = await window.run(deploySite, named, upload, { to: question, with: false });
    assert.equal(declined.messages[0]?.message, HERE);
    assert.deepEqual(declined.messages[0]?.buttons, [CREATE, UPLOAD]);
    assert.equal(window.used.server[".env"], undefined);
    const agreed = await window.run(
      deploySite,
      named,
      upload,
      { to: question, with: true },
      { to: "is on the server now", with: "Deploy Again" },
      { to: "Deploy “site” to", with: " > Deploy" },
    );
    assert.equal(window.used.server[".env"], "KEY=here\n");
    assert.match(agreed.messages.at(-1)?.message ?? "", /was deployed to/);
  });

  it("ends a task with the same sentence", async () => {
    const [folder] = window.services.workspace.folders();
    assert.ok(folder);
    await rememberPanel(window.services.memento, { folder, deployment: { name: "site" } }, window.panel);
    const told = await deployByTask(window.services, "site", {
      say: () => undefined,
      showLines: () => undefined,
      signal: new AbortController().signal,
      showProgress: async (_requests, task) => task(new AbortController().signal, () => undefined),
      sentence: (question) => assert.fail(`a task asks: ${question}`),
    });
    assert.equal(told, NOWHERE);
  });
});
