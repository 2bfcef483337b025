import assert from "node:assert/strict";
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { deploy } from "../../../src/deployments/deploy.ts";
import { remove } from "../../../src/demoPanel/serverFiles.ts";
import { targetOf } from "../../../src/deployments/place.ts";
import { turnAway } from "../../../src/deployments/preparedDeployment.ts";
import { prepareRollBack, rollBack } from "../../../src/deployments/rollBack.ts";
import { knownEditions } from "../../../src/wire/answers/operation.ts";
import { turnsOf } from "../../fakes/turnsOf.ts";
import { DeployFixture, OURS, ROOT, sorted, type Tree } from "./deployFixture.ts";

const FOREIGN: Tree = { ".user.ini": "open_basedir", "foreign.txt": "not ours" };
const FIRST: Tree = { "index.html": "one", "a/中文 name.js": "x".repeat(1_000), gone: "later removed" };
const SECOND: Tree = { "index.html": "two", "a/中文 name.js": "x".repeat(1_000), "b/new.css": "new" };

for (const edition of knownEditions)
  describe(`a deployment to ${edition}`, () => {
    const inTurn = turnsOf(edition);
    let used: DeployFixture;
    beforeEach(async () => (used = await DeployFixture.start(edition)));
    afterEach(() => used.stop());

    it("places the files, and leaves alone what it has not placed", async () => {
      await used.source(FIRST);
      const { end } = await used.deploy();
      assert.deepEqual([end.state, end.problem], ["wanted", undefined]);
      assert.deepEqual(end.counts, { added: 2, changed: 1, unchanged: 0, removed: 0 });
      assert.deepEqual(used.server, sorted({ ...FOREIGN, ...FIRST }));
      assert.deepEqual(await used.left(), []);
      assert.deepEqual(await used.leftovers(), []);
      assert.deepEqual(used.tasks(), []);
    });

    it("gives new files and directories to the owner of the website's, and leaves others as they are", async () => {
      const { files } = used.panel.state;
      const existing = { mtime: 1_600_000_000, uid: 0, gid: 0, mode: 0o750 };
      files.set(`${ROOT}/there`, existing);
      await used.source({ "there/new dir/x.js": "x", "a/b/y.js": "y" });
      assert.equal((await used.deploy()).end.state, "wanted");
      const ownerOf = (path: string) => files.get(`${ROOT}/${path}`)?.uid;
      const made = ["there/new dir", "there/new dir/x.js", "a", "a/b", "a/b/y.js"];
      assert.deepEqual(made.map(ownerOf), [1001, 1001, 1001, 1001, 1001]);
      const { uid, mode } = files.get(`${ROOT}/there`) ?? {};
      assert.deepEqual([uid, mode], [0, 0o750]);
    });

    it("says why the server could not look", async () => {
      await used.source(FIRST);
      await used.deploy();
      const undone = await used.past();
      const { files } = used.panel.state;
      for (const path of files.keys()) if (path === ROOT || path.startsWith(`${ROOT}/`)) files.delete(path);
      await assert.rejects(async () => prepareRollBack(await used.place(), undone, used.context()), {
        problem: { kind: "unable", why: "root" },
      });
    });

    inTurn("keeps owner and mode of what it replaces", async () => {
      const file = used.panel.state.files.get(`${ROOT}/index.html`);
      assert.ok(file);
      used.panel.state.files.set(`${ROOT}/index.html`, { ...file, uid: 0, gid: 0, mode: 0o600 });
      await used.source({ "index.html": "one" });
      assert.equal((await used.deploy()).end.state, "wanted");
      const { uid, gid, mode } = used.panel.state.files.get(`${ROOT}/index.html`) ?? {};
      assert.deepEqual([uid, gid, mode], [0, 0, 0o600]);
    });

    inTurn("runs nothing on the server where nothing has changed", async () => {
      await used.source(FIRST);
      await used.deploy();
      used.called.length = 0;
      const { plan } = await used.plan();
      assert.deepEqual([plan.added, plan.changed, plan.removed].flat(), []);
      assert.equal(plan.unchanged.length, 3);
      assert.deepEqual(
        used.called.filter((id) => id.startsWith("scheduledTask") || id === "file.upload"),
        [],
      );
      assert.ok(used.called.length <= 12, String(used.called.length));
    });

    inTurn("knows files that are equal to the source's, whoever has put them there", async () => {
      used.put({ "index.html": "one", "other.txt": "two" });
      await used.source({ "index.html": "one", "other.txt": "2" });
      const prepared = await used.prepare();
      const { plan } = prepared;
      assert.deepEqual(
        [plan.unchanged, plan.changed].map((list) => list.map(({ path }) => path)),
        [["index.html"], ["other.txt"]],
      );
      await turnAway(prepared, used.context());
      assert.deepEqual(
        Object.keys(used.below(OURS)).filter((path) => !/\/(?:lock|holder)$/.test(path)),
        [],
      );
    });

    inTurn(
      "is made, and rolled back, where the server has removed what was sent while its preview was open",
      async () => {
        const removed = async (id: string) => {
          const { site } = await used.place();
          remove(used.panel.state.files, `${site}/${id}`);
          used.panel.shell.synchronise();
        };
        await used.source(FIRST);
        const prepared = await used.prepare();
        await removed(prepared.run.id);
        assert.equal((await deploy(prepared, used.context())).end.state, "wanted");
        assert.deepEqual(used.server, sorted({ ...FOREIGN, ...FIRST }));
        const back = await prepareRollBack(await used.place(), await used.past(), used.context());
        await removed(back.run.id);
        assert.equal((await rollBack(back, new Set(), used.context())).end.state, "wanted");
        assert.deepEqual(used.server, sorted({ ...FOREIGN, "index.html": "old" }));
      },
    );

    it("replaces, adds and removes, and gives the old bytes back", async () => {
      await used.source(FIRST);
      await used.deploy();
      await used.source(SECOND);
      const { end } = await used.deploy();
      assert.deepEqual(end.counts, { added: 1, changed: 1, unchanged: 1, removed: 1 });
      assert.deepEqual(used.server, sorted({ ...FOREIGN, ...SECOND }));
      assert.equal((await used.rollBack()).end.state, "wanted");
      assert.deepEqual(used.server, sorted({ ...FOREIGN, ...FIRST }));
      const { plan } = await used.plan();
      assert.deepEqual([plan.unchanged.length, plan.changed.length], [1, 1], "what was brought back is known");
      assert.equal((await used.rollBack()).end.state, "wanted");
      assert.deepEqual(used.server, sorted({ ...FOREIGN, "index.html": "old" }));
      assert.deepEqual(await used.leftovers(), []);
    });

    inTurn("leaves what somebody has changed since where it is rolled back, and says where its copy is", async () => {
      await used.source(FIRST);
      await used.deploy();
      used.put({ "index.html": "mended on the server", gone: "edited" });
      const [past] = await used.past();
      const { site } = await used.place();
      const { end } = await used.rollBack();
      assert.equal(end.state, "kept");
      assert.deepEqual(
        new Set(end.kept?.files.map(({ path, reason }) => `${path} ${reason}`)),
        new Set([`${ROOT}/index.html edited`, `${ROOT}/gone edited`]),
      );
      assert.deepEqual(used.server, sorted({ ...FOREIGN, "index.html": "mended on the server", gone: "edited" }));
      const copy = end.kept?.files.find(({ path }) => path.endsWith("index.html"))?.copy ?? "";
      assert.ok(copy.startsWith(`${site}/${past?.id}/`), copy);
      assert.equal(used.panel.state.files.get(copy)?.bytes?.toString(), "old");
    });

    inTurn("rolls back what somebody has changed since if a person accepts that, and keeps the change", async () => {
      await used.source(FIRST);
      await used.deploy();
      used.put({ "index.html": "mended on the server" });
      const prepared = await prepareRollBack(await used.place(), await used.past(), used.context());
      assert.deepEqual(prepared.files.map(({ path, was, isEdited }) => `${path} ${was} ${isEdited}`).toSorted(), [
        "a/中文 name.js added false",
        "gone added false",
        "index.html changed true",
      ]);
      const { end } = await rollBack(prepared, new Set(["index.html"]), used.context());
      assert.deepEqual([end.state, end.kept], ["wanted", undefined]);
      assert.deepEqual(used.server, sorted({ ...FOREIGN, "index.html": "old" }));
      const contents = Object.values(used.below(OURS));
      assert.ok(contents.includes("mended on the server"), "the change is kept");
    });

    inTurn("creates the directory below the root that it goes to", async () => {
      await used.source({ "index.html": "one" });
      const place = await used.place("app/new");
      const { end } = await deploy(await used.prepare({ place }), used.context());
      assert.equal(end.state, "wanted");
      assert.equal(used.server["app/new/index.html"], "one");
      assert.equal(targetOf(place), `${ROOT}/app/new`);
    });

    inTurn("sends nothing through a symbolic link on the server, which may lead out of the website", async () => {
      await used.source({ "index.html": "one", "a/b/x.js": "x" });
      used.link("a/b");
      await assert.rejects(used.prepare(), { problem: { kind: "link", path: `${ROOT}/a/b/x.js` } });
      used.panel.state.files.delete(`${ROOT}/a/b`);
      const prepared = await used.prepare();
      const before = used.server;
      used.fault = (_call, id) => {
        if (id === "scheduledTask.add") used.link("a");
      };
      const { end } = await deploy(prepared, used.context());
      used.fault = () => undefined;
      assert.equal(end.state, "before");
      assert.deepEqual(end.problem?.kind === "files" && end.problem.files.map(({ reason }) => reason), ["link"]);
      assert.deepEqual(used.server, before);
      assert.deepEqual(await used.leftovers(), []);
    });

    inTurn("removes nothing through a symbolic link", async () => {
      await used.source({ "index.html": "one", "a/x.js": "x" });
      await used.deploy();
      used.link("a");
      await used.source({ "index.html": "one" });
      const { plan, behindLinks } = await used.plan();
      assert.deepEqual([plan.removed, plan.kept, behindLinks], [[], ["a/x.js"], ["a/x.js"]]);
    });

    inTurn("sends nothing into the root of another website below its own, and removes nothing there", async () => {
      const nested = [{ path: `${ROOT}/shop`, site: "shop.example.com" }];
      await used.source({ "index.html": "one", "shop/x.js": "x", "shopping/y.js": "y" });
      await assert.rejects(used.prepare({ nested }), { problem: { kind: "otherSite", ...nested[0] } });
      await used.deploy();
      await assert.rejects(used.prepare({ nested }), { problem: { kind: "otherSite", ...nested[0] } });
      await used.source({ "index.html": "two" });
      const { plan } = await used.plan({ nested });
      assert.deepEqual([plan.removed.map(({ path }) => path), plan.kept], [["shopping/y.js"], ["shop/x.js"]]);
    });

    inTurn("sends nothing that the preview did not show", async () => {
      await used.source(FIRST);
      const prepared = await used.prepare();
      used.put({ "a/中文 name.js": "somebody was quicker" });
      const before = used.server;
      const { end } = await deploy(prepared, used.context());
      assert.equal(end.state, "before");
      assert.deepEqual(end.problem?.kind === "files" && end.problem.files, [
        { path: `${ROOT}/a/中文 name.js`, reason: "appeared" },
      ]);
      assert.deepEqual(used.server, before);
    });

    inTurn("does not go on if what was shown as unchanged has changed, or somebody has deployed since", async () => {
      await used.source(FIRST);
      await used.deploy();
      await used.source({ ...FIRST, "index.html": "two" });
      const prepared = await used.prepare();
      used.put({ gone: "edited" });
      await assert.rejects(deploy(prepared, used.context()), { problem: { kind: "changed" } });
      await used.source(FIRST);
      const other = await used.prepare();
      await used.source({ ...FIRST, "b.js": "b" });
      await used.deploy();
      await assert.rejects(deploy(other, used.context()), { problem: { kind: "changed" } });
      assert.equal(used.server["b.js"], "b");
    });

    inTurn("sends nothing that has changed on this computer since the preview", async () => {
      await used.source(FIRST);
      const before = used.server;
      const prepared = await used.prepare();
      await writeFile(join(used.folder, "index.html"), "changed since");
      await assert.rejects(deploy(prepared, used.context()), { problem: { kind: "changed" } });
      await rm(join(used.folder, "index.html"));
      await assert.rejects(deploy(prepared, used.context()), { problem: { kind: "changed" } });
      assert.deepEqual(used.server, before);
      assert.deepEqual([await used.left(), await used.leftovers()], [[], []]);
    });

    inTurn("removes nothing that somebody has changed since, and nothing that it has not placed", async () => {
      await used.source(FIRST);
      await used.deploy();
      used.put({ gone: "edited on the server" });
      await used.source({ "index.html": "two" });
      await used.deploy();
      assert.equal(used.server["gone"], "edited on the server");
      assert.equal(used.server["foreign.txt"], "not ours");
      assert.equal(used.server["a/中文 name.js"], undefined);
    });

    inTurn(
      "removes what it has placed under another name, but not what another deployment of the settings has",
      async () => {
        await used.source({ "index.html": "one", "old.js": "old" });
        await used.deploy();
        await used.source({ "index.html": "one" });
        const beside = await used.plan({ name: "renamed", alongside: ["site"] });
        assert.deepEqual([beside.plan.removed, beside.plan.others.map(({ path }) => path)], [[], ["old.js"]]);
        const { end } = await deploy(await used.prepare({ name: "renamed" }), used.context());
        assert.equal(end.state, "wanted");
        assert.equal(used.server["old.js"], undefined);
      },
    );
  });
