import assert from "node:assert/strict";
import { deployFolderOn } from "../../../../src/deployments/window/deployCommands.ts";
import { serversNamed } from "../../../../src/deployments/window/deployNamed.ts";
import { rollBackLatest } from "../../../../src/deployments/window/rollBackSeveral.ts";
import { operations, type OperationId, type ParamsOf } from "../../../../src/wire/operations/operations.ts";
import { PanelError } from "../../../../src/wire/answers/failure.ts";
import { DeployFixture, ROOT } from "../deployFixture.ts";
import { SITE, type DeployWindow } from "./deployWindow.ts";
import { openReleases, pageOf, RELEASES, servedBy, serveWebsite } from "./releaseWindow.ts";

const deploySite = deployFolderOn("site");
const { website: _website, ...COMMON } = RELEASES;
const choose = { to: "Which deployment?", with: "site" } as const;
const panels = [
  { to: "The panel for “web-1” of “site”", with: "Shop" },
  { to: "The panel for “web-2” of “site”", with: "Shop 2" },
] as const;
const goOn = { to: "Deploy “site” to 2 servers", with: " > Deploy to All" } as const;

describe("the command that deploys releases to several servers", () => {
  let window: DeployWindow;
  let second: DeployFixture;

  beforeEach(async () => {
    window = await openReleases("baota");
    second = await DeployFixture.start("aapanel", undefined, { runsCommands: true });
    const [site] = second.panel.state.sites;
    assert.ok(site);
    second.panel.state.sites.splice(0, 1, { ...site, name: SITE, domains: [SITE], path: ROOT });
    serveWebsite(second);
    const other = await window.commands.add({ name: "Shop 2", address: "https://192.0.2.2:8888" });
    window.commands.editions.set(other.id, "aapanel");
    const call = second.callFor(new AbortController().signal);
    const ids = Object.keys(operations) as OperationId[];
    window.commands.ownHandlers.set(
      other.id,
      Object.fromEntries(ids.map((id) => [id, async (params: ParamsOf<OperationId>) => call(id, params)] as const)),
    );
    const targets = ["web-1", "web-2"].map((role) => ({ role, website: SITE }));
    window.state({ ...COMMON, targets, rollBack: "auto" });
  });
  afterEach(async () => {
    await window.dispose();
    await second.stop();
  });

  it("has each serve its release, and shows what changes in each", async () => {
    const { choices } = await window.run(deploySite, choose, ...panels, goOn);
    assert.deepEqual([pageOf(window.used), pageOf(second)], ["one", "one"]);
    for (const used of [window.used, second]) assert.match(servedBy(used) ?? "", /^\/releases-/);
    const rows = choices.at(-1) ?? [];
    assert.equal(rows.filter((row) => row === "New run path").length, 2, rows.join(", "));
  });

  it("has one that a panel has lost served again, before anything goes back", async () => {
    await window.run(deploySite, choose, ...panels, goOn);
    const first = [servedBy(window.used), servedBy(second)];
    const { id = 0, name = "" } = second.panel.state.sites.find((each) => each.path === ROOT) ?? {};
    const call = second.callFor(new AbortController().signal);
    for (const act of ["site.stop", "site.start"] as const) await call(act, { id, name });
    assert.equal(servedBy(second), "");
    const { questions } = await window.run(
      async (services) => {
        const ended = await rollBackLatest(services, serversNamed(services, "site") ?? assert.fail("one server"), {
          by: {},
          confirm: () => assert.fail("its own question is asked"),
          showProgress: async (_requests, task) => task(new AbortController().signal, () => undefined),
        });
        assert.ok(ended !== undefined && "outcome" in ended);
        assert.deepEqual([ended.outcome.kind, ended.to.panel.name], ["done", "Shop 2"]);
      },
      { to: "Serve the release “site” of", with: true },
    );
    assert.equal(questions.length, 1);
    assert.deepEqual([servedBy(window.used), servedBy(second)], first);
  });

  it("has each serve what it served before, for whoever acts in a person's place, and once more what was before that", async () => {
    await window.run(deploySite, choose, ...panels, goOn);
    const first = [servedBy(window.used), servedBy(second)];
    await window.used.source({ "index.html": "two" });
    await window.run(deploySite, choose, goOn);
    assert.deepEqual([pageOf(window.used), pageOf(second)], ["two", "two"]);
    const back = async () =>
      window.run(
        async (services) => {
          await rollBackLatest(services, serversNamed(services, "site") ?? assert.fail("one server"), {
            by: {},
            confirm: () => assert.fail("one question is asked"),
            showProgress: () => assert.fail("one progress is shown"),
          });
        },
        { to: "Roll back “site” on web-1, web-2?", with: true },
      );
    const { questions } = await back();
    assert.match(questions[0]?.detail ?? "", /• web-2: .* · what it served before is served again/);
    assert.deepEqual([servedBy(window.used), servedBy(second)], first);
    assert.deepEqual([pageOf(window.used), pageOf(second)], ["one", "one"]);
    // the later release is still there, and is not what goes back now
    await back();
    assert.deepEqual([pageOf(window.used), pageOf(second)], ["old", "old"]);
  });

  it("first has each serve its release again that the panel has lost", async () => {
    await window.run(deploySite, choose, ...panels, goOn);
    const { id = 0, name = "" } = second.panel.state.sites.find((each) => each.path === ROOT) ?? {};
    const call = second.callFor(new AbortController().signal);
    for (const act of ["site.stop", "site.start"] as const) await call(act, { id, name });
    assert.equal(pageOf(second), "old");
    await window.used.source({ "index.html": "two" });
    await window.run(deploySite, choose, { to: "Serve the release “site” of", with: true }, goOn);
    assert.deepEqual([pageOf(window.used), pageOf(second)], ["two", "two"]);
    assert.equal(second.server[`${servedBy(second)?.slice(1)}/.user.ini`], "open_basedir");
  });

  it("changes back on those that serve it where another one fails, and removes nothing", async () => {
    const failing = {
      ...goOn,
      get with() {
        second.fault = (_call, id, isMade) => {
          if (!isMade && id === "file.upload") throw new PanelError({ kind: "timeout", afterMs: 1 });
        };
        return " > Deploy to All";
      },
    };
    await window.run(deploySite, choose, ...panels, failing);
    assert.deepEqual([servedBy(window.used), servedBy(second)], ["", ""]);
    assert.deepEqual([pageOf(window.used), pageOf(second)], ["old", "old"]);
    assert.ok(
      Object.keys(window.used.server).some((path) => path.startsWith("releases-")),
      "it stays on the server",
    );
    assert.deepEqual(
      window.commands.finished.map(({ group, verb, outcome }) => [group?.role, verb, outcome.kind]),
      [
        ["web-1", "deploy", "done"],
        ["web-2", "deploy", "failed"],
        ["web-1", "rollBack", "done"],
      ],
    );
  });
});
