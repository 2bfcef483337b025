import assert from "node:assert/strict";
import type { DeployTo } from "../../src/deployments/targetNow.ts";
import { readPastDeployments } from "../../src/deployments/siteState.ts";
import { PanelError } from "../../src/wire/answers/failure.ts";
import type { KnownEdition } from "../../src/wire/answers/operation.ts";
import { startCuttingProxy } from "../wire/cuttingProxy.ts";
import { DeployedSite, numbered } from "./deployed/deployedSite.ts";
import { isDemo } from "./livePanels.ts";
import { onEachPanel, onEachServer, soon } from "./onEachPanel.ts";

const MB = 1024 * 1024;

/** A cut of the connection, in the first call of an operation. */
interface Cut {
  readonly operation: string;
  readonly where: string;
  readonly ask: () => void;
}

/** How often the upload of an archive is cut. */
const UPLOAD_CUTS = 6;

/** How much of everything there is: a demo panel has as much as tells one from the other. */
function sizeOf(edition: KnownEdition) {
  return isDemo(edition)
    ? { files: 60, large: 6 * MB, cutStep: 5, kills: 4, cutFiles: 12 }
    : { files: 2_000, large: 200 * MB, cutStep: 1, kills: 10, cutFiles: 60 };
}

onEachPanel("Deployments", (live, edition) => {
  const size = sizeOf(edition);
  let site: DeployedSite;

  before(async function () {
    this.timeout(120_000);
    site = await DeployedSite.create(live, "deployed");
  });

  it("are whole, known again in few calls, and rolled back to the old bytes", async function () {
    this.timeout(1_800_000);
    const timed = async <T>(what: () => Promise<T>) => {
      const from = performance.now();
      const result = await what();
      return { result, cost: `${((performance.now() - from) / 1000).toFixed(1)} s, ${site.callCounts}` };
    };
    const to = await site.counted();
    const deploy = async () => {
      const preview = await timed(async () => site.prepare(to));
      site.calls = [];
      const { result, cost } = await timed(async () => site.run(to, preview.result));
      site.calls = [];
      return { outcome: result, cost: `preview ${preview.cost}; deployment ${cost}` };
    };
    for (const [seed, large] of [
      ["one", size.large],
      ["two", 0],
    ] as const) {
      await site.source(numbered(seed, size.files, large));
      const { outcome, cost } = await deploy();
      assert.equal(outcome.kind, "done", JSON.stringify(outcome));
      await site.assertServer(await site.wanted(), seed);
      site.claim("site.deploy", outcome, `${(await site.wanted()).size} files equal; ${cost}`);
    }
    const { server } = live.panel;
    const [made, above] = [await server.access(`${site.root}/d0`), await server.access(site.root)];
    assert.equal(made.uid, above.uid, "the website's programs can write there");
    const old = await site.wanted();

    const again = await deploy();
    assert.equal(again.outcome.kind, "already");
    site.claim("site.deploy", again.outcome, `nothing to do; ${again.cost}`);

    await site.source(numbered("three", size.files));
    const third = await deploy();
    assert.equal(third.outcome.kind, "done", JSON.stringify(third));
    await site.assertServer(await site.wanted(), "third");
    site.claim("site.deploy", third.outcome, `${(await site.wanted()).size} files equal; ${third.cost}`);

    site.calls = [];
    const back = await timed(async () => site.rollBack(to));
    assert.equal(back.result.kind, "done", JSON.stringify(back.result));
    await site.assertServer(old, "rolled back");
    site.claim("site.rollBack", back.result, `${old.size} files equal to before; ${back.cost}`);
    assert.equal((await readPastDeployments(site.filesOf(to), await site.place(to))).length, 2);
    await site.assertNothingLeft("after a roll back");
  });
});

