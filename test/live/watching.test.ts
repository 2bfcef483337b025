import assert from "node:assert/strict";
import type { Outcome } from "../../src/actions/outcome.ts";
import { AnsweringServer } from "../wire/answeringServer.ts";
import { DeployedSite } from "./deployed/deployedSite.ts";
import { noteSkipped } from "./claims.ts";
import { onEachPanel } from "./onEachPanel.ts";

const GOOD = "<?php\necho 1;\n";
const BROKEN = "<?php\nthrow new Exception('broken');\n";

/** The shortest time. */
const WATCH = 10;

onEachPanel("Deployments that are watched", (live, edition) => {
  let site: DeployedSite;
  let written: string;

  before(async function () {
    this.timeout(120_000);
    const missing = await live.panel.server.lacks("php");
    if (missing !== undefined) {
      noteSkipped(live.panel.name, "Watching", missing);
      this.skip();
    }
    const [version = "82"] = await live.panel.server.phpVersions();
    site = await DeployedSite.create(live, "watched", undefined, version);
    await live.panel.server.put(`${site.root}/index.php`, Buffer.from(GOOD));
  });
  beforeEach(() => void (written = ""));

  /** Deploys a page that a visitor asks for whenever its log is read, and watches it by an address that answers so. */
  async function deploy(page: string, ...statuses: readonly number[]): Promise<Outcome> {
    const answering = await AnsweringServer.start(...statuses);
    await site.source({ "index.php": page });
    const to = await site.counted(async (operation) => {
      if (operation === "site.errorLog")
        await live.panel.server.visit({ name: site.name, port: 80 }, live.panel.clock.wallTime());
    });
    try {
      return await site.run(to, await site.prepare(to), {
        watch: WATCH,
        rollsBack: true,
        address: answering.address,
        onOutput: (text) => void (written += text),
      });
    } finally {
      answering.stop();
    }
  }

  it("stay where their address is well, and show what their log has gained", async function () {
    this.timeout(300_000);
    const outcome = await deploy(BROKEN, 200);
    const { watched, logGained } = outcome.deployment ?? {};
    assert.deepEqual([outcome.kind, watched], ["done", { seconds: WATCH }], JSON.stringify(outcome));
    assert.match(written, /PHP Fatal error: .*Uncaught Exception/);
    assert.equal(logGained, written.split("\n").length - 1);
    site.claim("site.deploy, watched", outcome, `the log of ${edition} is shown, and takes nothing back`);
  });

  it("go back where their address no longer answers well, although their log says nothing", async function () {
    this.timeout(300_000);
    const old = await live.panel.server.hashes(site.root);
    // before, afterwards, and from then on
    const outcome = await deploy(GOOD, 200, 200, 500);
    assert.equal(outcome.kind, "rolledBack", JSON.stringify(outcome));
    assert.deepEqual(await live.panel.server.hashes(site.root), old);
    await site.assertNothingLeft("after a way back");
    site.claim("site.deploy, watched and worse", outcome, "the old page is back");
  });
});
