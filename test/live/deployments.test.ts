import assert from "node:assert/strict";
import { createHash, randomBytes } from "node:crypto";
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Outcome } from "../../src/actions/outcome.ts";
import { prepareDeployment, type PreparedDeployment } from "../../src/deployments/preparedDeployment.ts";
import { RemoteFiles } from "../../src/serverFiles/remoteFiles.ts";
import { findPlace, type Place } from "../../src/deployments/place.ts";
import { prepareRollBack } from "../../src/deployments/rollBack.ts";
import { runDeployment, runEndUnfinished, runRollBack } from "../../src/deployments/runDeployment.ts";
import type { ScriptContext } from "../../src/deployments/serverRun.ts";
import { readPastDeployments, readState } from "../../src/deployments/siteState.ts";
import { readSource } from "../../src/deployments/sourceFiles.ts";
import { identityOf, type DeployTo } from "../../src/deployments/targetNow.ts";
import type { Call } from "../../src/resources/resource.ts";
import { PanelError, panelFailureOf } from "../../src/wire/answers/failure.ts";
import { exchangeScript } from "../fakes/exchangeScript.ts";
import { temporaryDirectory } from "../fakes/storageFixture.ts";
import { startCuttingProxy } from "../wire/cuttingProxy.ts";
import { note } from "./claims.ts";
import { isDemo } from "./livePanels.ts";
import type { LiveTarget } from "./liveWindow.ts";
import { onEachPanel } from "./onEachPanel.ts";

const MB = 1024 * 1024;