onEachServer("Deployments that are cut off", (live, edition) => {
  const size = sizeOf(edition);
  let site: DeployedSite;

  before(async function () {
    this.timeout(120_000);
    site = await DeployedSite.create(live, "cut-off");
  });

  it("are old, new or what is claimed where the connection is cut, and whole after a second run", async function () {
    this.timeout(1_800_000);
    const address = new URL(live.panel.address);
    const proxy = await startCuttingProxy(Number(address.port));
    address.port = String(proxy.port);
    const target = await live.window.add(live.panel, { address: address.origin });
    try {
      const direct = await site.on(live.target);
      // one without a cut says which calls there are
      await site.source(numbered("whole", size.cutFiles, 5 * MB));
      assert.equal((await site.run(await site.counted(undefined, target), await site.prepare(direct))).kind, "done");
      const operations = [...new Set(site.calls)];
      const cuts: readonly Cut[] = [
        ...Array.from({ length: UPLOAD_CUTS }, (_, at) => {
          const bytes = Math.round(((at + 0.5) / UPLOAD_CUTS) * 5 * MB);
          return { operation: "file.upload", where: `after ${bytes} bytes`, ask: () => proxy.cutAfter(bytes) };
        }),
        ...operations.flatMap((operation) => [
          { operation, where: "in the request", ask: () => proxy.cutAfter(1) },
          { operation, where: "before the answer", ask: () => proxy.cutAnswer() },
        ]),
      ];
      for (const [at, cut] of cuts.entries()) {
        if (at % size.cutStep !== 0) continue;
        const what = `cut of ${cut.operation} ${cut.where}`;
        await site.source(numbered(`base${at}`, size.cutFiles));
        assert.match((await site.deploy(direct)).kind, /^(?:done|already)$/);
        const old = await site.wanted();
        await site.source(numbered(`cut${at}`, size.cutFiles, 5 * MB));
        const prepared = await site.prepare(direct);
        let isAsked = false;
        const to = await site.counted(async (operation) => {
          if (isAsked || operation !== cut.operation) return;
          isAsked = true;
          cut.ask();
        }, target);
        const outcome = await site.run(to, prepared);
        assert.ok(isAsked && proxy.hasCut, `${what} never came`);
        const now = await site.wanted();
        if (outcome.deployment?.state === "wanted") await site.assertServer(now, `${what}: ${outcome.kind}`);
        else if (outcome.deployment?.state === "before" || outcome.kind === "failed")
          await site.assertServer(old, `${what}: ${outcome.kind}`);
        await deployAgain(direct, `after a ${what}`);
        site.claim(`site.deploy, ${what}`, outcome, "as claimed; new after a second run");
      }
      await site.assertNothingLeft("after the cuts");
    } finally {
      await live.window.services.store.remove(target.record.id);
      await proxy.close();
    }
  });

  it("are whole after a second run where the window is killed", async function () {
    this.timeout(1_800_000);
    const direct = await site.on(live.target);
    // nothing is sent after so many calls, as of a process that is gone
    const dyingAfter = async (last: number) =>
      site.counted(async (_operation, number) => {
        if (number > last) throw new PanelError({ kind: "cancelled" });
      });
    await site.source(numbered("whole", size.cutFiles, MB));
    assert.equal((await site.run(await dyingAfter(Infinity), await site.prepare(direct))).kind, "done");
    const callsInAll = site.calls.length;
    for (let at = 0; at < size.kills; at++) {
      await site.source(numbered(`base${at}`, size.cutFiles));
      assert.match((await site.deploy(direct)).kind, /^(?:done|already)$/);
      const old = await site.wanted();
      await site.source(numbered(`kill${at}`, size.cutFiles, MB));
      const last = Math.round(((at + 0.5) / size.kills) * callsInAll);
      const prepared = await site.prepare(direct);
      const outcome = await site.run(await dyingAfter(last), prepared);
      const now = await site.wanted();
      if (outcome.kind === "done") await site.assertServer(now, `killed after call ${last}`);
      else if (outcome.kind === "failed") await site.assertServer(old, `killed after call ${last}`);
      await deployAgain(direct, `after ${last} calls`);
      site.claim("site.deploy killed", outcome, `after ${site.calls.at(last - 1)}; new after a second run`);
    }
    // the next deployment removes the tasks of windows that have died
    await site.source(numbered("last", size.cutFiles));
    assert.equal((await site.deploy(direct)).kind, "done");
    await site.assertNothingLeft("after the kills", true);
  });

  /** Deploys once more. What was begun before goes on, and whoever comes meanwhile is told so. */
  async function deployAgain(direct: DeployTo, when: string): Promise<void> {
    let again = await site.deploy(direct);
    await soon(async () => again.kind !== "busy" || (again = await site.deploy(direct)).kind !== "busy", 60);
    assert.match(again.kind, /^(?:done|already)$/, `${when}: ${JSON.stringify(again)}`);
    await site.assertServer(await site.wanted(), `second run ${when}`);
  }
});
