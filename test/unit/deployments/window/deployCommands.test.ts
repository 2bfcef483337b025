import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { PanelRecord } from "../../../../src/panels/panelRecord.ts";
import { exitCodes } from "../../../../src/tasks/runTask.ts";
import { deployByTask } from "../../../../src/deployments/window/deployByTask.ts";
import { choosePanelAgain, deploySite } from "../../../../src/deployments/window/deployCommands.ts";
import { DeployWindow, STATED } from "./deployWindow.ts";

const PREVIEW = "Deploy “site” to";
const goOn = [
  { to: "Which deployment?", with: "site" },
  { to: PREVIEW, with: " > Deploy" },
] as const;

describe("the command that deploys to a website", () => {
  let window: DeployWindow;
  beforeEach(async () => {
    window = await DeployWindow.open();
    window.state(STATED);
    await window.used.source({ "index.html": "one" });
  });
  afterEach(() => window.dispose());

  it("deploys what its preview shows", async () => {
    const { messages } = await window.run(deploySite, ...goOn);
    assert.match(messages[0]?.message ?? "", /^“site” was deployed to “deployed.example.com” on “Shop”/);
    assert.equal(window.used.server["index.html"], "one");
  });

  it("says what is wrong with other entries, and a task with its own", async () => {
    window.state({ ...STATED, name: "broken", check: "example.com" }, 5, STATED);
    const { messages } = await window.run(deploySite, ...goOn);
    const why = "“check” of “broken” must be an address with http or https, without a user name.";
    assert.equal(messages[0]?.message, `Not valid in serverPanel.deployments: ${why} Entry 2 is no deployment.`);
    assert.match(messages[1]?.message ?? "", /was deployed/);
    window.state(1, 2, 3, 4, 5, STATED);
    const many = await window.run(deploySite, { to: "Which deployment?", with: undefined });
    assert.match(many.messages[0]?.message ?? "", /Entry 3 is no deployment\. … and 2 more$/);
    window.state({ ...STATED, name: "broken", check: "example.com" });
    const { signal } = new AbortController();
    const task = { say: () => undefined, signal, showProgress: () => assert.fail("nothing is sent"), sentence: String };
    await window.run(async (services) => {
      assert.equal(await deployByTask(services, "broken", task), why);
    });
  });

  describe("with several panels", () => {
    const chosen = () => Object.values(window.commands.kept.get("serverPanel.deploymentPanels") ?? {});
    const toShop = [
      { to: "Which deployment?", with: "site" },
      { to: "Which panel?", with: "Shop" },
    ] as const;
    let other: PanelRecord;
    beforeEach(async () => (other = await window.commands.add({ name: "Other", address: "https://192.0.2.2:8888" })));

    it("asks for another one from its preview, and goes there", async () => {
      const { messages } = await window.run(
        deploySite,
        ...toShop,
        { to: "to “deployed.example.com” on “Shop”", with: " > Deploy#1" },
        { to: "Which panel?", with: "Other" },
        { to: "to “deployed.example.com” on “Other”", with: " > Deploy" },
      );
      assert.match(messages[0]?.message ?? "", /was deployed to “deployed.example.com” on “Other”/);
      assert.deepEqual(chosen(), [other.id]);
    });

    it("asks for another one by a command of its own, and keeps it once it has the website", async () => {
      await window.run(deploySite, ...toShop, { to: "on “Shop”", with: undefined });
      assert.deepEqual(chosen(), [window.panel.id]);
      const [site] = window.used.panel.state.sites.splice(0, 1);
      assert.ok(site);
      const choose = { to: "Choose Panel Again for “site”", with: "Other" };
      const { messages } = await window.run(choosePanelAgain, choose);
      assert.equal(messages[0]?.message, "“Other” has no website “deployed.example.com”.");
      assert.deepEqual(chosen(), [window.panel.id]);
      window.used.panel.state.sites.push(site);
      const { mentioned } = await window.run(choosePanelAgain, choose);
      assert.deepEqual([mentioned, chosen()], [["“site” is now deployed to “Other”."], [other.id]]);
      await window.run(choosePanelAgain, { ...choose, with: undefined });
      assert.deepEqual(chosen(), [other.id]);
    });

    it("has nothing to ask where the settings have no deployment to a website", async () => {
      window.state();
      const { messages } = await window.run(choosePanelAgain);
      assert.equal(messages[0]?.message, "There is no deployment to a website in the settings.");
    });
  });

  describe("with an address to ask", () => {
    let status: number;
    let asked: number;
    let server: Server;
    beforeEach(async () => {
      [status, asked] = [200, 0];
      server = createServer((_request, response) => {
        asked += 1;
        response.writeHead(status).end();
      });
      await once(server.listen(0, "127.0.0.1"), "listening");
      const { port } = server.address() as AddressInfo;
      window.state({ ...STATED, check: `http://127.0.0.1:${port}/`, rollBack: "auto" });
      await window.run(deploySite, ...goOn);
      asked = 0;
    });
    afterEach(() => void server.close());

    const [again] = goOn;
    const byTask = async () => {
      const { signal } = new AbortController();
      const showProgress = () => assert.fail("nothing is sent");
      const finished = await deployByTask(window.services, "site", {
        say: () => undefined,
        signal,
        showProgress,
        sentence: String,
      });
      assert.ok(typeof finished === "object");
      return exitCodes[finished.outcome.kind];
    };

    it("asks it also where nothing has changed", async () => {
      const { messages } = await window.run(deploySite, again);
      assert.equal(asked, 1);
      assert.match(
        messages[0]?.message ?? "",
        /^“site” is already on .+ Nothing was sent\. http:\S+ answered with 200\.$/,
      );
      assert.equal(messages[0]?.severity, "information");
      assert.equal(await byTask(), 0);
    });

    it("says that it fails, and rolls nothing back, since it has changed nothing", async () => {
      status = 500;
      const { messages } = await window.run(deploySite, again);
      assert.match(
        messages[0]?.message ?? "",
        /^“site” is already on .+ Nothing was sent\. http:\S+ answered with 500\.$/,
      );
      assert.deepEqual([messages[0]?.severity, messages[0]?.buttons], ["warning", ["Deploy Again", "Show Details"]]);
      assert.equal(window.used.server["index.html"], "one");
      assert.equal(await byTask(), 1);
    });
  });
});