onEachPanel("Deployments", (live, edition) => {
  const size = isDemo(edition)
    ? { files: 60, large: 6 * MB, cuts: 4, kills: 4, cutFiles: 12 }
    : { files: 2_000, large: 200 * MB, cuts: 20, kills: 10, cutFiles: 60 };
  let workspace: string;
  let root: string;
  let name: string;

  before(async function () {
    this.timeout(120_000);
    workspace = await temporaryDirectory();
    name = `${live.panel.prefix}-deployed.example.com`;
    root = `/www/wwwroot/${name}`;
    const site = { domain: name, name, additionalDomains: [], root, php: "00", port: 80, typeId: 0, note: "" };
    assert.equal((await live.target.create(site)).outcome.kind, "created");
    await live.panel.server.write(`${root}/foreign.txt`, "not ours");
    foreign = await live.panel.server.hashes(root);
  });

  /** Replaces the source folder by files with numbers as names; every third differs with each `seed`. */
  async function source(seed: string, count: number, large: number): Promise<void> {
    const folder = join(workspace, "dist");
    await rm(folder, { recursive: true, force: true });
    const put = async (path: string, bytes: string | Buffer) => {
      const file = join(folder, path);
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, bytes);
    };
    for (let at = 0; at < count; at++)
      await put(`d${at % 20}/${at} 中文.txt`, at % 3 === 0 ? `${seed} ${at}` : `same ${at}`);
    await put(`only-${seed}.txt`, seed);
    if (large > 0) await put("large.bin", Buffer.concat([Buffer.from(seed), randomBytes(large)]));
  }

  /** The sha1 of each file of the source folder. */
  async function wanted(): Promise<ReadonlyMap<string, string>> {
    const folder = join(workspace, "dist");
    const entries = await readdir(folder, { recursive: true, withFileTypes: true });
    const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
    const hashed = files.map(async (file) => {
      const sha1 = createHash("sha1")
        .update(await readFile(file))
        .digest("hex");
      return [file.slice(folder.length + 1), sha1] as const;
    });
    return new Map(await Promise.all(hashed));
  }

  /** Files that a panel or somebody else has put into the root. */
  let foreign: ReadonlyMap<string, string>;

  async function assertServer(files: ReadonlyMap<string, string>, when: string): Promise<void> {
    const now = await live.panel.server.hashes(root);
    const differing = [...new Set([...now.keys(), ...files.keys(), ...foreign.keys()])].filter(
      (path) => now.get(path) !== (files.get(path) ?? foreign.get(path)),
    );
    assert.deepEqual(differing, [], when);
  }

  /** A website on a panel, whose calls may be intercepted. */
  async function siteOn(target: LiveTarget, callFor?: (signal: AbortSignal) => Call): Promise<DeployTo> {
    const { row, key } = await live.target.item("site", name);
    const { id, name: panelName, address, guardLevel } = target.record;
    const connection = live.window.services.connections.of(target.record);
    return {
      kind: "site",
      target: { key, label: name },
      row,
      panel: {
        id,
        name: panelName,
        address,
        guardLevel,
        callFor: callFor ?? ((signal) => connection.callFor(signal)),
        offers: async () => true,
      },
    };
  }

  const filesOf = (to: DeployTo) => {
    const { signal } = new AbortController();
    return new RemoteFiles(to.panel.callFor(signal), live.panel.clock, signal);
  };
  const placeOf = async (to: DeployTo): Promise<Place> =>
    findPlace(filesOf(to), { root, directory: "", identity: identityOf(to, to.row), webRoots: [root] });

  const script = async () => ({ script: await exchangeScript(), installation: "00", temporary: workspace });
  const contextOf = async (to: DeployTo): Promise<ScriptContext> => ({
    ...(await script()),
    callFor: (signal) => to.panel.callFor(signal),
    clock: live.panel.clock,
    signal: new AbortController().signal,
  });

  async function prepare(to: DeployTo): Promise<PreparedDeployment> {
    const { signal } = new AbortController();
    const read = await readSource({ workspace, folder: "dist", exclude: [], signal });
    const given = { name: "site", website: name, source: read, place: await placeOf(to), nested: [], alongside: [] };
    return prepareDeployment(await contextOf(to), given);
  }

  const options = async () => ({
    ...(await script()),
    runner: live.window.services.runner,
    computer: "live test",
  });

  /** Ends first what was cut off, then deploys. A connection that is cut may end the preview, too. */
  async function deploy(to: DeployTo): Promise<Outcome> {
    try {
      const place = await placeOf(to);
      const { unfinished } = await readState(filesOf(to), place);
      if (unfinished !== undefined)
        await runEndUnfinished(to, { place, unfinished, ending: "recover" }, await options());
      return await runDeployment(to, await prepare(to), await options());
    } catch (error) {
      const failure = panelFailureOf(error);
      return { kind: "failed", failure, deployment: { deployment: "site", state: "untouched" } };
    }
  }

  const claim = (operation: string, outcome: Outcome, so: string) =>
    note({
      operation,
      panel: live.panel.name,
      claimed: `${outcome.kind}, ${outcome.deployment?.state ?? "unknown"}`,
      so,
    });

  it("are whole, known again in few calls, and rolled back to the old bytes", async function () {
    this.timeout(1_800_000);
    const to = await siteOn(live.target);
    await source("one", size.files, size.large);
    const first = await deploy(to);
    assert.equal(first.kind, "done", JSON.stringify(first));
    const old = await wanted();
    await assertServer(old, "first");
    const { server } = live.panel;
    const [made, above] = [await server.access(`${root}/d0`), await server.access(root)];
    assert.equal(made.uid, above.uid, "the website's programs can write there");
    claim("site.deploy", first, `${old.size} files equal`);

    assert.equal((await runDeployment(to, await prepare(to), await options())).kind, "already");

    await source("two", size.files, size.large);
    const second = await deploy(to);
    assert.equal(second.kind, "done", JSON.stringify(second));
    await assertServer(await wanted(), "second");
    claim("site.deploy", second, `${(await wanted()).size} files equal`);

    const place = await placeOf(to);
    const undone = (await readPastDeployments(filesOf(to), place)).slice(0, 1);
    const prepared = await prepareRollBack(place, undone, await contextOf(to));
    const back = await runRollBack(to, prepared, { ...(await options()), accepted: new Set() });
    assert.equal(back.kind, "done", JSON.stringify(back));
    await assertServer(old, "rolled back");
    claim("site.rollBack", back, `${old.size} files equal to before`);
  });

  it("are old, new or what is claimed where the connection is cut, and whole after a second run", async function () {
    this.timeout(1_800_000);
    const address = new URL(live.panel.address);
    const proxy = await startCuttingProxy(Number(address.port));
    address.port = String(proxy.port);
    const target = await live.window.add(live.panel, { address: address.origin });
    try {
      const to = await siteOn(target);
      const direct = await siteOn(live.target);
      // one without a cut says how much follows the upload
      await source("base", size.cutFiles, 0);
      assert.equal((await deploy(direct)).kind, "done");
      await source("whole", size.cutFiles, 5 * MB);
      const sentBefore = proxy.sent;
      assert.equal((await deploy(to)).kind, "done");
      const afterUpload = proxy.sent - sentBefore - 5 * MB;
      for (let at = 0; at < size.cuts; at++) {
        await source(`base${at}`, size.cutFiles, 0);
        assert.match((await deploy(direct)).kind, /^(?:done|already)$/);
        const old = await wanted();
        await source(`cut${at}`, size.cutFiles, 5 * MB);
        // early ones cut the upload, late ones what follows
        const share = at / size.cuts;
        proxy.cutAfter(Math.round(at % 2 === 0 ? (share + 0.5 / size.cuts) * 5 * MB : 5 * MB + share * afterUpload));
        const outcome = await deploy(to);
        assert.ok(proxy.hasCut, `cut ${at} never came`);
        const now = await wanted();
        if (outcome.deployment?.state === "wanted") await assertServer(now, `cut ${at}: ${outcome.kind}`);
        else if (outcome.deployment?.state === "before" || outcome.kind === "failed")
          await assertServer(old, `cut ${at}: ${outcome.kind}`);
        const again = await deploy(direct);
        assert.match(again.kind, /^(?:done|already)$/, `cut ${at}: ${JSON.stringify(again)}`);
        await assertServer(now, `second run after cut ${at}`);
        claim("site.deploy cut", outcome, "as claimed; new after a second run");
      }
    } finally {
      await live.window.services.store.remove(target.record.id);
      await proxy.close();
    }
  });

  it("are whole after a second run where the window is killed", async function () {
    this.timeout(1_800_000);
    const direct = await siteOn(live.target);
    let calls = 0;
    // nothing is sent after so many calls, as of a process that is gone
    const dyingAfter = async (last: number) => {
      calls = 0;
      return siteOn(live.target, (signal) => async (id, params) => {
        if ((calls += 1) > last) throw new PanelError({ kind: "cancelled" });
        return direct.panel.callFor(signal)(id, params);
      });
    };
    await source("whole", size.cutFiles, MB);
    assert.equal(
      (await runDeployment(await dyingAfter(Infinity), await prepare(direct), await options())).kind,
      "done",
    );
    const callsInAll = calls;
    for (let at = 0; at < size.kills; at++) {
      await source(`base${at}`, size.cutFiles, 0);
      assert.match((await deploy(direct)).kind, /^(?:done|already)$/);
      const old = await wanted();
      await source(`kill${at}`, size.cutFiles, MB);
      const last = Math.round(((at + 0.5) / size.kills) * callsInAll);
      const prepared = await prepare(direct);
      const outcome = await runDeployment(await dyingAfter(last), prepared, await options());
      const now = await wanted();
      if (outcome.kind === "done") await assertServer(now, `killed after call ${last}`);
      else if (outcome.kind === "failed") await assertServer(old, `killed after call ${last}`);
      const again = await deploy(direct);
      assert.match(again.kind, /^(?:done|already)$/, `after call ${last}: ${JSON.stringify(again)}`);
      await assertServer(now, `second run after ${last} calls`);
      claim("site.deploy killed", outcome, "new after a second run");
    }
  });
});
