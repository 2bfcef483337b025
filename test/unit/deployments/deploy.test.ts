import assert from "node:assert/strict";
import { createHash, randomBytes } from "node:crypto";
import { readFile, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { deploy } from "../../../src/deployments/deploy.ts";
import { DeploymentError } from "../../../src/deployments/deploymentError.ts";
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

    for (const [where, device] of [
      ["there", undefined],
      ["on another file system", 79],
    ] as const)
      inTurn(`shows visitors nothing but its files, and leaves nothing ${where}`, async () => {
        const root = used.panel.state.files.get(ROOT);
        const parent = used.panel.state.files.get("/www/wwwroot");
        assert.ok(root && parent);
        if (device !== undefined) {
          used.panel.state.files.set(ROOT, { ...root, device });
          used.panel.state.files.set("/www/wwwroot", { ...parent, device });
        }
        await used.source(FIRST);
        await used.deploy();
        await used.source(SECOND);
        const seen = new Set<string>();
        used.fault = () => {
          for (const path of Object.keys(used.server)) seen.add(path);
        };
        assert.equal((await used.deploy()).end.state, "wanted");
        await used.rollBack();
        const staged = [...seen].filter((path) => !Object.hasOwn({ ...FOREIGN, ...FIRST, ...SECOND }, path));
        assert.deepEqual(staged, []);
        assert.deepEqual(used.server, sorted({ ...FOREIGN, ...FIRST }));
        const { site } = await used.place();
        assert.equal(site.startsWith(device === undefined ? `${OURS}/` : "/www/wwwroot/.server-panel/"), true, site);
        assert.deepEqual(await used.leftovers(), []);
      });

    inTurn("goes nowhere where there is no directory of ours on the website's file system", async () => {
      const root = used.panel.state.files.get(ROOT);
      assert.ok(root);
      used.panel.state.files.set(ROOT, { ...root, device: 79 });
      await assert.rejects(used.place(), { problem: { kind: "noPlace", path: ROOT } });
    });

    inTurn("keeps nothing where others than root could put a script in the place of ours", async () => {
      const { files } = used.panel.state;
      const [root, parent, above] = [ROOT, "/www/wwwroot", "/www"].map((path) => files.get(path));
      assert.ok(root && parent && above);
      const [device, rootsAlone] = [79, { uid: 0, gid: 0, mode: 0o755 }];
      files.set(ROOT, { ...root, device });
      files.set("/www/wwwroot", { ...parent, ...rootsAlone, device });
      files.set("/www", { ...above, ...rootsAlone });
      assert.match((await used.place()).site, /^\/www\/wwwroot\/\.server-panel\//);
      for (const [path, directory] of [
        ["/www/wwwroot", { ...parent, ...rootsAlone, device, uid: 1001 }],
        ["/www/wwwroot", { ...parent, ...rootsAlone, device, mode: 0o775 }],
        ["/www", { ...above, ...rootsAlone, uid: 1001 }],
      ] as const) {
        const before = files.get(path);
        assert.ok(before);
        files.set(path, directory);
        await assert.rejects(used.place(), { problem: { kind: "noPlace", path: ROOT } });
        files.set(path, before);
      }
    });

    inTurn("keeps its copies above directories of others, on the same file system", async () => {
      const { files } = used.panel.state;
      const [root, parent, above] = [ROOT, "/www/wwwroot", "/www"].map((path) => files.get(path));
      assert.ok(root && parent && above);
      const device = 79;
      files.set(ROOT, { ...root, device });
      files.set("/www/wwwroot", { ...parent, device, uid: 1001 });
      // the disk begins here, and our own directory is on another one
      files.set("/www", { ...above, uid: 0, gid: 0, mode: 0o755, device });
      files.set("/www/backup", { ...above, uid: 0, gid: 0, mode: 0o600, device: 65_024 });
      await used.source(FIRST);
      assert.equal((await used.deploy()).end.state, "wanted");
      await used.source(SECOND);
      await used.deploy();
      await used.rollBack();
      assert.deepEqual(used.server, sorted({ ...FOREIGN, ...FIRST }));
      assert.match((await used.place()).site, /^\/www\/\.server-panel\//);
      assert.deepEqual(await used.leftovers(), []);
    });

    inTurn("is not made where somebody deploys after the last look", async () => {
      await used.source(FIRST);
      await used.deploy();
      await used.source(SECOND);
      const before = used.server;
      const { site } = await used.place();
      const history = used.panel.state.files.get(`${site}/history-root`);
      assert.ok(history);
      const onPhase = (phase: string) => {
        if (phase !== "exchanging") return;
        used.panel.state.files.set(`${site}/history-root`, { ...history, bytes: Buffer.from("00-11\n") });
      };
      const { end } = await used.deploy({ onPhase });
      assert.deepEqual([end.state, end.problem], ["untouched", { kind: "changed" }]);
      assert.deepEqual(used.server, before);
    });

    inTurn("is not rolled back in place of another one that came later", async () => {
      await used.source(FIRST);
      await used.deploy();
      const first = await prepareRollBack(await used.place(), await used.past(), used.context());
      await used.source(SECOND);
      await used.deploy();
      const before = used.server;
      await assert.rejects(rollBack(first, new Set(), used.context()), { problem: { kind: "changed" } });
      assert.deepEqual(used.server, before);
      assert.deepEqual(await used.leftovers(), []);
    });

    inTurn("keeps the last three for a roll back, and removes what is older by itself, not through the recycle bin", async () => {
      for (const text of ["1", "2", "3", "4"]) {
        await used.source({ "index.html": text });
        assert.equal((await used.deploy()).end.state, "wanted");
      }
      const past = await used.past();
      assert.equal(past.length, 3);
      assert.deepEqual(new Set(past.map(({ backupBytes }) => backupBytes)), new Set([1]));
      const copies = Object.keys(used.below((await used.place()).site)).filter((path) => /\/old\/\d+$/.test(path));
      assert.equal(copies.length, 3);
      assert.equal((await used.rollBack(3)).end.state, "wanted");
      assert.equal(used.server["index.html"], "1");
      assert.deepEqual(await used.leftovers(), []);
      assert.deepEqual(
        used.called.filter((id) => id === "file.remove" || id === "file.removeDirectory"),
        [],
      );
    });

    inTurn("creates the directory below the root that it goes to", async () => {
      await used.source({ "index.html": "one" });
      const place = await used.place("app/new");
      const { end } = await deploy(await used.prepare({ place }), used.context());
      assert.equal(end.state, "wanted");
      assert.equal(used.server["app/new/index.html"], "one");
      assert.equal(targetOf(place), `${ROOT}/app/new`);
    });

    inTurn("turns a file into a directory and a directory into a file, and back", async () => {
      await used.source({ "index.html": "one", thing: "file", "tree/a/x.js": "x", "tree/y.js": "y" });
      await used.deploy();
      const before = used.server;
      await used.source({ "index.html": "one", "thing/deep/z.js": "z", tree: "file" });
      const { end } = await used.deploy();
      assert.deepEqual([end.state, end.problem], ["wanted", undefined]);
      assert.deepEqual(used.server, sorted({ ...FOREIGN, "index.html": "one", "thing/deep/z.js": "z", tree: "file" }));
      assert.equal((await used.rollBack()).end.state, "wanted");
      assert.deepEqual(used.server, before);
    });

    inTurn("does not take a directory's place in which somebody has something", async () => {
      await used.source({ "tree/y.js": "y" });
      await used.deploy();
      used.put({ "tree/upload.jpg": "theirs" });
      await used.source({ tree: "file" });
      await assert.rejects(used.prepare(), { problem: { kind: "inTheWay", path: `${ROOT}/tree` } });
      await used.source({ "foreign.txt/x.js": "x" });
      await assert.rejects(used.prepare(), { problem: { kind: "inTheWay", path: `${ROOT}/foreign.txt` } });
      assert.deepEqual(await used.leftovers(), []);
    });

    inTurn("replaces a link where a file must go, and brings the link back", async () => {
      used.panel.state.files.set(`${ROOT}/linked.txt`, {
        mtime: 1,
        uid: 0,
        gid: 0,
        mode: 0o777,
        linkTo: `${ROOT}/foreign.txt`,
      });
      await used.source({ "linked.txt": "own" });
      assert.equal((await used.deploy()).end.state, "wanted");
      assert.deepEqual([used.server["linked.txt"], used.server["foreign.txt"]], ["own", "not ours"]);
      assert.equal((await used.rollBack()).end.state, "wanted");
      assert.equal(used.panel.state.files.get(`${ROOT}/linked.txt`)?.linkTo, `${ROOT}/foreign.txt`);
    });

    inTurn("does not begin again where the last piece of an upload was sent twice", async () => {
      const bytes = randomBytes(9_000_000);
      await used.source({ "large.bin": bytes.toString("latin1") });
      const file = join(used.folder, "large.bin");
      const size = (await stat(file)).size;
      const sha1 = createHash("sha1")
        .update(await readFile(file))
        .digest("hex");
      // the panel has the whole file, and is asked for a piece of it
      used.instead = (id) =>
        id === "file.upload" && used.panel.state.files.has(`${ROOT}/large.bin`) ? { there: 0 } : undefined;
      await used.files.upload({ file, size, sha1 }, `${ROOT}/large.bin`, () => undefined);
      const pieces = used.called.filter((id) => id === "file.upload").length - 1;
      assert.equal(pieces, Math.ceil(size / (4 * 1024 * 1024)));
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

    inTurn("has no deployments of an earlier website of the same name and root", async () => {
      await used.source(FIRST);
      await used.deploy();
      assert.equal((await used.past()).length, 1);
      const place = await used.place("", ["2", "deployed.example.com"]);
      const { state, plan } = await used.plan({ place });
      assert.deepEqual([state.last, plan.removed], [undefined, []]);
    });

    inTurn("looks once more at the website before it begins, and changes nothing if that is another one", async () => {
      await used.source(FIRST);
      const before = used.server;
      const lookAgain = async () => {
        throw new DeploymentError({ kind: "changed" });
      };
      await assert.rejects(used.deploy({ lookAgain }), { problem: { kind: "changed" } });
      assert.deepEqual(used.server, before);
      assert.deepEqual([await used.leftovers(), used.tasks()], [[], []]);
    });

    inTurn(
      "names what cannot go back, file by file, and blocks the website no longer once it is given up",
      async () => {
        await used.source(FIRST);
        await used.deploy();
        // somebody makes a directory where the file was that has to come back
        await used.source({ "index.html": "two", "a/中文 name.js": "x".repeat(1_000) });
        await used.deploy();
        used.panel.state.files.set(`${ROOT}/gone`, { mtime: 1, uid: 0, gid: 0, mode: 0o755 });
        const { end } = await used.rollBack();
        assert.ok(end.state === "kept" || end.state === "mixed", end.state);
        assert.deepEqual(
          end.kept?.files.map(({ path }) => path),
          [`${ROOT}/gone`],
        );
        assert.equal(used.server["index.html"], "one", "all others are back");
        if (end.state === "mixed") assert.equal((await used.end("giveUp"))?.end.state, "left");
        used.panel.state.files.delete(`${ROOT}/gone`);
        assert.equal((await used.deploy()).end.state, "wanted");
      },
    );
  });
