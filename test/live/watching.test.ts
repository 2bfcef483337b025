import assert from "node:assert/strict";
import type { Outcome } from "../../src/actions/outcome.ts";
import { DeployedSite } from "./deployed/deployedSite.ts";
import { noteSkipped } from "./claims.ts";
import { onEachPanel } from "./onEachPanel.ts";

const GOOD = "<?php\necho 1;\n";
const BROKEN = "<?php\nthrow new Exception('broken');\n";

/** The shortest time. */
const WATCH = 10;

onEachPanel("Deployments that are watched", (live, edition) => {
  let site: DeployedSite;

  before(async function () {
    this.timeout(120_000);
    const missing = await live.panel.server.lacks("php");
    if (missing !== undefined) {
      noteSkipped(live.panel.name, "Watching", missing);
      this.skip();
    }
    const [version = "82"] = await live.panel.server.phpVersions();
    site = await DeployedSite.create(live, "watched", undefined, version);
    // the log has to reach back further than it is watched
    await live.panel.server.put(`${site.root}/index.php`, Buffer.from(BROKEN));
    await visit();
    await live.panel.clock.sleep((WATCH + 6) * 1_000, new AbortController().signal);
  });

  const visit = async () => live.panel.server.visit({ name: site.name, port: 80 }, live.panel.clock.wallTime());

  /** Deploys a page, and has visitors ask for it whenever its log is read. */
  async function deploy(page: string, visitors: number): Promise<Outcome> {
    await site.source({ "index.php": page });
    const to = await site.counted(async (operation) => {
      if (operation === "site.errorLog") for (let visits = 0; visits < visitors; visits++) await visit();
    });
    return site.run(to, await site.prepare(to), { watch: WATCH, rollsBack: true });
  }

  it("stay where their pages are well", async function () {
    this.timeout(300_000);
    // the reading before the exchange has errors of the old page
    const outcome = await deploy(GOOD, 1);
    assert.equal(outcome.kind, "done", JSON.stringify(outcome));
    assert.equal(outcome.deployment?.watched?.after, 0, JSON.stringify(outcome));
    site.claim("site.deploy, watched", outcome, `the log of ${edition} has no new error`);
  });

  it("go back where a page breaks, and say with which words", async function () {
    this.timeout(300_000);
    const old = await live.panel.server.hashes(site.root);
    const outcome = await deploy(BROKEN, 3);
    const { watched } = outcome.deployment ?? {};
    assert.deepEqual([outcome.kind, watched?.kind], ["rolledBack", "more"], JSON.stringify(outcome));
    assert.match(watched?.lines[0] ?? "", /PHP Fatal error: .*Uncaught Exception/);
    assert.deepEqual(await live.panel.server.hashes(site.root), old);
    await site.assertNothingLeft("after a way back");
    site.claim("site.deploy, broken and watched", outcome, "the old page is back");
  });
});
