import assert from "node:assert/strict";
import { failing } from "../../fakes/fakeCall.ts";
import { factsInRow } from "../../../src/texts/nodeTexts.ts";
import { factInRow } from "../../../src/texts/resourceTexts.ts";
import { groupNodeId } from "../../../src/tree/treeNodes.ts";
import { listOf, siteRow } from "../../fakes/rows.ts";
import { PANEL, SITES, TreeFixture } from "../../fakes/treeFixture.ts";

const SERVICES = groupNodeId(PANEL.id, "service");

const certificate = (daysLeft: number) => ({ daysLeft, validTo: undefined, issuer: undefined, domains: undefined });
const row = (id: number, running: boolean, daysLeft?: number) =>
  siteRow({ id, name: `s${id}`, running, ...(daysLeft !== undefined && { certificate: certificate(daysLeft) }) });

describe("rows in trouble", () => {
  let fixture: TreeFixture;
  const count = () => fixture.count(SITES);

  beforeEach(async () => {
    fixture = new TreeFixture();
    fixture.answer({
      "site.list": ({ page }) =>
        page === 1
          ? listOf([row(1, true, 60), row(2, false), row(3, true, 13), row(4, true, 3), row(5, false, -4)], 8)
          : listOf([row(6, true), row(7, false), row(8, true, -1)], 8),
    });
    await fixture.open(SITES);
  });

  it("are counted among the loaded rows, the worst first", async () => {
    assert.deepEqual(count(), {
      loaded: 5,
      shown: 5,
      total: 8,
      troubles: [
        ["expiring", 2],
        ["stopped", 2],
      ],
    });
    await fixture.tree.loadMore(SITES);
    assert.deepEqual(count()?.troubles, [
      ["expired", 1],
      ["expiring", 2],
      ["stopped", 3],
    ]);
  });

  it("keep their place, unless a person wants them first", async () => {
    assert.deepEqual(await fixture.shown(SITES), ["s1", "s2", "s3", "s4", "s5", "more"]);
    fixture.isTroubleFirst = true;
    fixture.tree.panelsChanged();
    assert.deepEqual(await fixture.shown(SITES), ["s4", "s2", "s5", "s3", "s1", "more"]);
    await fixture.tree.loadMore(SITES);
    assert.deepEqual(await fixture.shown(SITES), ["s8", "s4", "s2", "s5", "s7", "s3", "s1", "s6"]);
    fixture.isTroubleFirst = false;
    fixture.tree.panelsChanged();
    assert.deepEqual(await fixture.shown(SITES), ["s1", "s2", "s3", "s4", "s5", "s6", "s7", "s8"]);
  });

  it("move with a refresh, below a failure, without redrawing equal rows", async () => {
    fixture.isTroubleFirst = true;
    fixture.tree.panelsChanged();
    fixture.changes.length = 0;
    await fixture.tree.reload(SITES, "user");
    assert.deepEqual(fixture.changes, []);
    fixture.answer({ "site.list": () => listOf([row(1, false), row(2, true)], 8) });
    await fixture.tree.reload(SITES, "user");
    assert.deepEqual(await fixture.shown(SITES), ["s1", "s2", "more"]);
    fixture.answer({ "site.list": failing({ kind: "page", status: 404 }) });
    await fixture.tree.reload(SITES, "user");
    assert.deepEqual(await fixture.shown(SITES), ["failure", "s1", "s2", "more"]);
  });

  it("follow the limits in the settings", async () => {
    fixture.limits = { warningDays: 70, urgentDays: 0 };
    fixture.tree.panelsChanged();
    assert.deepEqual(count()?.troubles, [
      ["expiring", 3],
      ["stopped", 2],
    ]);
  });

  it("are a web server whose configuration is refused, running or not, until it is accepted", async () => {
    const services = (running: boolean) => ({
      rows: [{ name: "nginx", version: "1.24.0", running }],
      unreadable: [] as never[],
      total: 1,
    });
    const [before, nginx] = [() => fixture.tree.loadedChildren(SERVICES)[0] ?? "", "nginx"] as const;
    const place = { path: "/www/server/panel/vhost/nginx/a.conf", line: 12 };
    const broken = { text: "unknown directive “x”", place };
    fixture.configurations.set(nginx, { panelId: "p1", service: nginx, broken });
    for (const running of [true, false]) {
      fixture.answer({ "service.list": () => services(running) });
      await fixture.open(SERVICES);
      await fixture.tree.reload(SERVICES, "user");
      assert.deepEqual(fixture.count(SERVICES)?.troubles, [["misconfigured", 1]]);
      const node = fixture.tree.node(before());
      assert.ok(node?.type === "item" && node.state === (running ? "running" : "stopped"));
      const fact = node.facts.find(({ name }) => name === "service.configuration");
      assert.equal(fact?.value, "unknown directive “x” (/www/server/panel/vhost/nginx/a.conf:12)");
      assert.deepEqual(factsInRow(node).map(factInRow), ["configuration broken", "1.24.0"]);
    }
    fixture.configurations.clear();
    fixture.tree.rebuild(SERVICES);
    assert.deepEqual(fixture.count(SERVICES)?.troubles, [["stopped", 1]]);
  });

  it("are a web server that runs with an earlier configuration than was saved", async () => {
    let running = true;
    fixture.answer({
      "service.list": () => ({ rows: [{ name: "nginx", version: "1.24.0", running }], unreadable: [], total: 1 }),
    });
    const savedAt = Date.UTC(2026, 10, 26, 12);
    fixture.configurations.set("nginx", { panelId: "p1", service: "nginx", savedAt });
    await fixture.open(SERVICES);
    const nginx = () => {
      const node = fixture.tree.node(fixture.tree.loadedChildren(SERVICES)[0] ?? "");
      return node?.type === "item" ? node : assert.fail();
    };
    assert.deepEqual(fixture.count(SERVICES)?.troubles, [["outdated", 1]]);
    assert.deepEqual(factsInRow(nginx()).map(factInRow), ["saved configuration not in use yet", "1.24.0"]);
    const fact = nginx().facts.find(({ name }) => name === "service.savedAt");
    assert.equal(fact?.value, "2026-11-26T12:00:00.000Z");
    const broken = { text: "unknown directive “x”" };
    fixture.configurations.set("nginx", { panelId: "p1", service: "nginx", savedAt, broken });
    fixture.tree.rebuild(SERVICES);
    assert.deepEqual(factsInRow(nginx()).map(factInRow), ["configuration broken", "1.24.0"], "nothing to reload");
    fixture.configurations.set("nginx", { panelId: "p1", service: "nginx", savedAt });
    running = false;
    await fixture.tree.reload(SERVICES, "user");
    assert.deepEqual(fixture.count(SERVICES)?.troubles, [["stopped", 1]], "a start uses it");
    assert.deepEqual(factsInRow(nginx()).map(factInRow), ["1.24.0"]);
  });
});
