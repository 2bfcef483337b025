import assert from "node:assert/strict";
import { deployFolderOn } from "../../../src/deployments/window/deployCommands.ts";
import { PanelError } from "../../../src/wire/answers/failure.ts";
import { AnsweringServer } from "../../wire/answeringServer.ts";
import { STATED, DeployWindow } from "./window/deployWindow.ts";

const deploySite = deployFolderOn("site");

const goOn = [
  { to: "Which deployment?", with: "site" },
  { to: "Deploy “site” to", with: " > Deploy" },
] as const;

describe("a deployment whose address does not answer as it should", () => {
  let window: DeployWindow;
  let visited: AnsweringServer;
  beforeEach(async () => {
    window = await DeployWindow.open();
    visited = await AnsweringServer.start(200, 500);
    window.state({ ...STATED, check: visited.address, rollBack: "auto" });
    await window.used.source({ "index.html": "one", "added.js": "x" });
  });
  afterEach(async () => {
    visited.stop();
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
    visited.onAsked = () => {
      // before the exchange all is well
      if (visited.asked === 1) return;
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
    visited.onAsked = () => {
      if (visited.asked > 1) window.used.put({ "index.html": "mended" });
    };
    const { messages } = await window.run(deploySite, ...goOn);
    assert.deepEqual([window.used.server["index.html"], window.used.server["added.js"]], ["mended", undefined]);
    const { message = "" } = messages[0] ?? {};
    assert.match(
      message,
      /Not rolled back: \S+\/index\.html \(changed by somebody since; its copy is \S+\/old\/\d+\/index\.html\)\.$/,
    );
    assert.doesNotMatch(message, /everything is as it was/);
  });

  for (const [before, after] of [
    [502, 500],
    [401, 500],
    [404, 404],
  ] as const)
    it(`stays where it answered ${before} before and ${after} since, and says so`, async () => {
      // what is wrong before is asked for twice
      visited.answer(before, ...(before === 401 ? [] : [before]), after);
      const { messages } = await window.run(deploySite, ...goOn);
      const { message = "", severity, buttons = [] } = messages[0] ?? {};
      const said = `answered with ${after}. It did not answer well before either (${before}), so nothing goes back because of it.`;
      assert.ok(message.includes(said), message);
      assert.equal(severity, "warning");
      assert.ok(buttons.includes("Roll Back"), buttons.join());
      assert.equal(window.used.server["index.html"], "one");
      assert.equal(window.commands.finished[0]?.outcome.kind, "wentWrong");
    });

  it("stays where it could not be reached before, and says so", async () => {
    visited.stop();
    const { messages } = await window.run(deploySite, ...goOn);
    assert.match(
      messages[0]?.message ?? "",
      /could not be reached from here \(ECONNREFUSED\)\. It did not answer well before either \(ECONNREFUSED\), /,
    );
    assert.equal(window.used.server["index.html"], "one");
  });

  for (const status of [401, 403])
    it(`is done where a website turns everybody away with ${status}, before as well`, async () => {
      visited.answer(status);
      const { messages } = await window.run(deploySite, ...goOn);
      const { message = "", severity } = messages[0] ?? {};
      const said = `answered with ${status}. It turns this computer away, so nobody has seen what is behind it.`;
      assert.ok(message.endsWith(said), message);
      assert.equal(severity, "information");
      assert.equal(window.commands.finished[0]?.outcome.kind, "done");
      // once before, and once after: no other answer is waited for
      assert.equal(visited.asked, 2);
      assert.equal((await window.run(deploySite, goOn[0])).messages[0]?.severity, "information");
    });

  it("goes back where it turns people away only since", async () => {
    visited.answer(200, 401);
    await window.run(deploySite, ...goOn);
    assert.equal(window.commands.finished[0]?.outcome.kind, "rolledBack");
    assert.equal(window.used.server["index.html"], "old");
  });
});
