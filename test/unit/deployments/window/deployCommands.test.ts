import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { RemoteLock } from "../../../../src/deployments/remoteLock.ts";
import { exitCodes } from "../../../../src/tasks/runTask.ts";
import { deployByTask, deploySite } from "../../../../src/deployments/window/deployCommands.ts";
import { DeployWindow, STATED } from "./deployWindow.ts";

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
    window.state(STATED);
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
      const lines: string[] = [];
      const { signal } = new AbortController();
      const { outcome } = await deployByTask(window.services, "site", { say: (line) => lines.push(line), signal });
      return exitCodes[outcome.kind];
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

  it("takes over unasked from a window of its own installation that has died", async () => {
    const owner = { id: "ff", installation: "00", computer: "here", at: 5 };
    await RemoteLock.take(window.used.files, window.used.paths, owner, () => false, window.used.clock);
    await window.run(deploySite, ...goOn);
    assert.equal(window.used.server["index.html"], "one");
  });
});
