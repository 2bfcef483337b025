import assert from "node:assert/strict";
import type { Outcome } from "../../../src/actions/outcome.ts";
import { DeployedSite, type Tree } from "../deployed/deployedSite.ts";
import { isDemo } from "../livePanels.ts";
import { onEachPanel } from "../onEachPanel.ts";
import type { Visit } from "../server.ts";

onEachPanel("Releases", (live, edition) => {
  /** How many releases follow the first one, and how many roll backs these: a demo panel has no other workers that still answer. */
  const turns = isDemo(edition) ? 3 : 10;
  const fields = { shared: ["storage/", ".env"], keep: turns + 1 };
  let site: DeployedSite;
  const served = () => ({ name: site.name, port: 80, root: site.root });

  before(async function () {
    this.timeout(240_000);
    const { server } = live.panel;
    const [php = "00"] = await server.phpVersions();
    site = await DeployedSite.create(live, "releases", undefined, php);
    await site.addForeign({ ".env": "secret", "page.php": php === "00" ? "v0/v0" : pageOf(0), "part.php": partOf(0) });
    await site.addForeign({ "asset.txt": "v0" });
  });

  const pageOf = (version: number) => `<?php echo "v${version} "; include __DIR__ . "/part.php";`;
  const partOf = (version: number) => `<?php echo "v${version}";`;

  const tree = (version: number): Tree => ({
    "page.php": pageOf(version),
    "part.php": partOf(version),
    "asset.txt": `v${version}`,
    "same.js": "same in all",
  });

  async function deploy(version: number): Promise<Outcome> {
    const to = await site.on(live.target);
    await site.source(tree(version));
    return site.run(to, await site.prepareRelease(to, fields));
  }

  /** When each version was told to be there, by our clock, which is the server's as near as both are right. */
  const since: { readonly at: number; readonly version: string }[] = [];

  const came = (version: string) => since.push({ at: Date.now(), version });

  it("come and go back without a failed request, and no request has files of two", async function () {
    this.timeout(900_000);
    const first = await deploy(1);
    assert.deepEqual([first.kind, first.deployment?.problem], ["done", undefined], JSON.stringify(first));
    const visitors = await live.panel.server.keepVisiting(served());
    let visits: readonly Visit[];
    const times: number[] = [];
    try {
      for (let version = 2; version <= turns + 1; version++) {
        const begun = Date.now();
        const outcome = await deploy(version);
        assert.equal(outcome.kind, "done", JSON.stringify(outcome));
        came(`v${version}`);
        times.push(Date.now() - begun);
      }
      for (let version = turns; version >= 1; version--) {
        const to = await site.on(live.target);
        const releases = await site.releases(to);
        const earlier = releases.releases[turns + 1 - version];
        assert.ok(earlier !== undefined, `release ${version} is kept`);
        const outcome = await site.switchBack(to, releases, earlier);
        assert.equal(outcome.kind, "done", JSON.stringify(outcome));
        came(`v${version}`);
      }
    } finally {
      visits = await visitors.end();
    }
    const failed = visits.filter(({ page, asset }) => page.status !== 200 || asset.status !== 200);
    assert.deepEqual(failed.slice(0, 5), [], `${failed.length} of ${visits.length * 2}`);
    const mixed = visits.filter(({ page }) => new Set(page.text.split("/")).size !== 1);
    assert.deepEqual(mixed.slice(0, 5), [], `${mixed.length} of ${visits.length} pages`);
    const versions = new Set(visits.map(({ asset }) => asset.text));
    assert.equal(versions.size, turns + 1, [...versions].join());
    const parted = visits.filter(({ page, asset }) => page.text.split("/")[0] !== asset.text);
    const late = visits.filter(({ at, asset }) => {
      const expected = since.findLast((each) => each.at < at)?.version;
      const next = since.find((each) => each.at >= at)?.version;
      return expected !== undefined && asset.text !== expected && asset.text !== next;
    });
    const longest = Math.max(...times);
    const so = `${visits.length * 2} requests: 0 failed, 0 pages of two releases; page and asset of two: ${parted.length}; after the outcome still the old: ${late.length}; longest deployment ${longest} ms`;
    site.claim(`site.deploy as a release, ${turns} times and back`, first, so);
  });

  it("end with the website as it was before the first one", async function () {
    this.timeout(240_000);
    const to = await site.on(live.target);
    const { server } = live.panel;
    const outcome = await site.switchBack(to, await site.releases(to), "plain");
    assert.equal(outcome.kind, "done", JSON.stringify(outcome));
    assert.ok(await server.isServed(served()), "its own directory is served");
    const now = await server.hashes(site.root);
    const own = [...now].filter(([path]) => !path.startsWith("releases-") && path !== `${live.panel.prefix}.txt`);
    assert.deepEqual(new Map(own), new Map(site.foreign));
    site.claim("site.rollBack to before the first release", outcome, "its own directory is served, as it was");
    await site.assertNothingLeft("after releases");
  });

  it("leave the run path that somebody has set", async function () {
    this.timeout(240_000);
    const { server } = live.panel;
    const to = await site.on(live.target);
    await site.source(tree(20));
    const prepared = await site.prepareRelease(to, fields);
    await server.put(`${site.root}/theirs/page.php`, Buffer.from("theirs"));
    const { id = 0 } = to.row as { readonly id?: number };
    const call = to.panel.callFor(new AbortController().signal);
    await call("site.setRunPath", { id, runPath: "/theirs" });
    const outcome = await site.run(to, prepared);
    const { state, problem } = outcome.deployment ?? {};
    assert.deepEqual(
      [state, problem],
      ["before", { kind: "release", why: "changedRoot", root: `${site.root}/theirs` }],
      JSON.stringify(outcome),
    );
    assert.ok(await server.isServed({ ...served(), root: `${site.root}/theirs` }), "it is still served");
    await call("site.setRunPath", { id, runPath: "" });
    site.claim(
      "site.deploy as a release, with a changed run path",
      outcome,
      "theirs is served, and no release is there",
    );
    await site.assertNothingLeft("after a changed run path");
  });

  it("are not served where nginx refuses its configuration, and visitors see what they saw", async function () {
    this.timeout(300_000);
    const { server } = live.panel;
    const mended = await server.breakWebServer();
    let outcome: Outcome;
    try {
      outcome = await deploy(30);
      assert.ok(await server.isServed(served()), "the old one is still served");
    } finally {
      await mended();
    }
    const { state, problem } = outcome.deployment ?? {};
    assert.equal(state, "before", JSON.stringify(outcome));
    assert.equal(problem?.kind === "release" && problem.why, "notReloaded", JSON.stringify(outcome));
    site.claim("site.deploy as a release, with a broken configuration", outcome, "the website is as it was");
    await site.assertNothingLeft("after a broken configuration");
  });
});
