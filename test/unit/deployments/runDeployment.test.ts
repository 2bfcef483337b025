import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { deployFolderOn } from "../../../src/deployments/window/deployCommands.ts";
import { PanelError } from "../../../src/wire/answers/failure.ts";
import { STATED, DeployWindow } from "./window/deployWindow.ts";

const deploySite = deployFolderOn("site");

const goOn = [
  { to: "Which deployment?", with: "site" },
  { to: "Deploy “site” to", with: " > Deploy" },
] as const;

describe("a deployment whose address does not answer as it should", () => {
  let window: DeployWindow;
  let server: Server;
  let act: () => void;
  beforeEach(async () => {
    window = await DeployWindow.open();
    act = () => undefined;
    server = createServer((_request, response) => {
      act();
      response.writeHead(500).end();
    });
    await once(server.listen(0, "127.0.0.1"), "listening");
    const { port } = server.address() as AddressInfo;
    window.state({ ...STATED, check: `http://127.0.0.1:${port}/`, rollBack: "auto" });
    await window.used.source({ "index.html": "one", "added.js": "x" });
  });
  afterEach(async () => {
    server.close();
    await window.dispose();
  });

  it("goes back, and says so", async () => {
    const { messages } = await window.run(deploySite, ...goOn);
    assert.match(
      messages[0]?.message ?? "",
      /answered with 500\. It was rolled back: everything is as it was before\.$/,
    );
    assert.equal(window.used.server["index.html"], "old");
    assert.equal(window.used.server["added.js"], undefined);
    const [record] = window.commands.finished;
    assert.equal(record?.outcome.kind, "rolledBack");
  });

  it("is live if the way back cannot begin, and is said to be", async () => {
    act = () => {
      window.used.fault = () => {
        throw new PanelError({ kind: "network", code: "ECONNREFUSED" });
      };
    };
    const { messages } = await window.run(deploySite, ...goOn);
    window.used.fault = () => undefined;
    assert.equal(window.used.server["index.html"], "one");
    const { message = "", severity } = messages[0] ?? {};
    assert.match(message, /^“site” was deployed to .+ answered with 500\. It could not be rolled back\. /);
    assert.doesNotMatch(message, /as it was before/);
    assert.equal(severity, "error");
    const [record] = window.commands.finished;
    assert.deepEqual([record?.outcome.deployment?.state, record?.outcome.deployment?.rolledBack], ["wanted", "failed"]);
  });

  it("keeps what somebody has changed meanwhile, and names it", async () => {
    act = () => window.used.put({ "index.html": "mended" });
    const { messages } = await window.run(deploySite, ...goOn);
    assert.deepEqual([window.used.server["index.html"], window.used.server["added.js"]], ["mended", undefined]);
    const { message = "" } = messages[0] ?? {};
    assert.match(
      message,
      /Not rolled back: \S+\/index\.html \(changed by somebody since; its copy is \S+\/old\/\d+\)\.$/,
    );
    assert.doesNotMatch(message, /everything is as it was/);
  });
});
